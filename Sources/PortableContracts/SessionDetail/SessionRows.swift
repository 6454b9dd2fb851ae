package import CanonicalJSON
package import Conformance
internal import SessionDetail

/// The rows of an input and their key, as types of the reference library.
package struct SessionRows: Sendable {
  let initial: [StoredSessionRow]
  let updates: [StoredSessionRow]
  let sessionKey: String?
  /// The rows as JSON, in the order of the input, updates last.
  let json: [JSONObject]
  /// The whole input.
  let input: JSONObject

  /// Reads the input of the operation `timeline`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    let value = try InputValue(input).object(["rows", "updates", "session_key"])
    initial = try value.list("rows", Self.row)
    updates = value["updates"] == nil ? [] : try value.list("updates", Self.row)
    sessionKey = try value["session_key"]?.text()
    json = ["rows", "updates"].flatMap { input[$0]?.elements ?? [] }.compactMap(\.object)
    self.input = input.object ?? [:]
  }

  private static func row(_ value: InputValue) throws(InputRefusal) -> StoredSessionRow {
    let row = try value.object([
      "id", "sequence_number", "created_at", "content", "content_encrypted", "content_nonce",
    ])
    let sequence = try row.required("sequence_number")
    guard let number = SequenceNumber(sequence.value) else {
      throw sequence.refusal(
        "must be an integer from −(2^53 − 1) to 2^53 − 1, or a decimal string such as \"42\""
      )
    }
    return StoredSessionRow(
      id: try row.required("id").nonEmptyText(),
      sequenceNumber: number.value,
      createdAt: try row["created_at"]?.text(),
      content: try content(of: row)
    )
  }

  /// Reads the content of a row. A row with `content` is plain, even if it also has encrypted
  /// content.
  private static func content(of row: InputValue) throws(InputRefusal) -> StoredSessionRow.Content {
    if let content = row["content"] { return .plain(try content.text()) }
    let ciphertext = row["content_encrypted"]
    let nonce = row["content_nonce"]
    if ciphertext == nil, nonce == nil {
      throw row.refusal("must have 'content', or 'content_encrypted' and 'content_nonce'")
    }
    return .encrypted(
      EncryptedContent(ciphertext: ciphertext?.value.string, nonce: nonce?.value.string)
    )
  }
}

extension SessionRows {
  /// Returns a row that an app has exported, decrypted if it is encrypted.
  ///
  /// - Throws: A `RowExportError` if the row doesn't follow the contract or can't be decrypted.
  static func exported(
    _ value: JSONValue,
    sessionKey: String?
  ) throws(RowExportError) -> RowExport.Row {
    let stored: StoredSessionRow
    do throws(InputRefusal) {
      stored = try row(InputValue(value, as: "the row"))
    } catch {
      throw .invalid(error.message)
    }

    let plain: SessionRow
    do throws(DecryptionFault) {
      plain = try stored.decrypted(with: sessionKey.flatMap(SessionKey.init(base64:)))
    } catch {
      switch error {
      case .noUsableKey: throw sessionKey == nil ? .missingKey : .unusableKey
      default: throw .undecryptable(error.rawValue)
      }
    }
    let members = ["id", "sequence_number", "created_at"].compactMap { key in
      value[key].map { (key: key, value: $0) }
    }
    return RowExport.Row(members: members, content: plain.content)
  }
}
