import CanonicalJSON
import SessionDetail

extension [TimelineChange] {
  /// Returns the ids after applying the changes one by one, or `nil` if a change doesn't fit.
  func applied(to ids: [String]) -> [TextKey]? {
    var ids = ids.map { TextKey($0) }

    func insert(_ id: String, after predecessor: String?) -> Bool {
      guard !ids.contains(id.textKey) else { return false }
      guard let predecessor else {
        ids.insert(id.textKey, at: 0)
        return true
      }
      guard let index = ids.firstIndex(of: predecessor.textKey) else { return false }
      ids.insert(id.textKey, at: index + 1)
      return true
    }
    func remove(_ id: String) -> Bool {
      guard let index = ids.firstIndex(of: id.textKey) else { return false }
      ids.remove(at: index)
      return true
    }

    for change in self {
      let fits =
        switch change {
        case .inserted(let id, let predecessor): insert(id, after: predecessor)
        case .moved(let id, let predecessor): remove(id) && insert(id, after: predecessor)
        case .removed(let id): remove(id)
        case .updated(let id): ids.contains(id.textKey)
        }
      guard fits else { return nil }
    }
    return ids
  }

  /// The ids that the changes are about, without their neighbors.
  var ids: [TextKey] {
    map { change in
      switch change {
      case .inserted(let id, _), .moved(let id, _), .removed(let id), .updated(let id): id.textKey
      }
    }
  }
}
