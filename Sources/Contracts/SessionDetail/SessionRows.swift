package import CanonicalJSON
package import Conformance
internal import SessionDetail

/// The rows of an input and their key, as types of the reference library.
package struct SessionRows: Sendable {
  let stored: StoredSession
  /// The rows as JSON, in the order of the input, updates last.
  let json: [JSONObject]
  /// The whole input.
  let input: JSONObject

  /// Reads the input of the operation `timeline`.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  package init(_ input: JSONValue) throws(InputRefusal) {
    stored = try Self.stored { () throws(StoredSessionError) in try StoredSession(input) }
    json = ["rows", "updates"].flatMap { input[$0]?.elements ?? [] }.compactMap(\.object)
    self.input = input.object ?? [:]
  }

  /// Reads only the rows and the key of an input, which is a part of a document.
  ///
  /// - Throws: `InputRefusal` if the input doesn't follow the contract.
  static func stored(_ input: JSONNode) throws(InputRefusal) -> StoredSession {
    try stored { () throws(StoredSessionError) in try StoredSession(input) }
  }

  /// Returns the session that a closure reads, or throws the refusal of its error.
  private static func stored(
    _ read: () throws(StoredSessionError) -> StoredSession
  ) throws(InputRefusal) -> StoredSession {
    do throws(StoredSessionError) {
      return try read()
    } catch {
      throw InputRefusal(error)
    }
  }
}

extension InputRefusal {
  /// Creates the refusal of an input that the library can't read. For a misspelled member, it
  /// suggests the right name.
  fileprivate init(_ error: StoredSessionError) {
    let nearest = error.unknownMember.flatMap { Suggestion.nearest(to: $0.name, in: $0.known) }
    self.init(
      nearest.map { "\(error.reason); did you mean '\($0)'?" } ?? error.message,
      at: error.path
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
    do throws(StoredSessionError) {
      stored = try StoredSessionRow(value, as: "the row")
    } catch {
      throw .invalid(InputRefusal(error).message)
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
