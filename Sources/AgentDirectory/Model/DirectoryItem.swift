internal import CanonicalJSON

/// A column of the directory, in order from the left (D1).
public enum DirectoryColumn: String, CaseIterable, Identifiable, Sendable {
  /// The dispatchers of the directory.
  case dispatchers
  /// The groups of the selected dispatcher.
  case groups
  /// The individuals of the selected group.
  case individuals
  /// The sub-agents of the selected individual.
  case subagents

  /// The column itself.
  public var id: DirectoryColumn { self }

  /// The columns to the right of this one, from left to right.
  var following: ArraySlice<DirectoryColumn> { Self.allCases.drop { $0 != self }.dropFirst() }
}

/// An item in a column.
public struct DirectoryItem: Identifiable, Sendable {
  /// The bare JID of the item.
  public let jid: JID
  /// The name in the directory, or the JID if the directory has no name for the item.
  public let name: String

  /// The bare JID, which is unique in its column.
  public var id: JID { jid }

  /// Creates an item, such as one for the preview of a view.
  ///
  /// - Parameters:
  ///   - jid: The bare JID.
  ///   - name: The name to show, which can be the JID.
  public init(jid: JID, name: String) {
    self.jid = jid
    self.name = name
  }
}

extension DirectoryItem: Hashable {
  /// Returns whether both members are equal. The names are compared by their UTF-8 bytes.
  public static func == (left: DirectoryItem, right: DirectoryItem) -> Bool {
    left.jid == right.jid && left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(jid)
    hasher.combine(name.textKey)
  }
}

/// The item selected last in any column (D1).
public struct DirectorySelection: Hashable, Sendable {
  /// The column that contains the item.
  public let column: DirectoryColumn
  /// The bare JID of the item.
  public let jid: JID
}

/// A column and the state of its node.
struct ColumnState {
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
