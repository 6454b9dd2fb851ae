import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import Testing

struct AccountReportTests {
  private let messages = MessageSnapshot("Accounts")

  @Test func `parts, picture and the rules that were named follow each other`() throws {
    let clauses = try clauses([
      "P8": "A payload is shown or hidden.", "T3": "Outcomes.", "C1": "Not named.",
    ])
    let account = Account(
      [
        (
          "rows",
          [
            Account.Part(
              "a",
              details: ["sequence 1"],
              excerpt: "\"Hi\"",
              dispositions: [("shown", [])]
            ),
            Account.Part(
              "b",
              dispositions: [("hidden", ["P8"]), ("outcome of t", ["T3", "Z9"])]
            ),
          ]
        )
      ],
      pictureTitle: "in the chat",
      picture: [
        Account.Paragraph("user", .name, indent: 2, note: "  a", extent: .line),
        Account.Paragraph("Hi\n\tthere", indent: 4),
      ]
    )
    messages.expect(
      text(AccountReport(clauses: clauses).lines(account)),
      "parts, picture and rules"
    )
  }

  @Test func `no line is wider than there is room, whatever the texts are`() throws {
    let long =
      String(repeating: "word ", count: 30) + String(repeating: "表", count: 60) + "\u{301}\u{301}"
    let paragraphs = [Account.Paragraph.Extent.whole, .line, .lines(2)].flatMap { extent in
      [0, 7, 300].map {
        Account.Paragraph(
          long,
          indent: $0,
          lead: .init("✓ "),
          note: extent == .whole ? "" : "  note",
          extent: extent
        )
      }
    }
    let parts = [Account.Part(long, details: [long], excerpt: long, dispositions: [(long, ["P8"])])]
    let account = Account([("rows", parts)], pictureTitle: "in the chat", picture: paragraphs)
    for width in [40, 80, 133] {
      let lines = AccountReport(clauses: try clauses(["P8": long]), width: width).lines(account)
      for line in lines.map({ $0.text(color: false) }) {
        let columns = line.unicodeScalars.reduce(0) {
          $0 + ($1 == "表" ? 2 : $1 == "\u{301}" ? 0 : 1)
        }
        #expect(columns <= width, "\(line)")
      }
    }
  }

  @Test func `nothing that an input says steers the terminal`() {
    let evil = "\u{1B}[2J\u{202E}x\r\n\u{7}\u{9B}\u{85}y\tz"
    let part = Account.Part(evil, details: [evil], excerpt: evil, dispositions: [(evil, [evil])])
    let account = Account(
      [(evil, [part])],
      pictureTitle: evil,
      picture: [.whole, .line, .lines(1)].map {
        Account.Paragraph(evil, lead: .init(evil), note: evil, extent: $0)
      }
    )
    for line in AccountReport(width: 200).lines(account).map({ $0.text(color: false) }) {
      #expect(printable(line) == line)
    }
  }

  @Test(arguments: [(1, 0), (2, 0), (3, 0), (4, 2), (9, 7)])
  func `a text of too many lines is cut and counted`(count: Int, rest: Int) {
    let letters = "abcdefghi".prefix(count).map(String.init)
    let account = Account(
      [],
      pictureTitle: "x",
      picture: [Account.Paragraph(letters.joined(separator: "\n"), extent: .lines(2))]
    )
    let lines = text(AccountReport().lines(account)).split(separator: "\n").map(String.init)
    let shown: [String] = ["x"] + letters.prefix(count - rest)
    #expect(Array(lines.prefix(shown.count)) == shown)
    #expect(lines.count == shown.count + (rest == 0 ? 0 : 1))
    if rest > 0 {
      let told = lines[shown.count].replacing(" \(rest) ", with: " COUNT ")
      messages.expect(told, "lines that are left out")
    }
  }

  @Test func `words are kept whole, indentation is kept, and long words are cut`() {
    let paragraph = Account.Paragraph(
      "  one two (three) four\n\n\(String(repeating: "x", count: 45))",
      indent: 22
    )
    let account = Account([], pictureTitle: "x", picture: [paragraph])
    let indent = String(repeating: " ", count: 20)
    #expect(
      text(AccountReport(width: 40).lines(account)) == """
        x
        \(indent)  one two (three)
        \(indent)four

        \(indent)\(String(repeating: "x", count: 20))
        \(indent)\(String(repeating: "x", count: 20))
        \(indent)xxxxx
        """
    )
  }

  @Test func `rules have a colour of their own`() {
    let part = Account.Part("a", dispositions: [("hidden", ["P8"])])
    let account = Account([("rows", [part])], pictureTitle: "x", picture: [])
    let lines = AccountReport().lines(account).map { $0.text(color: true) }
    #expect(lines.contains { $0.hasSuffix("hidden (\u{1B}[36mP8\u{1B}[0m)") })
  }

  private func text(_ lines: [StyledLine]) -> String {
    lines.map { $0.text(color: false) }.joined(separator: "\n")
  }

  private func clauses(_ texts: KeyValuePairs<String, String>) throws -> [Matrix.Clause] {
    let clauses = texts.map {
      JSONValue.object(["id": .string($0), "text": .string($1), "level": "must"])
    }
    let json: JSONValue = [
      "contract": "words",
      "version": "1.0.0",
      "title": "T",
      "clauses": .array(clauses),
      "caseFiles": [],
      "rows": [],
    ]
    let file = SourceFile(path: "m.json", document: try JSONDocument(parsing: json.canonicalText()))
    return try #require(MatrixFile.matrix(in: file)).clauses
  }
}
