/// A record of a document, as an app declares it for JSONDecoder.
struct Record: Codable {
  /// The message of a record.
  struct Message: Codable {
    let role: String
    let content: String
    let usage: Usage
  }

  /// The numbers of tokens of a message.
  struct Usage: Codable {
    let inputTokens: Int
    let outputTokens: Int

    /// The names of the members in the text.
    enum CodingKeys: String, CodingKey {
      case inputTokens = "input_tokens"
      case outputTokens = "output_tokens"
    }
  }

  let id: String
  let sequenceNumber: Int
  let createdAt: String
  let seconds: Double
  let isError: Bool
  let tags: [String]
  let message: Message

  /// The names of the members in the text.
  enum CodingKeys: String, CodingKey {
    case id, seconds, tags, message
    case sequenceNumber = "sequence_number"
    case createdAt = "created_at"
    case isError = "is_error"
  }
}
