package import CanonicalJSON
package import Conformance
import Foundation

/// A text as a network may deliver it: its bytes, cut anywhere into pieces.
package struct Cuts: ScheduleSpace {
  /// The offsets at which the text is cut, in ascending order. The least is 1.
  package typealias Schedule = [Int]

  private let bytes: [UInt8]

  /// Creates the space of cuts, or returns `nil` if the text is empty.
  package init?(_ input: JSONValue) {
    bytes = Array((input["text"]?.string ?? "").utf8)
    if bytes.isEmpty { return nil }
  }

  private var places: Range<Int> { 1..<bytes.count }

  package var count: Int? { places.count <= 10 ? 1 << places.count : nil }

  package func schedule(number: Int) -> [Int] { places.filter { number >> ($0 - 1) & 1 == 1 } }

  package func schedule(using generator: inout SplitMix64) -> [Int] {
    places.filter { _ in generator.number(below: 2) == 0 }
  }

  package func input(of cuts: [Int]) -> JSONValue {
    ["pieces": .array(arrivals(of: cuts).map { .string($0) })]
  }

  package func baseline(of cuts: [Int]) -> JSONValue { input(of: []) }

  package func simplifications(of cuts: [Int]) -> [[Int]] {
    cuts.indices.map { index in Array(cuts[..<index] + cuts[(index + 1)...]) }
  }

  package func arrivals(of cuts: [Int]) -> [String] {
    zip([0] + cuts, cuts + [bytes.count]).map { start, end in
      bytes[start..<end].map { String(format: "%02x", $0) }.joined(separator: " ")
    }
  }
}

extension Words {
  /// Returns the contract with texts that arrive in pieces, and one implementation, which gets the
  /// bytes of each piece.
  package static func cut(
    _ body: @escaping @Sendable ([[UInt8]]) -> Outcome = { .text(ofBytes: $0.flatMap(\.self)) }
  ) -> Words {
    var words = answering { input in
      guard let pieces = input["pieces"]?.elements else { return .output(output(of: input)) }
      return body(
        pieces.map { ($0.string ?? "").split(separator: " ").compactMap { UInt8($0, radix: 16) } }
      )
    }
    words.space = { Cuts($0) }
    return words
  }

  /// A wrong implementation that decodes each piece by itself, so a cut within a character loses
  /// that character.
  package static let tearing = cut { pieces in
    .output(
      Words.output(of: [
        "text": .string(pieces.map { String(decoding: $0, as: UTF8.self) }.joined())
      ])
    )
  }
}

extension Outcome {
  /// Returns the correct outcome for a text that has arrived whole.
  package static func text(ofBytes bytes: [UInt8]) -> Outcome {
    .output(Words.output(of: ["text": .string(String(decoding: bytes, as: UTF8.self))]))
  }
}
