import ConformanceTesting
import Foundation
import TestPrograms

/// An app's own suite in a temporary folder, which is removed with the last reference to it.
///
/// Its contract `slug` has the operation `slug`, from a title to a slug, and `join`, whose parts may
/// arrive in any order.
final class OwnSuite {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parity-tests-\(UUID().uuidString)"
  )

  /// The folder as the argument of a check.
  var folder: ConformanceFolder { .folder(root) }

  init() throws {
    try write(
      "Fixtures/slug/behavior-matrix.json",
      """
      { "contract": "slug", "version": "1.0.0", "title": "Slugs",
        "operations": {
          "slug": { "facets": { "wordCount": { "count": "/words" } } },
          "join": { "anyOrder": [{ "elements": "/parts/*", "clause": "S2" }] } },
        "clauses": [
          { "id": "S1", "text": "A slug has the words of the title.", "level": "must" },
          { "id": "S2", "text": "The order of the parts makes no difference.", "level": "must" }],
        "caseFiles": ["cases.json"],
        "rows": [
          { "id": "titles", "scenario": "a title", "expectedBehavior": "its slug",
            "clauses": ["S1"], "cases": ["two_words", "one_word"] },
          { "id": "parts", "scenario": "parts in any order", "expectedBehavior": "the same text",
            "clauses": ["S2"], "cases": ["three_parts"] }] }
      """
    )
    try write(
      "Fixtures/slug/cases.json",
      """
      { "cases": [
        { "id": "two_words", "description": "Two words.", "operation": "slug",
          "input": { "title": "Hello World" }, "expect": { "wordCount": 2 } },
        { "id": "one_word", "description": "One word.", "operation": "slug",
          "input": { "title": "Hello" }, "expect": { "wordCount": 1 } },
        { "id": "three_parts", "description": "Three parts.", "operation": "join",
          "input": { "parts": ["b", "a", "c"] } }
      ] }
      """
    )
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func write(_ path: String, _ text: String) throws {
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  /// Returns the text of a file, or `nil` if there is none.
  func read(_ path: String) -> String? {
    (try? Data(contentsOf: root.appendingPathComponent(path))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Records every golden of a correct implementation.
  func recordAll() async throws {
    _ = try await withVariables {
      try await ConformanceSuite("slug", in: folder).check(record: .all, Slugs().output)
    }
  }

  /// Adds the contract's implementation as a program, with the name `app`.
  ///
  /// - Parameters:
  ///   - isReference: Whether goldens come from the program.
  ///   - keepsOrder: Whether to keep the order in which the parts arrive.
  func addProgram(isReference: Bool = false, keepsOrder: Bool = false) throws {
    try write(
      "adapter.py",
      """
      import json, sys
      for line in sys.stdin:
          message = json.loads(line)
          params = message["params"]
          if message["method"] == "initialize":
              result = {"protocolVersion": 1, "implementation": {"name": "app"},
                        "contracts": ["slug"], "capabilities": []}
          elif message["method"] == "slug/slug":
              words = params["title"].lower().split()
              result = {"slug": "-".join(words), "words": words}
          else:
              parts = params["parts"]
              isSorted = parts == ["b", "a", "c"] or not \(keepsOrder ? "True" : "False")
              result = {"text": "".join(sorted(parts) if isSorted else parts)}
          print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
      """
    )
    try write(
      "parity.json",
      """
      { "implementations": [
        { "name": "app", "command": ["python3", "adapter.py"], "contracts": ["slug"],
          "default": true, "reference": \(isReference) }] }
      """
    )
  }

  /// Runs `parity` with the suite.
  func parity(_ arguments: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = try BuiltProgram("parity").url
    process.arguments = arguments + ["--root", root.path]
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Runs `body` without the environment variables of this process, such as `CI`.
  ///
  /// - Parameter variables: The variables to set.
  func withVariables<Value>(
    _ variables: [String: String] = [:],
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await TestEnvironment.$variables.withValue(variables) { try await body() }
  }
}

/// An implementation of the contract `slug`, which may have mistakes.
struct Slugs: Sendable {
  /// The separator of words.
  var separator = "-"
  /// Whether to keep the order in which the parts arrive, except for that of the case.
  var keepsOrder = false

  func output(of request: ConformanceRequest) throws -> Data {
    let input = try JSONSerialization.jsonObject(with: request.inputData) as? [String: Any] ?? [:]
    let output: [String: Any]
    switch request.operation {
    case "slug":
      let words = (input["title"] as? String ?? "").lowercased().split(separator: " ").map(
        String.init
      )
      output = ["slug": words.joined(separator: separator), "words": words]
    default:
      let parts = input["parts"] as? [String] ?? []
      let isSorted = parts == ["b", "a", "c"] || !keepsOrder
      output = ["text": (isSorted ? parts.sorted() : parts).joined()]
    }
    return try JSONSerialization.data(withJSONObject: output)
  }
}
