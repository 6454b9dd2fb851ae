public import Foundation

extension JSONDecoder.DateDecodingStrategy {
  /// Decodes dates in the protocol's format, with any offset and any fraction. The fraction is
  /// dropped (rules W4, W7).
  ///
  /// Foundation's `iso8601` strategy rejects fractions. Throws `DecodingError.dataCorrupted` if a
  /// string isn't a valid date-time.
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
  /// Encodes dates in UTC with whole seconds, such as `2024-01-30T20:00:00Z` (rule W4).
  ///
  /// Throws `EncodingError.invalidValue` if a date is outside of the years 0000 to 9999.
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
