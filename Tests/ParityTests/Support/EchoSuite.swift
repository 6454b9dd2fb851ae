import Foundation

/// The files of a contract `echo` whose program returns the member `out` of each input, or an error
/// if there is none.
///
/// A case can so have any output.
enum EchoSuite {
  static let manifest = "Fixtures/echo/behavior-matrix.json"
  static let cases = "Fixtures/echo/cases.json"
  static let goldens = "Golden/echo"

  /// Returns the files of the suite.
  ///
  /// - Parameters:
  ///   - members: Further members of the manifest, as JSON without braces.
  ///   - operation: The declaration of the only operation, as JSON.
  ///   - cases: The cases, as JSON.
  ///   - isReference: Whether goldens come from the program.
  static func files(
    members: String = "",
    operation: String = "{}",
    cases: [String],
    isReference: Bool = true
  ) -> [String: String] {
    [
      manifest: """
      { "contract": "echo", "version": "1.0.0", "title": "Echo",\(members.isEmpty ? "" : " \(members),")
        "operations": { "say": \(operation) },
        "caseFiles": ["cases.json"] }

      """,
      Self.cases: caseFile(cases),
      "echo.py": """
      import json, sys
      for request in map(json.loads, sys.stdin):
          reply = {"jsonrpc": "2.0", "id": request["id"]}
          if request["method"] == "initialize":
              reply["result"] = {"protocolVersion": 1, "contracts": ["echo"], "capabilities": [],
                                 "implementation": {"name": "echo", "version": "1", "language": "Python"}}
          elif "out" in request["params"]:
              reply["result"] = request["params"]["out"]
          else:
              reply["error"] = {"code": -32000, "message": "nothing to say"}
          print(json.dumps(reply), flush=True)

      """,
      "parity.json": """
      { "implementations": [
        { "name": "echo", "command": ["python3", "echo.py"], "contracts": ["echo"]\(isReference ? ", \"reference\": true" : "") }
      ] }

      """,
    ]
  }

  /// Returns a case file with one case on each line after the first.
  static func caseFile(_ cases: [String]) -> String {
    "{ \"cases\": [\n\(cases.joined(separator: ",\n"))\n] }\n"
  }
}

extension ProgramRun {
  /// The JSON report on standard output.
  func jsonReport() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: Any] ?? [:]
  }
}
