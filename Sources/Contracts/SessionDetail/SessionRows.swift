internal import CanonicalJSON
internal import SessionTimeline

/// The rows of a request's input and their key, in the reference library's types.
struct SessionRows {
  let initial: [StoredSessionRow]
  let updates: [StoredSessionRow]
  let sessionKey: String?

  /// Nil where `input` is not what the loader lets through.
  init?(_ input: JSONValue) {
    guard let initial = Self.rows(input["rows"]), let updates = Self.rows(input["updates"] ?? []) else { return nil }
    self.initial = initial
    self.updates = updates
    sessionKey = input["session_key"]?.string
  }

  private static func rows(_ value: JSONValue?) -> [StoredSessionRow]? {
    guard let elements = value?.elements else { return nil }
    let rows = elements.compactMap(row)
    return rows.count == elements.count ? rows : nil
  }

  private static func row(_ value: JSONValue) -> StoredSessionRow? {
    guard let id = value["id"]?.string, let sequence = value["sequence_number"].flatMap(sequenceNumber) else {
      return nil
    }
    return StoredSessionRow(
      id: id, sequenceNumber: sequence, createdAt: value["created_at"]?.string, content: content(of: value))
  }

  /// A row with `content` is plain, whatever else it has.
  private static func content(of row: JSONValue) -> StoredSessionRow.Content {
    if let text = row["content"]?.string { return .plain(text) }
    return .encrypted(
      EncryptedContent(ciphertext: row["content_encrypted"]?.string, nonce: row["content_nonce"]?.string))
  }

  /// An integer within ±(2⁵³−1), or a string `-?[0-9]+` of one.
  static func sequenceNumber(_ value: JSONValue) -> Int64? {
    let number: Int64? =
      switch value {
      case .number(let number): number.integer
      case .string(let text): isDigits(text) ? Int64(text) : nil
      default: nil
      }
    return number.flatMap { (-greatestSequenceNumber...greatestSequenceNumber).contains($0) ? $0 : nil }
  }

  static let greatestSequenceNumber: Int64 = (1 << 53) - 1

  private static func isDigits(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
