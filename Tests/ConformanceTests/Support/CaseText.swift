import CanonicalJSON
import Conformance
import TestSuites

/// A case file with one case. An input passed to `init(input:)` starts on the second line.
struct CaseText {
  let testCase: Case?
  /// The diagnostics, in the order of the file.
  let diagnostics: [Diagnostic]

  init(input: String, of words: Words = Words()) throws {
    try self.init("\"input\":\n\(input)", of: words)
  }

  /// Reads a case file with one case.
  ///
  /// - Parameter members: The members of the case in addition to its id.
  init(_ members: String, of words: Words = Words()) throws {
    let text = "{\"cases\": [{\"id\": \"a\", \(members)}]}"
    let file = SourceFile(path: "c.json", document: try JSONDocument(parsing: text))
    testCase = CaseFile.cases(in: file, of: try words.contract).first
    diagnostics = file.diagnostics.inOrder()
  }
}
