internal import CanonicalJSON

/// A column of the directory, from the left (D1).
public enum ColumnName: String, CaseIterable, Sendable {
  case dispatchers, groups, individuals, subagents

  /// The columns to the right of this one, the next of them first.
  var following: ArraySlice<ColumnName> { Self.allCases.drop { $0 != self }.dropFirst() }
}

/// Something that a column shows.
public struct DirectoryItem: Sendable {
  /// Without a resource.
  public let jid: JID
  /// The directory's, or the JID.
  public let name: String
}

/// What was chosen last, over all columns (D1).
public struct DirectorySelection: Hashable, Sendable {
  /// The column in which it was chosen.
  public let column: ColumnName
  /// Without a resource.
  public let jid: JID
}

/// A column with what is known of its node.
struct DirectoryColumn {
  /// What the directory calls the list that the column shows.
  let node: TextKey
  var items: [DirectoryItem] = []
  var chosen: JID?
  /// The id of the latest request, while it is unanswered (D5).
  var request: TextKey?
  /// Whether one more request follows the reply (D6).
  var requestsAgain = false

  func item(_ jid: JID) -> DirectoryItem? { items.first { $0.jid == jid } }
}

extension [DirectoryItem] {
  // D4
  /// The items of a result's `query`, in the order of the server.
  init(_ query: StanzaElement) {
    self = []
    var seen = Set<JID>()
    for child in query.children where child.has("item", in: Namespace.discoItems) {
      guard let jid = child["jid"].flatMap(JID.init)?.bare, seen.insert(jid).inserted else {
        continue
      }
      let name = child["name"].flatMap { $0.trimmed.isEmpty ? nil : $0 }
      append(DirectoryItem(jid: jid, name: name ?? jid.description))
    }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    return scalars.lastIndex { !$0.properties.isWhitespace }.map { String(scalars[...$0]) } ?? ""
  }
}
