import Foundation

/// An edit to the program of `TemporarySuite.withMutants`. By default, it replaces `serve`, the
/// argument with which `parity` answers as the reference.
struct TestMutant {
  var clause = "R1"
  let mistake: String
  var find = "serve"
  let replacement: String

  /// A mutant that changes texts.
  static let wrong = TestMutant(
    mistake: "text is changed",
    replacement: "serve | sed -u s/good/bad/"
  )
  /// A mutant that loses errors.
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
  /// A mutant that completes the handshake, then answers nothing.
  static let hanging = TestMutant(mistake: "it waits", replacement: "serve | sed -u -n 1p")

  fileprivate func json(number: Int, file: String) -> String {
    """
    { "clause": "\(clause)", "mistake": "\(mistake)\(number > 0 ? " \(number)" : "")", "implementation": "shell",
      "file": "\(file)", "find": "\(find)", "replace": "\(replacement)" }
    """
  }

  /// Returns a file of mutants. Mutants with the same mistake are numbered.
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

  /// Returns the sample with its goldens, a program that answers like the reference, and mutants of
  /// that program.
  static func withMutants(_ mutants: [TestMutant]) async throws -> TemporarySuite {
    let suite = try await recorded()
    try suite.write("exec \(try pathOfProgram) serve\n", to: "program/serve.sh")
    try suite.list(
      #"{ "name": "shell", "contracts": ["session-detail"], "command": ["sh", "program/serve.sh"] }"#
    )
    try suite.write(TestMutant.file(mutants), to: Self.mutants)
    return suite
  }

  /// The path of the program as a word of a shell, in octal: whatever the folder of the checkout is
  /// called, the text that a mutant looks for isn't in its path.
  static var pathOfProgram: String {
    get throws {
      let path = try Program.url.path.utf8.map { "\\0" + String($0, radix: 8) }.joined()
      return "\"$(printf %b '\(path)')\""
    }
  }
}
