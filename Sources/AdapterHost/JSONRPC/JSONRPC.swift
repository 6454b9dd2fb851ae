internal import CanonicalJSON
internal import Conformance

/// JSON-RPC 2.0 with one message per line.
package enum JSONRPC {
  /// The error codes of the specification (section 5.1), and the code that language servers return
  /// for a request before `initialize`.
  package enum ErrorCode: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case serverNotInitialized = -32002
    /// The program can't run the case. This code is Parity's own; JSON-RPC leaves it to servers.
    case skipped = -32001
  }

  /// Returns a request as one line, including its line feed.
  ///
  /// - Parameter params: A JSON text without line breaks.
  static func request(id: Int, method: String, params: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    append(restOfRequest(method, params: params), id: id, to: &line)
    return line
  }

  /// Returns the part of a request's line that comes after its id.
  ///
  /// It doesn't depend on the id, so that a request can be written before its id is known.
  static func restOfRequest(_ method: String, params: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    rest.reserveCapacity(method.utf8.count + params.count + 32)
    rest += #","method":"#.utf8
    JSONValue.string(method).appendCanonicalUTF8(to: &rest)
    rest += #","params":"#.utf8
    rest += params
    rest += "}\n".utf8
    return rest
  }

  /// Appends a request as one line.
  ///
  /// - Parameters:
  ///   - restOfRequest: The result of `restOfRequest(_:params:)`.
  ///   - id: The id of the request.
  ///   - lines: The bytes to append to.
  static func append(_ restOfRequest: [UInt8], id: Int, to lines: inout [UInt8]) {
    lines += #"{"jsonrpc":"2.0","id":"#.utf8
    lines += "\(id)".utf8
    lines += restOfRequest
  }
}

extension Request {
  /// The name of the method in JSON-RPC.
  var method: String { "\(contract)/\(operation.name)" }
}
