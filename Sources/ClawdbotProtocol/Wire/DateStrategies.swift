public import Foundation

extension JSONDecoder.DateDecodingStrategy {
  /// Reads dates as the protocol writes them, with any fraction, which is dropped, and any offset
  /// (rule W4).
  ///
  /// Foundation's own `iso8601` refuses fractions. Errors: `dataCorrupted` for a string that is no
  /// such date.
  public static var clawdbotProtocol: Self {
    .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = Date(wireForm: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: Date.expectedWireForm
        )
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
        let message = "a date of the protocol is in the years 0000 to 9999 of UTC"
        throw EncodingError.invalidValue(
          date,
          .init(codingPath: encoder.codingPath, debugDescription: message)
        )
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
}
