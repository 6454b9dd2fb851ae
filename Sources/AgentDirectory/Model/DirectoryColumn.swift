internal import CanonicalJSON

/// A column of the directory, in order from the left (D1).
public enum ColumnName: String, CaseIterable, Sendable {
  case dispatchers, groups, individuals, subagents

  /// The columns to the right of this one, from left to right.
  var following: ArraySlice<ColumnName> { Self.allCases.drop { $0 != self }.dropFirst() }
}

/// An item in a column.
public struct DirectoryItem: Sendable {
  /// The bare JID of the item.
  public let jid: JID
  /// The name in the directory, or the JID if the directory has no name for the item.
  public let name: String
}

/// The item selected last in any column (D1).
public struct DirectorySelection: Hashable, Sendable {
  /// The column that contains the item.
  public let column: ColumnName
  /// The bare JID of the item.
  public let jid: JID
}

/// A column and the state of its node.
struct DirectoryColumn {
  /// The directory's node for the list that the column shows.
  let node: TextKey
  var items: [DirectoryItem] = []
  var chosen: JID?
  /// The id of the latest request while it is unanswered (D5).
  var request: TextKey?
  /// Whether to send another request after the reply (D6).
  var requestsAgain = false

  /// Returns the item with this bare JID.
  func item(_ jid: JID) -> DirectoryItem? { items.first { $0.jid == jid } }
}

extension [DirectoryItem] {
  // D4
  /// Reads the items of a result's `query`, in the order of the server.
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
  /// The text without leading and trailing white space.
  var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    return scalars.lastIndex { !$0.properties.isWhitespace }.map { String(scalars[...$0]) } ?? ""
  }
}
