import CanonicalJSON
import SessionTimeline
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
  func `without a key, that comes before any fault of a row`(key: String?) {
    #expect(throws: SessionDecryptionError.secretResolutionFailed) {
      try rows(.plain("Hello"), Self.malformed, Self.tampered, key: key)
    }
  }

  @Test(arguments: [nil, "", "?"])
  func `plain rows need no key`(key: String?) throws {
    #expect(try rows(.plain("Hello"), key: key).map(\.content) == ["Hello"])
  }

  @Test
  func `of rows that fail the first decides`() {
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) {
      try rows(.plain("Hello"), Self.sealed, Self.malformed, Self.tampered)
    }
    #expect(throws: SessionDecryptionError.decryptFailed) {
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
    try DecryptedRows(rows: contents.map(row), sessionKey: key).rows
  }
}
