internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance
internal import Foundation

/// The operation `create`: creates values with the initializers of the protocol's types, writes
/// them, and generates ids (rules C1, C2).
struct Creation: Sendable {
  private let now: Date
  private let arguments: [any InitializerArguments]
  /// The number of ids to generate in addition to those of messages.
  private let idCount: Int

  /// The arguments of each type by the Swift name that cases use.
  private static let types: [(name: String, type: any InitializerArguments.Type)] = [
    named(MessageIDArguments.self),
    named(MessageSenderArguments.self),
    named(ChatMessageArguments.self),
    named(ProtocolEnvelopeArguments<ChatMessageArguments>.self),
    named(ProtocolEnvelopeArguments<BotStateUpdateArguments>.self),
    named(ProtocolEnvelopeArguments<StreamingChunkArguments>.self),
    named(ProtocolEnvelopeArguments<MessageAckArguments>.self),
    named(MessageAckArguments.self),
    named(BotStateUpdateArguments.self),
    named(StreamingChunkArguments.self),
  ]

  /// Returns the type of the arguments with its name in cases, which is the Swift name of the type
  /// that they create.
  private static func named<Arguments: InitializerArguments>(
    _ type: Arguments.Type
  ) -> (name: String, type: any InitializerArguments.Type) {
    ("\(Arguments.Value.self)", type)
  }

  /// Reads the input of the operation `create`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  init(_ input: JSONValue) throws(InputRefusal) {
    let input = try InputValue(input).object(["now", "values", "generate"])
    now = try input.required("now").wireValue(Date.self, "a date")
    arguments = try input.list("values", Self.arguments)
    idCount = Int(try input["generate"]?.integer(in: 0...1000) ?? 0)
  }

  /// Reads an item of `values`: a type and the arguments of its initializer.
  private static func arguments(
    _ value: InputValue
  ) throws(InputRefusal) -> any InitializerArguments {
    let value = try value.object(["type", "arguments"])
    let type = try value.required("type").protocolType(among: types)
    return try decoded(type, from: try value.required("arguments"))
  }

  /// Reads the arguments of an initializer. Names that it lacks are refused.
  private static func decoded<Arguments: InitializerArguments>(
    _ type: Arguments.Type,
    from arguments: InputValue
  ) throws(InputRefusal) -> any InitializerArguments {
    try type.checkNames(of: arguments)
    return try arguments.wireValue(type, "valid arguments of \(Arguments.Value.self)")
  }

  /// Creates the values and generates the ids.
  ///
  /// Generated ids differ in each run. So the output omits them and has only their number, the
  /// number of distinct ones, and the number that are UUIDs in lower case.
  func output() throws -> JSONValue {
    var context = CreationContext(now: now)
    var values: [JSONValue] = []
    for arguments in arguments { values.append(try created(arguments, in: &context)) }
    // C2
    for _ in 0..<idCount { _ = context.recording(.generate()) }

    let generated = Set(context.generatedIDs)
    var written = OutputElements()
    for value in values { try written.append(value.omittingID(in: generated)) }

    return [
      "values": written.json,
      "generatedIDs": [
        "count": .number(JSONNumber(context.generatedIDs.count)),
        "distinct": .number(JSONNumber(generated.count)),
        "lowerCaseUUIDs": .number(
          JSONNumber(context.generatedIDs.count { $0.isLowerCaseUUID })
        ),
      ],
    ]
  }

  /// Creates a value and returns its wire form.
  ///
  /// - Throws: An `EncodingError` if a date is outside of the years 0000 to 9999.
  private func created(
    _ arguments: some InitializerArguments,
    in context: inout CreationContext
  ) throws -> JSONValue {
    try WireForm.json(of: arguments.value(in: &context))
  }
}

extension JSONValue {
  /// Returns the value without the member `id`, also that of its payload, if it is one of `ids`.
  fileprivate func omittingID(in ids: Set<MessageID>) -> JSONValue {
    guard let object else { return self }

    var members: [(String, JSONValue)] = []
    for member in object {
      switch member.key {
      case "id" where member.value["value"]?.string.map { ids.contains(MessageID($0)) } == true:
        continue
      case "payload": members.append((member.key, member.value.omittingID(in: ids)))
      default: members.append((member.key, member.value))
      }
    }
    return .object(JSONObject(members))
  }
}

extension MessageID {
  /// Whether the text has the form of a UUID in lower case.
  fileprivate var isLowerCaseUUID: Bool {
    UUID(uuidString: value)?.uuidString.lowercased().hasSameBytes(as: value) ?? false
  }
}
