package import CanonicalJSON
internal import Conformance

/// The properties that a program reports in its reply to `initialize`.
package struct Handshake: Hashable, Sendable {
  /// The only version of the protocol so far.
  static let protocolVersion: JSONValue = 1
  /// The method of the handshake, which must be the first one of a connection.
  static let method = "initialize"

  /// The name that the program reports for its implementation.
  package let name: String
  /// The version of the implementation, or `nil` if the program reports no text.
  package let version: String?
  /// The programming language of the implementation, or `nil` if the program reports no text.
  package let language: String?
  /// The ids of the contracts that the program claims, without duplicates, in its own order.
  package let contracts: [String]
  /// The capabilities that the program claims, without duplicates, in its own order.
  package let capabilities: [String]

  /// Returns the parameters of `initialize`.
  ///
  /// - Parameter contracts: The ids and versions of the contracts.
  package static func parameters(
    harnessVersion: String,
    contracts: [(id: String, version: String)]
  ) -> JSONValue {
    [
      "protocolVersion": protocolVersion,
      "harness": ["name": "parity", "version": .string(harnessVersion)],
      "contracts": .object(JSONObject(contracts.map { ($0.id, .string($0.version)) })),
    ]
  }

  /// Returns the `initialize` request as one line, including its line feed.
  static func request(_ parameters: JSONValue) -> [UInt8] {
    JSONRPC.request(id: 0, method: method, params: parameters.canonicalUTF8())
  }

  /// Reads the reply to `initialize`.
  ///
  /// - Throws: `protocolViolation` with what is wrong with the reply, as a predicate whose subject
  ///   is the program.
  init(_ reply: JSONRPCReply) throws(ProgramFault) {
    let result = try Self.result(of: reply)

    guard let version = result["protocolVersion"] else { throw Self.missing("protocolVersion") }
    guard version == Self.protocolVersion else {
      throw .protocolViolation(
        "supports protocol version \(version), but Parity supports version \(Self.protocolVersion)"
      )
    }

    name = try Self.name(in: result)
    self.version = Self.text("version", in: result)
    language = Self.text("language", in: result)
    contracts = try Self.names("contracts", in: result)
    capabilities = try Self.names("capabilities", in: result)
  }

  /// Returns the result of the reply, which must be the first one of the program.
  private static func result(of reply: JSONRPCReply) throws(ProgramFault) -> JSONValue {
    guard reply.id == 0 else {
      throw .protocolViolation(
        "replied with id \(reply.id) before replying to initialize, whose id is 0"
      )
    }

    switch reply.answer {
    case .success(.result(let output)):
      return output.value
    case .success(.error(let code, let message, _)):
      throw .protocolViolation("answered initialize with error \(code): \(message)")
    case .failure(let fault):
      throw .protocolViolation("answered initialize incorrectly: \(fault)")
    }
  }

  /// Returns the name of the implementation, which must be one that reports can use.
  private static func name(in result: JSONValue) throws(ProgramFault) -> String {
    guard let name = result["implementation"]?["name"]?.string else {
      throw missing("implementation.name")
    }
    guard NameForm.any.fits(name), !NameForm.reserved.contains(name) else {
      let form =
        NameForm.reserved.contains(name)
        ? "which is reserved: use another name" : "which is invalid: use \(NameForm.any)"
      throw .protocolViolation("reports the name '\(printable(name))', \(form)")
    }
    return name
  }

  /// Returns the beginning of an optional text about the implementation.
  private static func text(_ key: String, in result: JSONValue) -> String? {
    result["implementation"]?[key]?.string.map { text in
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(scalarLimit)))
    }
  }

  /// The maximum length of a text about the implementation, in Unicode scalars.
  private static let scalarLimit = 100

  /// Returns the array of strings in a member of the result, without duplicates.
  private static func names(_ key: String, in result: JSONValue) throws(ProgramFault) -> [String] {
    let elements = result[key]?.elements
    let names = elements?.compactMap(\.string)
    guard let names, names.count == elements?.count else {
      throw missing(key, " as an array of strings")
    }
    var seen = Set<TextKey>()
    return names.filter { seen.insert(TextKey($0)).inserted }
  }

  /// Returns the fault of a program whose reply lacks a member.
  ///
  /// - Parameters:
  ///   - member: The name of the member.
  ///   - form: The required form, if the member can be there in another one.
  private static func missing(_ member: String, _ form: String = "") -> ProgramFault {
    .protocolViolation("doesn't report '\(member)'\(form) in its reply to initialize")
  }
}
