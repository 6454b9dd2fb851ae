internal import ArgumentParser
internal import Conformance

/// Parses the values of options, with messages that say which values are valid.
///
/// A message begins with "must be". `UsageMessage` adds the name of the option and the value.
enum OptionValue {
  /// Parses an integer from 1 on.
  static func positive(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw ValidationError("must be a positive integer")
    }

    return number
  }

  /// Parses an integer from 0 on.
  static func nonnegative(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else {
      throw ValidationError("must be a nonnegative integer")
    }

    return number
  }

  /// Parses a number of jobs, which has the same limits as in parity.json.
  static func jobs(_ text: String) throws -> Int { try integer(text, in: CheckDefaults.jobCounts) }

  /// Parses the seed of a generator, which may be any integer of 64 bits without a sign.
  static func seed(_ text: String) throws -> UInt64 { try integer(text, in: 0...UInt64.max) }

  /// Parses a time limit for replies in seconds. The shortest one is the same as in parity.json.
  static func timeout(_ text: String) throws -> Double {
    try seconds(text, from: CheckDefaults.timeouts.lowerBound)
  }

  /// Parses a time limit for a run in seconds, at least a tenth.
  static func runSeconds(_ text: String) throws -> Double { try seconds(text, from: 0.1) }

  /// Parses a time limit for shrinking in seconds, which may be 0.
  static func shrinkSeconds(_ text: String) throws -> Double { try seconds(text, from: 0) }

  /// Parses the name of a case of an enumeration.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ text: String
  ) throws -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map { "'\($0.rawValue)'" }
    let list = names.dropLast().joined(separator: ", ")
    throw ValidationError("must be \(list) or \(names.last ?? "")")
  }

  /// Parses a number of seconds, at most a million.
  private static func seconds(_ text: String, from least: Double) throws -> Double {
    guard let number = Double(text), (least...1_000_000).contains(number) else {
      let shown = least == 0 ? "0" : "\(least)"
      throw ValidationError("must be a number of seconds from \(shown) to 1000000")
    }

    return number
  }

  /// Parses an integer in a range, both of whose ends the message names.
  private static func integer<Number: FixedWidthInteger>(
    _ text: String,
    in range: ClosedRange<Number>
  ) throws -> Number {
    guard let number = Number(text), range.contains(number) else {
      throw ValidationError("must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }

    return number
  }
}
