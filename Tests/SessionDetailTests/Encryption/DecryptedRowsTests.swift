import CanonicalJSON
import Foundation
import SessionDetail
import Testing

struct DecryptedRowsTests {
  /// The ciphertext of RFC 8439, section 2.8.2. The tag differs from the RFC, because rows have no
  /// associated data.
  private static let rfc = (
    key: "gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp8=",
    nonce: "0x070000004041424344454647",
    ciphertext: """
    0xd31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b29\
    05d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b\
    6116
    """
  )
  private static let tag = "6a23a4681fd59456aea1d29f82477216"

  private static let sealed = StoredSessionRow.Content.encrypted(
    EncryptedContent(ciphertext: rfc.ciphertext + tag, nonce: rfc.nonce)
  )
  private static let malformed = StoredSessionRow.Content.encrypted(
    EncryptedContent(ciphertext: rfc.ciphertext + tag, nonce: " ")
  )
  private static let tampered = StoredSessionRow.Content.encrypted(
    EncryptedContent(ciphertext: rfc.ciphertext + tag.replacing("16", with: "17"), nonce: rfc.nonce)
  )

  @Test
  func `the plaintext of RFC 8439 is read`() throws {
    let row = try #require(try rows(Self.sealed).first)
    #expect(
      row.content == """
        Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.
        """
    )
    #expect(row.id == "row-1")
    #expect(row.sequenceNumber == 1)
    #expect(row.createdAt == "2026-01-01T00:00:00Z")
  }

  @Test
  func `the tag of RFC 8439 is refused, since it is over associated data`() {
    let content = EncryptedContent(
      ciphertext: Self.rfc.ciphertext + "1ae10b594f09e26a7e902ecbd0600691",
      nonce: Self.rfc.nonce
    )
    #expect(throws: SessionDecryptionError.decryptFailed) { try rows(.encrypted(content)) }
  }

  @Test(
    arguments: [
      (nil, "AAAA"),
      ("AAAA", nil),
      ("", "AAAA"),
      ("AAAA", "\u{A0}\n"),
      (" ", "?"),
      ("?", ""),
      (nil, nil),
    ] as [(String?, String?)]
  )
  func `a missing or blank field is malformed, whatever the other is`(
    ciphertext: String?,
    nonce: String?
  ) {
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) {
      try rows(.encrypted(EncryptedContent(ciphertext: ciphertext, nonce: nonce)))
    }
  }

  @Test(
    arguments: [
      ("?", rfc.nonce),
      (rfc.ciphertext + tag, "?"),
      ("\u{FEFF}", rfc.nonce),
      ("AAAA", rfc.nonce),
      (rfc.ciphertext, rfc.nonce),
      (rfc.ciphertext + tag, rfc.nonce + "00"),
      (rfc.ciphertext + tag, "0x07"),
    ])
  func `fields that do not decode or decrypt are told from malformed ones`(
    ciphertext: String,
    nonce: String
  ) {
    #expect(throws: SessionDecryptionError.decryptFailed) {
      try rows(.encrypted(EncryptedContent(ciphertext: ciphertext, nonce: nonce)))
    }
  }

  @Test(arguments: [
    nil, "", "?", "AAAA", rfc.key + "\n", "0x\(String(repeating: "80", count: 32))",
  ])
  func `a missing key comes after malformed rows and before rows that do not decrypt`(
    key: String?
  ) {
    #expect(throws: SessionDecryptionError.secretResolutionFailed) {
      try rows(.plain("Hello"), Self.tampered, key: key)
    }
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) {
      try rows(Self.tampered, Self.malformed, key: key)
    }
  }

  @Test
  func `a key is base64 or base64url, with or without padding`() throws {
    let standard = Data((0..<32).map { UInt8(truncatingIfNeeded: 0xF8 + $0 % 8) })
      .base64EncodedString()
    let url = standard.replacing("+", with: "-").replacing("/", with: "_")
    for key in [standard, url, standard.replacing("=", with: ""), url.replacing("=", with: "")] {
      #expect(SessionKey(base64: key) != nil, "\(key)")
    }
    let mixed = standard.replacing("+", with: "-")
    for key in [mixed, standard + "=", "=" + url, url + "A", " " + url, ""] {
      #expect(SessionKey(base64: key) == nil, "\(key)")
    }
  }

  @Test
  func `a row that another row of the load replaces is not checked`() throws {
    let newer = StoredSessionRow(id: "row-1", sequenceNumber: 2, content: .plain("newer"))
    for replaced in [Self.malformed, Self.tampered] {
      let load = [row(replaced), newer]
      for rows in [load, load.reversed()] {
        let decrypted = try DecryptedRows(rows: rows, sessionKey: Self.rfc.key)
        #expect(decrypted.rows.map(\.content) == ["newer"])
      }
    }
    #expect(throws: SessionDecryptionError.decryptFailed) {
      let older = StoredSessionRow(id: "row-1", sequenceNumber: 0, content: .plain("older"))
      _ = try DecryptedRows(rows: [row(Self.tampered), older], sessionKey: Self.rfc.key)
    }
  }

  @Test(arguments: [nil, "", "?"])
  func `plain rows need no key`(key: String?) throws {
    #expect(try rows(.plain("Hello"), key: key).map(\.content) == ["Hello"])
  }

  @Test
  func `a malformed row comes before one that does not decrypt`() {
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) {
      try rows(.plain("Hello"), Self.sealed, Self.malformed, Self.tampered)
    }
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) {
      try rows(Self.tampered, Self.malformed)
    }
  }

  @Test
  func `updates that fail are left out`() throws {
    let updates = [Self.malformed, .plain("a"), Self.tampered, Self.sealed, .plain("b")].map(row)
    let decrypted = try DecryptedRows(
      rows: [row(.plain("Hello"))],
      updates: updates,
      sessionKey: Self.rfc.key
    )
    #expect(decrypted.rows.map(\.content) == ["Hello"])
    #expect(decrypted.updates.map { $0.content.prefix(6) } == ["a", "Ladies", "b"])
    #expect(
      try DecryptedRows(rows: [], updates: updates, sessionKey: nil).updates.map(\.content) == [
        "a", "b",
      ]
    )
  }

  @Test
  func `an error has the contract's code`() {
    #expect(
      SessionDecryptionError.allCases.map(\.json) == [
        ["error": ["code": "secret_resolution_failed"]],
        ["error": ["code": "invalid_encrypted_row"]],
        ["error": ["code": "decrypt_failed"]],
      ]
    )
  }

  private func row(_ content: StoredSessionRow.Content) -> StoredSessionRow {
    StoredSessionRow(
      id: "row-1",
      sequenceNumber: 1,
      createdAt: "2026-01-01T00:00:00Z",
      content: content
    )
  }

  @discardableResult
  private func rows(
    _ contents: StoredSessionRow.Content...,
    key: String? = rfc.key
  ) throws(SessionDecryptionError) -> [SessionRow] {
    let rows = contents.enumerated().map { index, content in
      var row = row(content)
      row.id = "row-\(index + 1)"
      return row
    }
    return try DecryptedRows(rows: rows, sessionKey: key).rows
  }
}
