import CanonicalJSON
import Conformance
import Testing

/// Tests of inputs that are sent as parts of a document, because no key in them has a special
/// meaning.
struct PlainInputTests {
  private let recording = Recording(member: "payloads", target: "texts") { payload, _ in
    payload["text"] ?? .null
  }

  @Test(arguments: [
    (#"{"a": [{"b": 1.50}], "payload": "$json"}"#, true),
    (#"[{"payloads": []}]"#, true),
    (#"{"a": [{"$json": 1}]}"#, false),
    (#"{"a": [{"\u0024json": 1}]}"#, false),
    (#"{"payloads": [{"text": "a"}]}"#, false),
  ])
  func `a request has the node of a plain input, and always its value`(
    json: String,
    isPlain: Bool
  ) throws {
    let file = SourceFile(path: "input.json", document: try JSONDocument(parsing: json))
    let source = InputSource(file.root, recording: recording)
    let operation = ContractOperation("count")
    let request = try #require(source.request(for: operation, of: "words", in: file))
    #expect((request.inputNode != nil) == isPlain)
    #expect(request.input == source.value(in: file))
    #expect(request.inputText == source.value(in: file)?.writtenUTF8())
    #expect(file.diagnostics == [])
  }

  @Test func `a raw input is always plain`() throws {
    let json = #"{"payloads": [{"$json": 1}]}"#
    let file = SourceFile(path: "input.json", document: try JSONDocument(parsing: json))
    let source = InputSource(file.root, recording: recording, isRaw: true)
    let request = source.request(for: ContractOperation("count"), of: "words", in: file)
    #expect(request?.inputNode != nil)
    #expect(request?.input == ["payloads": [["$json": 1]]])
  }

  @Test(arguments: [0, 1])
  func `an input that is nested too deeply is reported`(excess: Int) throws {
    let levels = Output.maximumDepth + excess
    let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let file = SourceFile(path: "input.json", document: try JSONDocument(parsing: json))
    _ = InputSource(file.root, recording: nil)
      .request(for: ContractOperation("count"), of: "words", in: file)
    #expect(file.diagnostics.count == excess)
  }
}
