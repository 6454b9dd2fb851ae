internal import CanonicalJSON
internal import SessionTimeline

/// The rows of a request's input, in the reference library's types.
struct SessionRows {
  let initial: [SessionRow]
  let updates: [SessionRow]

  /// Nil where `input` is not what the loader lets through.
  init?(_ input: JSONValue) {
    guard let initial = Self.rows(input["rows"]), let updates = Self.rows(input["updates"] ?? []) else { return nil }
    self.initial = initial
    self.updates = updates
  }

  private static func rows(_ value: JSONValue?) -> [SessionRow]? {
    guard let elements = value?.elements else { return nil }
    let rows = elements.compactMap(row)
    return rows.count == elements.count ? rows : nil
  }

  private static func row(_ value: JSONValue) -> SessionRow? {
    guard let id = value["id"]?.string, let sequence = value["sequence_number"].flatMap(sequenceNumber),
      let content = value["content"]?.string
    else { return nil }
    return SessionRow(id: id, sequenceNumber: sequence, createdAt: value["created_at"]?.string, content: content)
  }

  /// An integer within ±(2⁵³−1), or a string `-?[0-9]+` of one.
  static func sequenceNumber(_ value: JSONValue) -> Int64? {
    let number: Int64? =
      switch value {
      case .number(let number): number.integer
      case .string(let text): isDigits(text) ? Int64(text) : nil
      default: nil
      }
    let limit: Int64 = (1 << 53) - 1
    return number.flatMap { (-limit...limit).contains($0) ? $0 : nil }
  }

  private static func isDigits(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
