internal import CanonicalJSON
internal import Conformance

/// JSON-RPC 2.0, one message per line.
package enum JSONRPC {
  /// The codes of the specification (section 5.1) and the one that language servers give a request before `initialize`.
  package enum ErrorCode: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case serverNotInitialized = -32002
  }

  /// A request as one line, its line feed included.
  ///
  /// - Parameter params: a JSON text without line breaks.
  static func request(id: Int, method: String, params: [UInt8]) -> [UInt8] {
    let head = #"{"jsonrpc":"2.0","id":\#(id),"method":\#(JSONValue.string(method)),"params":"#
    var line: [UInt8] = []
    line.reserveCapacity(head.utf8.count + params.count + 2)
    line += head.utf8
    line += params
    line += "}\n".utf8
    return line
  }
}

extension Request {
  /// What JSON-RPC calls it.
  var method: String { "\(contract)/\(operation)" }
}
