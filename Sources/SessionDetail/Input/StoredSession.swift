package import CanonicalJSON

/// The stored rows of a session and their key: the input of the contract's operation `timeline`.
///
/// ```swift
/// @Test(arguments: try ConformanceCase.all(of: "session-detail"))
/// func conforms(testCase: ConformanceCase) throws {
///   let session = try StoredSession(parsing: testCase.inputData)
///   try testCase.check(MyParser(rows: session.rows, key: session.sessionKey).json)
/// }
/// ```
public struct StoredSession: Sendable {
  /// The rows of the initial load, in order of arrival.
  public var rows: [StoredSessionRow]
  /// The rows received after the initial load, in order of arrival.
  public var updates: [StoredSessionRow]
  /// The key of the encrypted rows, in base64 or base64url. It can be `nil` or invalid.
  public var sessionKey: String?

  /// Creates a session, by default without updates and without a key.
  ///
  /// - Parameters:
  ///   - rows: The rows of the initial load, in order of arrival.
  ///   - updates: The rows received after the initial load, in order of arrival.
  ///   - sessionKey: The key in base64 or base64url. It is checked only if a row needs it.
  public init(
    rows: [StoredSessionRow],
    updates: [StoredSessionRow] = [],
    sessionKey: String? = nil
  ) {
    self.rows = rows
    self.updates = updates
    self.sessionKey = sessionKey
  }

  /// Parses an input of the operation `timeline`, such as a `Data` with JSON in UTF-8.
  ///
  /// Members that the contract doesn't define are errors, so that a misspelled name is noticed.
  ///
  /// - Parameter json: The bytes of the JSON text.
  /// - Throws: `StoredSessionError` for the first place at which the text isn't valid JSON or
  ///   doesn't follow the contract.
  public init(parsing json: some Sequence<UInt8>) throws(StoredSessionError) {
    let input: JSONValue
    do throws(JSONSyntaxError) {
      input = try JSONDocument(parsing: json).root.value
    } catch {
      throw StoredSessionError("the input isn't valid JSON: \(error)")
    }
    try self.init(input)
  }

  /// Reads an input of the operation `timeline`. Rows of a document keep it in memory, and their
  /// contents are decoded at each access.
  ///
  /// - Throws: `StoredSessionError` for the first value that doesn't follow the contract.
  package init(_ input: JSONNode) throws(StoredSessionError) { try self.init(reading: input) }

  /// Reads an input of the operation `timeline`.
  ///
  /// - Throws: `StoredSessionError` for the first value that doesn't follow the contract.
  package init(_ input: JSONValue) throws(StoredSessionError) { try self.init(reading: input) }

  // The initializers above are compiled for their types. In another module, this one wouldn't be.
  /// Reads an input.
  private init(reading input: some StoredValue) throws(StoredSessionError) {
    let object = try InputObject(
      input,
      as: "the input",
      members: ["rows", "updates", "session_key"]
    )

    rows = try Self.rows("rows", try object.required("rows"))
    updates =
      if let updates = object["updates"] {
        try Self.rows("updates", updates)
      } else {
        []
      }

    sessionKey = try object.text("session_key")
  }

  /// Reads an array of rows.
  ///
  /// - Parameter name: The name of the member that has the array.
  private static func rows(
    _ name: String,
    _ value: some StoredValue
  ) throws(StoredSessionError) -> [StoredSessionRow] {
    guard let elements = value.items else {
      throw StoredSessionError("'\(name)' must be an array, not \(value.kindInWords)")
        .within(name)
    }

    var rows: [StoredSessionRow] = []
    rows.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do throws(StoredSessionError) {
        rows.append(try StoredSessionRow(reading: element, as: "an item of '\(name)'"))
      } catch {
        throw error.within("\(index)").within(name)
      }
    }
    return rows
  }
}

extension StoredSession: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: StoredSession, right: StoredSession) -> Bool {
    left.rows == right.rows
      && left.updates == right.updates
      && left.sessionKey.hasSameBytes(as: right.sessionKey)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(updates)
    hasher.combine(sessionKey.textKey)
  }
}

extension StoredSessionRow {
  /// Reads a row of an input.
  ///
  /// - Parameter noun: The noun for the row in messages.
  package init(_ value: JSONValue, as noun: String) throws(StoredSessionError) {
    try self.init(reading: value, as: noun)
  }

  /// Reads a row of an input.
  fileprivate init(reading value: some StoredValue, as noun: String) throws(StoredSessionError) {
    let row = try InputObject(
      value,
      as: noun,
      members: [
        "id", "sequence_number", "created_at", "content", "content_encrypted", "content_nonce",
      ]
    )

    guard let sequenceNumber = SequenceNumber(reading: try row.required("sequence_number")) else {
      throw StoredSessionError(
        "'sequence_number' must be an integer from −(2^53 − 1) to 2^53 − 1, "
          + "or a decimal string such as \"42\""
      )
      .within("sequence_number")
    }

    _ = try row.required("id")
    let id = try row.text("id") ?? ""
    if id.isEmpty { throw StoredSessionError("'id' must not be empty").within("id") }

    self.init(
      id: id,
      sequenceNumber: sequenceNumber.value,
      createdAt: try row.text("created_at"),
      form: try Self.form(of: row)
    )
  }

  /// Reads the content of a row. A row with `content` is plain, even if it also has encrypted
  /// content.
  private static func form(
    of row: InputObject<some StoredValue>
  ) throws(StoredSessionError) -> Form {
    if let content = try row.rowText("content") { return .plain(content) }

    let ciphertext = row["content_encrypted"]
    let nonce = row["content_nonce"]
    if ciphertext == nil, nonce == nil {
      throw StoredSessionError(
        "\(row.noun) must have 'content', or 'content_encrypted' and 'content_nonce'"
      )
    }
    return .encrypted(EncryptedContent(ciphertext: ciphertext?.string, nonce: nonce?.string))
  }
}
