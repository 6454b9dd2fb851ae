package import CanonicalJSON
internal import Conformance

/// What a program says of itself in its reply to `initialize`.
package struct Handshake: Hashable, Sendable {
  /// The only version of the wire that there is.
  package static let protocolVersion = 1
  package static let method = "initialize"

  package let name: String
  /// Each once, in the order in which the program claims them; so are capabilities.
  package let contracts: [String]
  package let capabilities: [String]

  /// The parameters of `initialize`.
  ///
  /// - Parameter contracts: ids and versions.
  package static func parameters(harnessVersion: String, contracts: [(id: String, version: String)]) -> JSONValue {
    let versions = contracts.map { ($0.id, JSONValue.string($0.version)) }
    return [
      "protocolVersion": .number(JSONNumber(protocolVersion)),
      "harness": ["name": "parity", "version": .string(harnessVersion)],
      "contracts": .object(JSONObject(versions)),
    ]
  }

  /// - Throws: what is wrong with the reply, as a predicate of the program.
  init(_ reply: JSONRPCReply.Content) throws(HandshakeError) {
    let result: JSONValue
    switch reply {
    case .result(let output): result = output.value
    case .error(let code, let message, _): throw HandshakeError("answered initialize with error \(code): \(message)")
    case .malformed(let fault): throw HandshakeError("can't be understood in its handshake: \(fault)")
    }
    guard let version = result["protocolVersion"] else { throw HandshakeError.missing("protocolVersion") }
    guard version == .number(JSONNumber(Self.protocolVersion)) else {
      throw HandshakeError("speaks version \(version) of the protocol, and this harness \(Self.protocolVersion)")
    }
    guard let name = result["implementation"]?["name"]?.string else {
      throw HandshakeError.missing("implementation.name")
    }
    guard ImplementationName.isValid(name), !ImplementationName.reserved.contains(name) else {
      let form =
        ImplementationName.reserved.contains(name) ? "which is taken" : "but a name is \(ImplementationName.form)"
      throw HandshakeError("calls itself '\(printable(name))', \(form)")
    }
    self.name = name
    contracts = try Self.names("contracts", in: result)
    capabilities = try Self.names("capabilities", in: result)
  }

  private static func names(_ key: String, in result: JSONValue) throws(HandshakeError) -> [String] {
    guard let elements = result[key]?.elements else { throw HandshakeError.missing(key, "an array of strings") }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else { throw HandshakeError.missing(key, "an array of strings") }
    var seen = Set<TextKey>()
    return names.filter { seen.insert(TextKey($0)).inserted }
  }
}

/// Why a program that answered `initialize` can't be judged, as a predicate of the program.
struct HandshakeError: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) {
    self.message = boundedText(message)
  }

  static func missing(_ member: String, _ form: String? = nil) -> HandshakeError {
    HandshakeError("doesn't say '\(member)' in its reply to initialize\(form.map { ", which is \($0)" } ?? "")")
  }
}
