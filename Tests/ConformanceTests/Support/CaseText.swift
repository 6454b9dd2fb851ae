import CanonicalJSON
import Conformance

/// A case file with one case, whose input is written on the second line.
struct CaseText {
  let testCase: Case?
  /// `2:1: message`, in the order of the file.
  let problems: [String]
  let diagnostics: [Diagnostic]

  init(input: String, of words: Words = Words()) throws {
    try self.init("\"input\":\n\(input)", of: words)
  }

  /// - Parameter members: what the case has besides its id.
  init(_ members: String, of words: Words = Words()) throws {
    let text = "{\"cases\": [{\"id\": \"a\", \(members)}]}"
    let file = SourceFile(path: "c.json", document: try JSONDocument(parsing: text))
    testCase = CaseFile.cases(in: file, of: try words.contract).first
    diagnostics = file.diagnostics.inOrder()
    problems = diagnostics.map {
      "\($0.location.position?.description ?? "nowhere"): \($0.message)"
    }
  }
}
