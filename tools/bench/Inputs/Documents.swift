/// JSON texts of one kind, generated from a seed: arrays of objects with the same members.
struct Documents {
  /// The kind of values in a text.
  enum Kind: String, CaseIterable {
    /// Many small values: ids, dates, numbers, and a line of text.
    case records = "short rows"
    /// Texts of 4 to 16 KB with escapes and Unicode.
    case texts = "long texts"
  }

  /// The approximate maximum number of bytes of a text. JavaScript doesn't support much longer
  /// strings.
  private static let limit = 64_000_000

  private(set) var texts: [[UInt8]] = []
  /// The size of all texts together.
  var bytes: Int { texts.reduce(0) { $0 + $1.count } }

  /// Generates texts of one kind.
  ///
  /// - Parameter bytes: The total size at which no more records are added.
  init(_ kind: Kind, bytes: Int, seed: UInt64) {
    var source = TextSource(seed: seed, name: kind.rawValue)

    var left = bytes
    while left > 0 {
      var text = "["
      repeat {
        if text.utf8.count > 1 { text += "," }
        text += Self.record(kind, &source)
      } while text.utf8.count < min(left, Self.limit)
      texts.append(Array((text + "]").utf8))
      left -= text.utf8.count
    }
  }

  /// Returns an object with an id, a date, numbers, a list and a text. One text in eight escapes
  /// every character outside ASCII.
  private static func record(_ kind: Kind, _ source: inout TextSource) -> String {
    let length =
      kind == .records ? 30 + source.number(below: 60) : 4_096 + source.number(below: 12_288)

    let number = source.number(below: 1_000_000)
    let text = source.text(bytes: length).jsonString(asciiOnly: source.number(below: 8) == 0)

    return """
      {"id":"row-\(number)","sequence_number":\(number),"created_at":"2026-11-22T03:04:05.678Z",\
      "seconds":\(number % 1_000).\(number % 97),"is_error":\(number % 3 == 0),\
      "tags":["tool","result-\(number % 10)"],"message":{"role":"user","content":\(text),\
      "usage":{"input_tokens":\(number % 5_000),"output_tokens":\(number % 700)}}}
      """
  }
}
