internal import CanonicalJSON

/// The nodes of which the client hears when they change (D6).
struct DirectorySubscriptions {
  private var nodes: Set<TextKey> = []
  /// By the id of the stanza, until it is answered.
  private var unanswered: [TextKey: TextKey] = [:]

  func contains(_ node: TextKey) -> Bool { nodes.contains(node) }

  mutating func add(_ node: TextKey, id: String) {
    nodes.insert(node)
    unanswered[TextKey(id)] = node
  }

  mutating func takeReply(id: String, isError: Bool) {
    guard let node = unanswered.removeValue(forKey: TextKey(id)), isError else { return }
    nodes.remove(node)
  }
}
