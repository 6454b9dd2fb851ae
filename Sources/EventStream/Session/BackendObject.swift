internal import CanonicalJSON

extension JSONObject {
  /// The maximum nesting of a payload. Up to this depth, every output and message that contains the
  /// payload can still be parsed as JSON.
  private static let mostLevels = 500

  /// Reads an object that a backend sent, or returns `nil` if the document isn't a JSON object or
  /// is nested too deeply.
  init?(ofBackend document: JSONDocument?) {
    guard let root = document?.root, root.kind == .object,
      !root.isNested(deeperThan: Self.mostLevels),
      let object = root.value.object
    else { return nil }
    self = object
  }
}

extension JSONNode {
  /// Returns whether arrays and objects are nested deeper than the given number of levels,
  /// including those in duplicate members.
  fileprivate func isNested(deeperThan levels: Int) -> Bool {
    switch kind {
    case .array: levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
    case .object: levels == 0 || members.contains { $0.value.isNested(deeperThan: levels - 1) }
    case .null, .bool, .number, .string: false
    }
  }
}
