import Conformance
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("child_befor_parent", "child_before_parent"),
    ("regenrate", "regenerate"),
    ("chekc", "check"),
    ("lnit", "lint"),
    ("lint", "lint"),
    ("Check", "check"),
    ("matrixes", "matrix"),
  ])
  func `the nearest word is suggested`(typed: String, meant: String) {
    let words = [
      "check", "regenerate", "lint", "list", "matrix", "child_before_parent",
      "child_before_parents",
    ]
    #expect(Suggestion.nearest(to: typed, in: words) == meant)
    #expect(Suggestion.nearest(to: typed, in: words.reversed()) == meant)
  }

  @Test(arguments: ["", "x", "xyz", "completely different"])
  func `nothing is suggested where nothing is near`(typed: String) {
    #expect(Suggestion.nearest(to: typed, in: ["", "a", "check", "lint"]) == nil)
  }

  @Test func `an abbreviation suggests the only word that it can abbreviate`() {
    #expect(Suggestion.nearest(to: "cmd", in: ["cwd", "command"]) == "cwd", "one character off")
    #expect(Suggestion.nearest(to: "cmd", in: ["name", "command", "contracts"]) == "command")
    #expect(Suggestion.nearest(to: "impl", in: ["implementation", "plan"]) == "implementation")
    #expect(Suggestion.nearest(to: "chk", in: ["check", "checks"]) == nil, "two words")
    #expect(Suggestion.nearest(to: "co", in: ["command"]) == nil, "two characters")
    #expect(Suggestion.nearest(to: "dmc", in: ["command"]) == nil, "another order")
  }

  @Test func `of equally near words the first in byte order is suggested`() {
    #expect(Suggestion.nearest(to: "row-x", in: ["row-c", "row-a", "row-b"]) == "row-a")
  }

  @Test func `a text of 40,000 scalars is no slip`() {
    let long = String(repeating: "row_", count: 10_000)
    #expect(Suggestion.nearest(to: long, in: ["row_", long + "x"]) == nil)
  }

  @Test func `every single slip in a word is found among many words`() {
    let words = (0..<2_000).map { "case_number_\(1_000 + $0)" } + ["behavior"]
    let slips = [
      "behavio", "xbehavior", "behavoir", "bheavior", "behaviorx", "behawior", "ehavior",
    ]
    for slip in slips { #expect(Suggestion.nearest(to: slip, in: words) == "behavior", "\(slip)") }
  }

  @Test func `canonically equivalent words are different words`() {
    #expect(Suggestion.nearest(to: "cafe\u{301}", in: ["caf\u{E9}"]).map { Array($0.utf8) } == nil)
  }
}
