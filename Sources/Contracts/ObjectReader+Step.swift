internal import CanonicalJSON
internal import Conformance

extension ObjectReader {
  /// The one member of a step, which has one of these names; nil where `file` got a diagnostic that says why not.
  static func step(
    _ node: JSONNode, of names: [String], in file: SourceFile
  ) -> (name: String, value: JSONNode)? {
    guard let reader = ObjectReader(node, "a step", keys: names, in: file) else { return nil }
    guard node.members.count == 1 else {
      file.report("a step has exactly one of \(names.map { "'\($0)'" }.joined(separator: ", "))", at: node)
      return nil
    }
    // A member that no step has is told already.
    return names.lazy.compactMap { name in reader[name].map { (name, $0) } }.first
  }

  /// Whether the argument of a step that takes none is true, which `file` is told of otherwise.
  static func isTrue(_ node: JSONNode, of step: String, in file: SourceFile) -> Bool {
    if node.bool == true { return true }
    file.report("'\(step)' has to be true, not \(node.bool.map(String.init) ?? node.kind.withArticle)", at: node)
    return false
  }
}
