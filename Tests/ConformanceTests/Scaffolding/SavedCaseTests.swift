import CanonicalJSON
import Conformance
import Foundation
import SystemPackage
import TestSuites
import Testing

/// Tests of the cases that `fuzz --save` writes into a file.
struct SavedCaseTests {
  private let folder = ScratchFolder()

  @Test(arguments: [nil, #"{"cases": []}"#, "{\n  \"cases\": [\n    { \"id\": \"z\" }\n  ]\n}\n"])
  func `several cases come one after the other, as they were sent`(file: String?) throws {
    if let file { try folder.write(file, to: "found.json") }
    let inputs = [#"{"b":1.50,"a":-0}"#, "[1e3]"]
    let cases = try inputs.enumerated().map { index, input in
      (id: "found_\(index)", input: try JSONDocument(parsing: input).root.value)
    }
    let scaffold = try Scaffold.writingCases(
      cases,
      operation: nil,
      to: "found.json",
      under: folder.root,
      shownAs: "found.json"
    )
    try scaffold.transaction.apply(under: folder.root)

    let text = try #require(try folder.text("found.json"))
    let saved = try JSONDocument(parsing: text).root["cases"]?.elements.suffix(2) ?? []
    #expect(saved.map { $0["id"]?.string } == ["found_0", "found_1"], "\(text)")
    #expect(saved.map { $0["input"]?.value.writtenText() } == inputs, "\(text)")
  }
}
