import Foundation

/// The files of a contract `tool` whose only implementation is a command-line tool without an
/// adapter.
enum StdioSuite {
  static let cases = "Fixtures/tool/cases.json"
  static let goldens = "Golden/tool"

  /// Returns the files of the suite.
  ///
  /// - Parameters:
  ///   - command: The command, as the words of `parity.json`.
  ///   - entry: Further members of the program's entry, as JSON without braces.
  ///   - operation: The declaration of the only operation, as JSON.
  ///   - inputs: The inputs of the cases `c0`, `c1` and so on, as JSON. They have goldens.
  ///   - expected: The inputs, required capabilities and outputs of cases without goldens, as JSON,
  ///     if there are no `inputs`.
  ///   - check: The member `check` of `parity.json`, as JSON.
  static func files(
    _ command: [String],
    _ entry: String = "",
    operation: String = #"{ "output": "text" }"#,
    inputs: [String] = [],
    expecting expected: [(input: String, requires: String, output: String)] = [],
    check: String = "{}"
  ) throws -> [String: String] {
    let recorded = inputs.enumerated().map { #"{ "id": "c\#($0)", "input": \#($1) }"# }
    let complete = expected.enumerated().map { index, testCase in
      #"{ "id": "e\#(index)", "input": \#(testCase.input), "requires": [\#(testCase.requires)], "#
        + #""expect": { "output": \#(testCase.output) } }"#
    }
    let goldens = inputs.isEmpty ? #""goldens": false,"# : ""
    let words = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
    return [
      "Fixtures/tool/behavior-matrix.json": """
      { "contract": "tool", "version": "1.0.0", "title": "A tool",
        "operations": { "work": \(operation) },
        \(goldens) "caseFiles": ["cases.json"] }

      """,
      Self.cases: EchoSuite.caseFile(recorded + complete),
      "parity.json": """
      { "check": \(check), "implementations": [
        { "name": "tool", "protocol": "stdio", "contracts": ["tool"], "reference": true,
          "command": \(words)\(entry.isEmpty ? "" : ", \(entry)") }
      ] }

      """,
    ]
  }

  /// Returns the command that runs a shell script.
  static func shell(_ script: String) -> [String] { ["/bin/sh", "-c", script] }
}
