import Foundation

/// An edit of the program of `TemporarySuite.withMutants`: what stands after `serve`, the reference
/// as a program.
struct TestMutant {
  var clause = "R1"
  let mistake: String
  var find = "serve"
  let replacement: String

  /// Texts are changed.
  static let wrong = TestMutant(
    mistake: "text is changed",
    replacement: "serve | sed -u s/good/bad/"
  )
  /// Errors are lost.
  static let silent = TestMutant(
    clause: "C2",
    mistake: "errors are lost",
    replacement: "serve | sed -u s/luck//"
  )
  static let harmless = TestMutant(mistake: "nothing is wrong", replacement: "serve | cat")
  static let dead = TestMutant(
    mistake: "it ends at once",
    find: "exec",
    replacement: "echo oh no >&2; exit 3; exec"
  )
  /// It greets, and answers nothing.
  static let hanging = TestMutant(mistake: "it waits", replacement: "serve | sed -u -n 1p")

  fileprivate func json(number: Int, file: String) -> String {
    """
    { "clause": "\(clause)", "mistake": "\(mistake)\(number > 0 ? " \(number)" : "")", "implementation": "shell",
      "file": "\(file)", "find": "\(find)", "replace": "\(replacement)" }
    """
  }

  /// The file that has them; those with the same mistake are numbered.
  static func file(_ mutants: [TestMutant], of file: String = "program/serve.sh") -> String {
    var seen: [String: Int] = [:]
    let texts = mutants.map { mutant in
      defer { seen[mutant.mistake, default: 0] += 1 }
      return mutant.json(number: seen[mutant.mistake] ?? 0, file: file)
    }
    return "{ \"mutants\": [\n\(texts.joined(separator: ",\n"))\n] }\n"
  }
}

extension TemporarySuite {
  static let mutants = "\(fixtures)/mutants.json"

  /// The sample with its goldens, a program that answers as the reference does, and mutants of it.
  static func withMutants(_ mutants: [TestMutant]) async throws -> TemporarySuite {
    let suite = try await recorded()
    try suite.write("exec '\(try Program.url.path)' serve\n", to: "program/serve.sh")
    try suite.list(
      #"{ "name": "shell", "contracts": ["session-detail"], "command": ["sh", "program/serve.sh"] }"#
    )
    try suite.write(TestMutant.file(mutants), to: Self.mutants)
    // Four cases leave many blind spots, of which these tests are not.
    try suite.replace(
      #""caseFiles":"#,
      with: #""blindSpots": [{"at": "", "reason": "there are four cases"}], "caseFiles":"#,
      in: Sample.matrix
    )
    return suite
  }
}
