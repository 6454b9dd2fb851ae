package import CanonicalJSON
internal import Conformance

/// The server side of the protocol, which replies to requests line by line.
package struct JSONRPCServer: Sendable {
  /// The answer to a request, without the id that the reply needs.
  package enum Answer: Sendable {
    case result(JSONValue)
    /// An error reply.
    ///
    /// - Parameter at: The part of the input that is invalid.
    case error(JSONRPC.ErrorCode, String, at: JSONPointer? = nil)
  }

  /// The result of `initialize`.
  private let greeting: JSONValue
  private let answer:
    @Sendable (_ method: String, _ params: JSONNode, _ document: JSONDocument) async -> Answer
  private var isInitialized = false

  /// Creates a server that refuses all methods until `initialize` succeeds.
  ///
  /// - Parameters:
  ///   - implementation: The name, version and language of the program.
  ///   - contracts: The ids of the contracts that the program claims.
  ///   - capabilities: The capabilities that it claims.
  ///   - answer: Called for every method except `initialize`. Its `params` are part of its
  ///     `document`.
  package init(
    implementation: JSONValue,
    contracts: [String],
    capabilities: [String],
    answer:
      @escaping @Sendable (_ method: String, _ params: JSONNode, _ document: JSONDocument) async ->
      Answer
  ) {
    greeting = [
      "protocolVersion": Handshake.protocolVersion,
      "implementation": implementation,
      "contracts": .array(contracts.map(JSONValue.string)),
      "capabilities": .array(capabilities.map(JSONValue.string)),
    ]

    self.answer = answer
  }

  /// Returns the reply to a line, including its line feed, or `nil` if the line is a notification.
  package mutating func reply(to line: [UInt8]) async -> [UInt8]? {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: line)
    } catch {
      return Self.line(
        .error(.parseError, "column \(error.location.column): \(error.message)"),
        to: .null
      )
    }

    let request = document.root
    guard request.kind == .object else {
      return Self.line(
        .error(.invalidRequest, "a request must be an object, not \(request.kind.withArticle)"),
        to: .null
      )
    }

    let id = request["id"]?.value
    guard let method = request["method"]?.string,
      request["jsonrpc"]?.string?.hasSameBytes(as: "2.0") == true
    else {
      return Self.line(
        .error(.invalidRequest, #"a request must have "jsonrpc": "2.0" and a method"#),
        to: id ?? .null
      )
    }

    // A request without an id is a notification.
    guard let id else { return nil }
    return Self.line(await answer(to: method, request["params"], in: document), to: id)
  }

  /// Answers `initialize`, and passes every other method on once it has been answered.
  private mutating func answer(
    to method: String,
    _ params: JSONNode?,
    in document: JSONDocument
  ) async -> Answer {
    guard method == Handshake.method else {
      guard isInitialized else {
        return .error(.serverNotInitialized, "the first request must be 'initialize'")
      }
      guard let params else {
        return .error(.invalidParams, "'params' is missing; set it to the input of the operation")
      }
      return await answer(method, params, document)
    }

    let version = params?["protocolVersion"]?.value
    guard version == Handshake.protocolVersion else {
      let problem =
        version.map { "unsupported protocol version \($0)" }
        ?? "'params.protocolVersion' is missing"
      return .error(.invalidParams, "\(problem); use \(Handshake.protocolVersion)")
    }

    isInitialized = true
    return .result(greeting)
  }

  /// Returns a reply as one line, including its line feed.
  private static func line(_ answer: Answer, to id: JSONValue) -> [UInt8] {
    let head = #"{"jsonrpc":"2.0","id":\#(id),"#
    switch answer {
    case .result(let result):
      return Array((head + #""result":"#).utf8) + result.canonicalUTF8() + "}\n".utf8
    case .error(let code, let message, let pointer):
      let error: JSONObject = [
        "code": .number(JSONNumber(code.rawValue)),
        "message": .string(message),
        "data": pointer.map { ["pointer": .string("\($0)")] },
      ]
      return Array((head + #""error":\#(JSONValue.object(error))}"# + "\n").utf8)
    }
  }
}
