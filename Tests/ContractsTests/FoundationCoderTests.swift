import CanonicalJSON
import ClawdbotProtocol
import Conformance
import Contracts
import Foundation
import Testing

/// Tests of the cases of `roundtrip` with Foundation's coders, as an app uses the types.
struct FoundationCoderTests {
  @Test(arguments: checkedCases)
  func `Foundation's coders read and write what the contract says`(checked: CheckedCase) throws {
    let coders = Coders(decoding: .clawdbotProtocol, encoding: .clawdbotProtocol)
    try expectGolden(of: checked, with: coders)
  }

  /// The tests of the contract's source use this date strategy. So the cases of level `must`
  /// demand no more than what the source's declarations do by default.
  @Test(arguments: checkedCases.filter(\.isMust))
  func `Foundation's own date strategy passes each case of what the source demands`(
    checked: CheckedCase
  ) throws {
    try expectGolden(of: checked, with: Coders(decoding: .iso8601, encoding: .iso8601))
  }

  private func expectGolden(of checked: CheckedCase, with coders: Coders) throws {
    let input = checked.testCase.input
    let type = try #require(input["type"]?.string)
    let text = try #require(input["json"]?.string)
    let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)

    let written = try? coders.roundTrip(type, Data(text.utf8))
    let value = try written.map { try JSONDocument(parsing: Array($0)).root.value }
    #expect(value == golden["value"])
  }

  /// Cases in which Foundation's own reader is laxer: it accepts some texts that aren't JSON, and
  /// reads numbers as doubles.
  private static let laxer: Set = [
    "malformed_trailing_comma", "malformed_leading_zero", "malformed_point_without_digit",
    "malformed_exponent_without_digit", "malformed_exponent_of_sign", "malformed_minus_alone",
    "malformed_leading_zero_of_minus",
    "malformed_in_unknown_member", "index_nearly_integer", "index_greatest_with_fraction",
    "index_greatest_with_exponent",
  ]

  private static let checkedCases = Repository.here.checkedCases.filter {
    $0.testCase.operation.name == "roundtrip" && !laxer.contains($0.testCase.id)
  }
}

extension CheckedCase {
  /// Whether all clauses of all rows of the case have the level `must`.
  fileprivate var isMust: Bool {
    let matrix = suite.matrix
    let names = Set(matrix.rows(with: testCase.id).flatMap(\.clauses).map(\.name))
    return matrix.clauses.allSatisfy { $0.level == .must || !names.contains($0.id.name) }
  }
}

/// Foundation's coders with a date strategy.
private struct Coders {
  private let decoder = JSONDecoder()
  private let encoder = JSONEncoder()

  init(
    decoding: JSONDecoder.DateDecodingStrategy,
    encoding: JSONEncoder.DateEncodingStrategy
  ) {
    decoder.dateDecodingStrategy = decoding
    encoder.dateEncodingStrategy = encoding
  }

  /// Returns the value that a text represents, encoded again.
  func roundTrip(_ type: String, _ json: Data) throws -> Data {
    switch type {
    case "MessageID": try roundTrip(MessageID.self, json)
    case "MessageStatus": try roundTrip(MessageStatus.self, json)
    case "MessageSender": try roundTrip(MessageSender.self, json)
    case "ChatMessage": try roundTrip(ChatMessage.self, json)
    case "ProtocolEnvelope<ChatMessage>": try roundTrip(ProtocolEnvelope<ChatMessage>.self, json)
    case "ProtocolEnvelope<BotStateUpdate>":
      try roundTrip(ProtocolEnvelope<BotStateUpdate>.self, json)
    case "ProtocolEnvelope<StreamingChunk>":
      try roundTrip(ProtocolEnvelope<StreamingChunk>.self, json)
    case "ProtocolEnvelope<MessageAck>": try roundTrip(ProtocolEnvelope<MessageAck>.self, json)
    case "MessageAck": try roundTrip(MessageAck.self, json)
    case "AckStatus": try roundTrip(MessageAck.AckStatus.self, json)
    case "BotState": try roundTrip(BotState.self, json)
    case "BotStateUpdate": try roundTrip(BotStateUpdate.self, json)
    default: try roundTrip(StreamingChunk.self, json)
    }
  }

  private func roundTrip<Value: Codable>(_ type: Value.Type, _ json: Data) throws -> Data {
    try encoder.encode(decoder.decode(type, from: json))
  }
}
