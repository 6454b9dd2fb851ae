public import Foundation

extension JSONDecoder.DateDecodingStrategy {
  /// Reads dates as the protocol writes them, with any fraction, which is dropped, and any offset (rule W4).
  ///
  /// Foundation's own `iso8601` refuses fractions. Errors: `dataCorrupted` for a string that is no such date.
  public static var clawdbotProtocol: Self {
    .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = Date(wireForm: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: InvalidDate.message)
      }
      return date
    }
  }
}

extension JSONEncoder.DateEncodingStrategy {
  /// Writes dates in UTC with whole seconds, such as `2024-01-30T20:00:00Z` (rule W4).
  ///
  /// Errors: `EncodingError.invalidValue` for a date beyond the years 0000 to 9999.
  public static var clawdbotProtocol: Self {
    .custom { date, encoder in
      guard let text = date.wireForm else {
        throw EncodingError.invalidValue(
          date, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: InvalidDate.unwritable))
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}

/// What is said of dates that cannot be read or written.
enum InvalidDate {
  static let message = "expected an RFC 3339 date-time such as 2024-01-30T20:00:00Z"
  static let unwritable = "a date of the protocol is in the years 0000 to 9999 of UTC"
}
