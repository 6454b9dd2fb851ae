import Conformance
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("child_befor_parent", "child_before_parent"), ("regenrate", "regenerate"), ("chekc", "check"), ("lnit", "lint"),
    ("lint", "lint"), ("Check", "check"), ("matrixes", "matrix"),
  ])
  func `the nearest word is suggested`(typed: String, meant: String) {
    let words = ["check", "regenerate", "lint", "list", "matrix", "child_before_parent", "child_before_parents"]
    #expect(Suggestion.nearest(to: typed, in: words) == meant)
    #expect(Suggestion.nearest(to: typed, in: words.reversed()) == meant)
  }

  @Test(arguments: ["", "x", "xyz", "completely different"])
  func `nothing is suggested where nothing is near`(typed: String) {
    #expect(Suggestion.nearest(to: typed, in: ["", "a", "check", "lint"]) == nil)
  }

  @Test func `of equally near words the first in byte order is suggested`() {
    #expect(Suggestion.nearest(to: "row-x", in: ["row-c", "row-a", "row-b"]) == "row-a")
  }

  @Test func `canonically equivalent words are different words`() {
    #expect(Suggestion.nearest(to: "cafe\u{301}", in: ["caf\u{E9}"]).map { Array($0.utf8) } == nil)
  }
}
