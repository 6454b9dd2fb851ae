import CanonicalJSON
import Conformance
import Testing

/// Tests of linked implementations that read a part of a document, and whose output writes itself.
struct TypedOutputTests {
  @Test func `an input that is only a value is given to the body`() async throws {
    let implementation = InProcessImplementation(
      name: "typed",
      typedBody: { _ in Nest(levels: 0) },
      body: { $0.input }
    )
    let node = try JSONDocument(parsing: #"{"a": [1.50]}"#).root
    let typed = await implementation.respond(to: request(node))
    let tree = await implementation.respond(to: request(node.value))
    #expect(typed == .output(.string("")))
    #expect(tree == .output(["a": [1.5]]))
    #expect(request(node).inputText == request(node.value).inputText)
    #expect(request(node).input == node.value)
  }

  @Test(arguments: [0, 1, Output.maximumDepth, Output.maximumDepth + 1])
  func `the limit of the depth is the same for both`(levels: Int) async throws {
    try await expectSameOutcome(Nest(levels: levels), isFailure: levels > Output.maximumDepth)
  }

  @Test(arguments: [-1, 0, 1])
  func `the limit of the size is the same for both`(excess: Int) async throws {
    // Two brackets, and for each text two quotes and a comma.
    let rest = Output.maximumSize - 2 - 2 * 3 - 1_000 + excess
    let texts = Texts(texts: [1_000, rest].map { String(repeating: "x", count: $0) })
    try await expectSameOutcome(texts, isFailure: excess > 0)
  }

  @Test func `a refusal is the same for both`() async throws {
    let refusal = InputRefusal("is wrong", at: JSONPointer(tokens: ["a"]))
    let implementation = InProcessImplementation(
      name: "refusing",
      typedBody: { _ in throw refusal },
      body: { _ in throw refusal }
    )
    let node = try JSONDocument(parsing: "{}").root
    let typed = await implementation.respond(to: request(node))
    let tree = await implementation.respond(to: request(node.value))
    #expect(typed == tree)
    #expect(typed.output == nil)
  }

  /// Expects that an output has the same outcome as its tree.
  private func expectSameOutcome(
    _ output: some JSONWritable & Sendable,
    isFailure: Bool
  ) async throws {
    let implementation = InProcessImplementation(
      name: "typed",
      typedBody: { _ in output },
      body: { _ in output.json }
    )
    let node = try JSONDocument(parsing: "{}").root
    let typed = await implementation.respond(to: request(node))
    let tree = await implementation.respond(to: request(node.value))
    #expect(typed == tree)
    #expect((typed.output == nil) == isFailure)
    #expect(text(of: typed) == text(of: tree))
  }

  /// Returns the indented text of an output, or `nil` if there is none.
  private func text(of outcome: Outcome) -> [UInt8]? {
    guard let output = outcome.output else { return nil }
    var text: [UInt8] = []
    output.writeIndentedUTF8 { text += $0 }
    return text
  }

  private func request(_ node: JSONNode) -> Request {
    Request(contract: "words", operation: ContractOperation("count"), inputNode: node)
  }

  private func request(_ input: JSONValue) -> Request {
    Request(contract: "words", operation: ContractOperation("count"), input: input)
  }
}

/// Arrays in arrays, around an empty text.
private struct Nest: JSONWritable {
  let levels: Int

  func write(to sink: inout some JSONSink) {
    guard levels > 0 else { return sink.write("") }
    sink.write([Nest(levels: levels - 1)])
  }
}

private struct Texts: JSONWritable {
  let texts: [String]

  func write(to sink: inout some JSONSink) {
    sink.beginArray()
    for text in texts {
      sink.beginElement()
      sink.write(text)
    }
    sink.endArray()
  }
}
