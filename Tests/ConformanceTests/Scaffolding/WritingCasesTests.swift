import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct WritingCasesTests {
  private let folder = ScratchFolder()

  @Test(arguments: [
    nil, #"{"cases": []}"#, "{\n  \"cases\": [\n  ]\n}\n", #"{"cases": [{"id": "a"}]}"#,
    "{\n  \"cases\": [\n    { \"id\": \"a\" }\n  ]\n}\n",
    "{\r\n\t\"cases\": [\r\n\t\t{ \"id\": \"a\" }\r\n\t]\r\n}\r\n",
  ])
  func `cases are valid JSON in the order given, after those that are there`(text: String?) throws {
    try folder.createFolder()
    if let text { try folder.write(text, to: "cases.json") }
    let earlier = text?.contains("\"a\"") ?? false ? ["a"] : []
    try add([("x", 1), ("y", 2), ("z", 3)])
    #expect(try ids() == earlier + ["x", "y", "z"])
    try add([("y", 2), ("w", 4)])
    #expect(try ids() == earlier + ["x", "y", "z", "w"])
    if text?.contains("\r\n") ?? false {
      let text = try #require(try folder.text("cases.json"))
      let feeds = text.unicodeScalars.count { $0 == "\n" }
      #expect(feeds > 10, "new cases have lines of their own")
      let returns = text.unicodeScalars.count { $0 == "\r" }
      #expect(feeds == returns, "lines end as those that are there")
    }
  }

  @Test func `an id that is there for another input gets a number`() throws {
    try folder.createFolder()
    try add([("x", 1)])
    try add([("x", 2), ("x", 3), ("x", 2)])
    #expect(try ids() == ["x", "x_2", "x_3"])
    try add([("x", 3)], operation: "other")
    #expect(try ids() == ["x", "x_2", "x_3", "x_4"])
  }

  private func add(_ cases: [(String, JSONValue)], operation: String? = nil) throws {
    let scaffold = try Scaffold.writingCases(
      cases.map { (id: $0.0, input: $0.1) },
      operation: operation,
      to: "cases.json",
      under: folder.root,
      shownAs: "cases.json"
    )
    try scaffold.transaction.apply(under: folder.root)
  }

  private func ids() throws -> [String] {
    let text = try #require(try folder.text("cases.json"))
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    return root["cases"]?.elements.compactMap { $0["id"]?.string } ?? []
  }
}
