import CanonicalJSON
import Conformance
import Contracts
import SystemPackage

/// The contract `agent-directory` in the work tree that these tests were built from.
enum DirectorySuite {
  static let suite = Suite.load(
    "agent-directory",
    linked: .builtIn,
    lock: GoldenLock.load(under: root).value,
    under: root
  ).value

  static let cases = suite?.cases ?? []

  /// The stanzas that the cases receive, each once.
  static let stanzas: [String] = {
    var seen: Set<TextKey> = []
    return cases.flatMap { received(in: $0.request.input) }.filter {
      seen.insert(TextKey($0)).inserted
    }
  }()

  /// Returns the stanzas that the steps of an input receive.
  static func received(in input: JSONValue) -> [String] {
    (input["steps"]?.elements ?? []).compactMap { $0["receive"]?.string }
  }

  private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent()
}
