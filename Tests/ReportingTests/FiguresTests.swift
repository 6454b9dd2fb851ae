import Conformance
import Reporting
import Testing

struct FiguresTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (2255, "2,255"), (1_234_567, "1,234,567"),
    (-1000, "-1,000"),
  ])
  func `a number has a comma between groups of three digits`(number: Int, text: String) {
    #expect(figure(number) == text)
  }

  @Test(arguments: [
    (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1449, "1.4 kB"), (9_949, "9.9 kB"),
    (9_960, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (5_000_000_000, "5.0 GB"),
  ])
  func `a size is in the largest unit that fits`(bytes: Int, text: String) {
    #expect(sizeText(bytes: bytes) == text)
  }

  @Test(arguments: [
    (0, "0.1 s"), (149, "0.1 s"), (500, "0.5 s"), (9_949, "9.9 s"), (9_960, "10 s"),
    (119_400, "119 s"), (120_000, "2 min"), (200_000, "3 min 20 s"),
  ])
  func `a duration is short to read`(milliseconds: Int, text: String) {
    #expect(Duration.milliseconds(milliseconds).shortText == text)
  }
}

struct `A line on a terminal is wrapped` {
  @Test func `at spaces, with the rest indented by two more columns`() {
    #expect(
      fitted("  row a: one two three four", columns: 16) == ["  row a: one two", "    three four"]
    )
    #expect(fitted("short", columns: 16) == ["short"])
  }

  @Test func `with a command on a line of its own, which stays whole`() {
    let line = StyledLine(advice: "next: accept the output: parity review --only contract/case")
    #expect(
      line.fitted(columns: 30).map { $0.text(color: false) } == [
        "next: accept the output:", "  parity review --only contract/case",
      ]
    )
  }

  @Test func `unless it has to be copied as it is`() {
    let line = StyledLine("    printf %s 'one two three' | cat").verbatim
    #expect(line.fitted(columns: 10) == [line])
  }

  @Test func `with its styles`() {
    let line = StyledLine([.init("one two ", .removed), .init("three four", .added)])
    let lines = line.fitted(columns: 10)
    let styles = lines.map { line in line.spans.filter { $0.text != "  " }.map(\.style) }
    #expect(styles == [[.removed], [.added], [.added]])
  }

  @Test func `a word that fits a line only without the indentation isn't broken`() {
    let name = "abcdefghijklmnop"
    #expect(fitted("  see \(name) or b", columns: 16) == ["  see", name, "    or b"])
    #expect(fitted("  \(name)", columns: 16) == [name])
    #expect(fitted("    \(name)", columns: 18) == ["  \(name)"])
    #expect(fitted("  \(name)", columns: 15).count == 2)
  }

  private func fitted(_ text: String, columns: Int) -> [String] {
    StyledLine(text).fitted(columns: columns).map { $0.text(color: false) }
  }
}
