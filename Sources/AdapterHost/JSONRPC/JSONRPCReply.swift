internal import CanonicalJSON
internal import Conformance

/// A line that replies to one request.
struct JSONRPCReply: Sendable {
  /// The result or the error of a reply.
  enum Content: Hashable, Sendable {
    case result(Output)
    /// An error reply.
    ///
    /// - Parameter refused: The part of the input that an `invalidParams` error is about, if it
    ///   names one.
    case error(code: JSONNumber, message: String, refused: JSONPointer?)
  }

  /// The content of a reply, or a fault if the reply has an id but is otherwise malformed.
  typealias Answer = Result<Content, ProgramFault>

  let id: Int
  let answer: Answer
}

extension JSONRPCReply {
  /// Parses a line of output.
  ///
  /// - Throws: `protocolViolation` if the line doesn't say which request it replies to.
  init(_ line: [UInt8]) throws(ProgramFault) {
    guard !line.isEmpty else { throw .protocolViolation("wrote an empty line") }

    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: line)
    } catch {
      throw .wrote(
        "a line that is not valid JSON (column \(error.location.column): \(error.message))",
        line
      )
    }

    let root = document.root
    guard root.kind == .object else {
      throw .wrote("\(root.kind.withArticle) instead of a reply", line)
    }

    if root["method"] != nil {
      throw .wrote(
        "a request or notification; adapters may only send replies "
          + "(does the program echo its input?)",
        line
      )
    }

    guard let idNode = root["id"] else { throw .wrote("a reply without an id", line) }
    guard let id = idNode.value.number?.integer.flatMap({ Int(exactly: $0) }) else {
      throw .wrote(
        "a reply with the unknown id \(boundedText("\(idNode.value)"))",
        line
      )
    }

    self.init(
      id: id,
      answer: Result { () throws(ProgramFault) in try Self.content(of: root, in: document) }
    )
  }

  /// Returns the result or the error of a reply.
  ///
  /// - Throws: `protocolViolation` if the reply isn't JSON-RPC 2.0, or if its result is ambiguous
  ///   JSON.
  private static func content(
    of root: JSONNode,
    in document: JSONDocument
  ) throws(ProgramFault) -> Content {
    guard root["jsonrpc"]?.string?.hasSameBytes(as: "2.0") == true else {
      throw .protocolViolation(#"sent a reply without "jsonrpc": "2.0""#)
    }

    if let error = root["error"] {
      guard root["result"] == nil else {
        throw .protocolViolation("sent a reply with both a result and an error")
      }
      return try errorContent(error)
    }
    guard let result = root["result"] else {
      throw .protocolViolation("sent a reply with neither a result nor an error")
    }

    // JSON parsers disagree about what such a text means.
    if let fault = document.anomalies().first(where: \.isAmbiguous) {
      throw .protocolViolation(
        "sent a reply that is ambiguous JSON (column \(fault.location.column): \(fault.message))"
      )
    }
    return .result(Output(result))
  }

  /// Returns the content of an error reply. Members other than the code, the message and
  /// `data.pointer` are ignored.
  private static func errorContent(_ error: JSONNode) throws(ProgramFault) -> Content {
    guard let code = error["code"]?.value.number, let message = error["message"]?.string else {
      throw .protocolViolation(
        "sent a reply whose error is not an object with a code and a message"
      )
    }

    let isRefusal = code.integer == Int64(JSONRPC.ErrorCode.invalidParams.rawValue)
    let pointer =
      isRefusal ? error["data"]?["pointer"]?.string.flatMap { try? JSONPointer($0) } : nil
    return .error(code: code, message: boundedText(message), refused: pointer)
  }
}

extension JSONRPCReply.Answer {
  /// A predicate whose subject is the program.
  var predicate: String {
    switch self {
    case .success(.error(let code, let message, _)):
      "answered with error \(boundedText("\(code)")): \(message)"
    case .success: "answered with a result"
    case .failure(let fault): fault.account
    }
  }
}
