package import CanonicalJSON

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
  package static func request(id: Int, method: String, params: JSONValue) -> [UInt8] {
    request(id: id, method: method, params: params.canonicalUTF8())
  }

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

  /// A reply as one line, its line feed included.
  package static func reply(to id: JSONValue, result: JSONValue) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8) + result.canonicalUTF8() + "}\n".utf8
  }

  /// An error reply as one line, its line feed included.
  ///
  /// - Parameter pointer: to the part of the input that is refused.
  package static func reply(
    to id: JSONValue, error code: ErrorCode, _ message: String, at pointer: JSONPointer? = nil
  ) -> [UInt8] {
    var error: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
    error["data"] = pointer.map { ["pointer": .string("\($0)")] }
    return Array(#"{"jsonrpc":"2.0","id":\#(id),"error":\#(JSONValue.object(error))}"#.utf8) + [UInt8(ascii: "\n")]
  }
}
