import CanonicalJSON
import SessionDetail
import Testing

struct EncryptedDispositionTests {
  /// The key and the rows of the contract's examples.
  private static let key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  private static let nonce = "AAECAwQFBgcICQoL"
  private static let loaded = "5ZRpZExzAZNUZim6R3quYi9ap/8tww=="
  private static let tampered = "5p5/ZVvLtE35hvF7Rq8NVHSWKyy9"

  @Test
  func `a decrypted row tells so, and where it ended`() throws {
    let account = SessionAccount(
      rows: [
        row("a", Self.loaded),
        StoredSessionRow(id: "b", sequenceNumber: 2, content: .plain("plain")),
      ],
      sessionKey: Self.key
    )
    #expect(try account.timeline.get().entries.map(\.content) == ["loaded", "plain"])
    #expect(account.dispositions.map(\.outcome) == [.shown(entryID: "a"), .shown(entryID: "b")])
    #expect(account.dispositions.map(\.isDecrypted) == [true, false])
  }

  @Test(
    arguments: [
      (nil, nonce, .noCiphertext),
      (loaded, " ", .noNonce),
      ("?", nonce, .undecodableCiphertext),
      (loaded, "?", .undecodableNonce),
      (loaded, "AAAA", .nonceLength),
      ("AAAA", nonce, .ciphertextLength),
      (tampered, nonce, .notAuthentic),
    ] as [(String?, String?, DecryptionFault)]
  )
  func `an update that is ignored tells what is wrong with it`(
    ciphertext: String?,
    nonce: String?,
    fault: DecryptionFault
  ) throws {
    let account = SessionAccount(
      rows: [row("a", Self.loaded)],
      updates: [row("a", ciphertext, nonce: nonce), row("a", Self.loaded, sequence: 2)],
      sessionKey: Self.key
    )
    #expect(try account.timeline.get().rowCount == 1)
    #expect(account.dispositions.map(\.rule) == [.r1, .e3, .p1])
    #expect(
      account.dispositions.map(\.outcome) == [
        .superseded(by: 2, because: .greaterSequenceNumber), .ignored(fault), .shown(entryID: "a"),
      ]
    )
    #expect(account.dispositions.map(\.isDecrypted) == [true, false, true])
  }

  @Test
  func `an initial load that fails tells which row did it, and that the others are not read`() {
    let account = SessionAccount(
      rows: [row("a", Self.loaded), row("b", Self.tampered), row("c", nil)],
      updates: [row("d", Self.loaded)],
      sessionKey: Self.key
    )
    #expect(throws: SessionDecryptionError.invalidEncryptedRow) { try account.timeline.get() }
    #expect(account.dispositions.map(\.rule) == [.e2, .e2, .e2, .e2])
    #expect(
      account.dispositions.map(\.outcome) == [
        .unread, .unread, .undecryptable(.noCiphertext), .unread,
      ]
    )
  }

  @Test
  func `a row of the load that another replaces is superseded, though it can't be read`() throws {
    let account = SessionAccount(
      rows: [row("a", Self.tampered), row("a", Self.loaded, sequence: 2)],
      sessionKey: Self.key
    )
    #expect(try account.timeline.get().rowCount == 1)
    #expect(
      account.dispositions.map(\.outcome) == [
        .superseded(by: 1, because: .greaterSequenceNumber), .shown(entryID: "a"),
      ]
    )
  }

  @Test(arguments: [nil, "", " \(key)", "AAAA"])
  func `without a key the first encrypted row is the one that can't be read`(key: String?) {
    let plain = StoredSessionRow(id: "a", sequenceNumber: 1, content: .plain("plain"))
    let account = SessionAccount(
      rows: [plain, row("b", Self.tampered), row("c", Self.loaded)],
      sessionKey: key
    )
    #expect(throws: SessionDecryptionError.secretResolutionFailed) { try account.timeline.get() }
    #expect(
      account.dispositions.map(\.outcome) == [.unread, .undecryptable(.noUsableKey), .unread]
    )
  }

  @Test
  func `each fault has the contract's code`() {
    let codes = DecryptionFault.allCases.map(\.error.rawValue)
    #expect(
      codes.prefix(3) == [
        "secret_resolution_failed", "invalid_encrypted_row", "invalid_encrypted_row",
      ]
    )
    #expect(Set(codes.dropFirst(3)) == ["decrypt_failed"])
  }

  private func row(
    _ id: String,
    _ ciphertext: String?,
    nonce: String? = nonce,
    sequence: Int64 = 1
  ) -> StoredSessionRow {
    StoredSessionRow(
      id: id,
      sequenceNumber: sequence,
      content: .encrypted(EncryptedContent(ciphertext: ciphertext, nonce: nonce))
    )
  }
}
