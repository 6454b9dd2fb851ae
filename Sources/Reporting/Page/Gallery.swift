package import CanonicalJSON
package import Conformance

/// The previews of contracts, with the goldens that they show.
package struct Gallery: Sendable {
  /// A contract that has previews.
  package struct Section: Sendable {
    package let suite: Suite
    package let previews: [Preview]
  }

  /// A preview of the manifest with its case.
  package struct Preview: Sendable {
    package let preview: Matrix.Preview
    package let testCase: Case
    /// The value of the golden, or `nil` if the case has none.
    package let output: JSONValue?
  }

  /// The contracts that have previews, in order.
  package let sections: [Section]

  /// The number of previews of all contracts.
  package var count: Int { sections.reduce(0) { $0 + $1.previews.count } }

  /// The cases that have no golden to show, by name and each once.
  package var casesWithoutGoldens: [String] {
    sections.flatMap(\.previews).filter { $0.output == nil }.map(\.testCase.name)
      .distinct(by: \.self)
  }

  /// Reads the goldens that the previews of contracts show.
  ///
  /// A case whose expectation is complete has no golden, and its expected output is shown.
  ///
  /// - Throws: A `SourceError` if a golden can't be read.
  package init(_ suites: [Suite]) throws(SourceError) {
    var sections: [Section] = []
    for suite in suites where !suite.matrix.previews.isEmpty {
      let cases = Dictionary(suite.cases.map { ($0.id, $0) }) { first, _ in first }

      var previews: [Preview] = []
      for preview in suite.matrix.previews {
        // The lint reports a preview of an unknown case.
        guard let testCase = cases[preview.testCase.name] else { continue }
        let output = try Self.output(of: testCase, in: suite)
        previews.append(Preview(preview: preview, testCase: testCase, output: output))
      }
      sections.append(Section(suite: suite, previews: previews))
    }
    self.sections = sections
  }

  /// Returns the output that a case expects, or `nil` if no golden has been accepted yet.
  private static func output(
    of testCase: Case,
    in suite: Suite
  ) throws(SourceError) -> JSONValue? {
    if let expected = testCase.expectation.output { return expected }
    return try suite.goldens.golden(of: testCase)?.value
  }
}
