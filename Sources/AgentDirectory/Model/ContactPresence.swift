internal import CanonicalJSON

/// Which resources of which contacts are there (D9).
struct ContactPresence {
  private var resources: [JID: Set<JID>] = [:]

  func isOnline(_ jid: JID) -> Bool { resources[jid.bare] != nil }

  /// Neither `show` nor `status` matters, nor does a type other than `unavailable`.
  mutating func take(_ stanza: StanzaElement) {
    guard let from = stanza.from else { return }
    switch stanza.type {
    case nil: resources[from.bare, default: []].insert(from)
    case "unavailable":
      // RFC 6121, section 4.5.4: without a resource it is of all of them.
      if from.isBare { resources[from.bare] = nil }
      resources[from.bare]?.remove(from)
      if resources[from.bare]?.isEmpty ?? false { resources[from.bare] = nil }
    default: break
    }
  }
}
