import Conformance
import Testing

struct RedactionTests {
  @Test(arguments: [
    ("key sk" + "-0a1b2c3d4e5f6g7h8i9j!", "key SECRET-1!"),
    ("ghp_abcdefghijklmnopqrstuvwxyz0123", "SECRET-1"),
    ("id=AKIAIOSFODNN7EXAMPLE.", "id=SECRET-1."),
    ("Authorization: Bearer abc123.def-456~ghi", "Authorization: Bearer SECRET-1"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "SECRET-1"),
    ("a -----BEGIN KEY-----\nMIIB\n-----END KEY----- b", "a SECRET-1 b"),
    ("https://me:hunter2@host/x", "https://me:SECRET-1@host/x"),
    ("sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b", "sha SECRET-1"),
    ("EtIGCpEBCAsYAipAm3Xz9Qb7Rk2Lw8Vt5Nc4Hd6Jf1", "SECRET-1"),
  ])
  func `what looks like a secret is replaced`(text: String, redacted: String) {
    var redaction = Redaction()
    #expect(redaction.redact(text) == redacted)
    #expect(redaction.replacements.map(\.kind) == [.secret])
  }

  @Test(arguments: [
    ("\(users)/jane/notes", "\(users)/user1/notes"),
    ("cd \(home)/jane.doe; ls", "cd \(home)/user1; ls"),
    ("C:\\Users" + #"\Jane\x"#, "C:\\Users" + #"\user1\x"#),
    (#"C:\\Users"# + #"\\Jane\\x"#, #"C:\\Users"# + #"\\user1\\x"#),
    ("projects/-Users-jane-app/x", "projects/-Users-user1-app/x"),
    ("file://\(home)/jane", "file://\(home)/user1"),
  ])
  func `the name of a home folder is replaced`(text: String, redacted: String) {
    var redaction = Redaction()
    #expect(redaction.redact(text) == redacted)
    #expect(redaction.replacements.map(\.kind) == [.home])
  }

  @Test(arguments: [
    ("mail jane.doe+x@mail.example.de.", "mail person-1@example.com."),
    ("<a@b.io>", "<person-1@example.com>"),
    ("git@github.com:x/y", "person-1@example.com:x/y"),
  ])
  func `an e-mail address is replaced`(text: String, redacted: String) {
    var redaction = Redaction()
    #expect(redaction.redact(text) == redacted)
    #expect(redaction.replacements.map(\.kind) == [.address])
  }

  @Test(arguments: [
    "c624bd74-b03c-4783-82ac-59ee5c94e737", "toolu_01A09q90qw90lq917835lq9",
    "msg_01Vk7Nw6nMvw9zsnWpErvT6k",
    "sk-learn-and-other-long-words", "src/home/page", "a-home-page", "me@example.com",
    "npm install pkg@1.2.3",
    "Sources/Conformance/Scaffolding/SensitiveText/Whatever.swift", "/homework/x", "é 日本 \u{1F600}",
    "https://host:8080/path", "0000000000000000000000000000000000000000", "name@host",
  ])
  func `ordinary text is left as it is`(text: String) {
    var redaction = Redaction()
    #expect(redaction.redact(text) == text)
    #expect(redaction.replacements.isEmpty)
  }

  @Test func `the same text has the same placeholder, another one another`() {
    var redaction = Redaction()
    #expect(
      redaction.redact("\(home)/ann \(home)/bob \(users)/ann")
        == "\(home)/user1 \(home)/user2 \(users)/user1"
    )
    #expect(redaction.redact("\(home)/bob") == "\(home)/user2")
    #expect(redaction.replacements.map(\.count) == [2, 2])
  }

  @Test func `a report shows the beginning of a secret alone`() {
    var redaction = Redaction()
    _ = redaction.redact("ghp_abcdefghijklmnopqrstuvwxyz0123")
    #expect(redaction.replacements.map(\.excerpt) == ["ghp_ab… (34 bytes)"])
  }
}

// Kept apart from the names in them: no file of this repository may contain the path of a person's
// folder.
private let users = "/Users"
private let home = "/home"
