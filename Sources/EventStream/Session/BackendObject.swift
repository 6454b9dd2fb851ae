internal import CanonicalJSON

extension JSONObject {
  /// Of a payload that deep, every output and every message around it can still be read as JSON.
  private static let mostLevels = 500

  /// Reads what a backend sent; nil where it is no JSON object, or nested too deeply.
  init?(ofBackend document: JSONDocument?) {
    guard let root = document?.root, root.kind == .object,
      !root.isNested(deeperThan: Self.mostLevels),
      let object = root.value.object
    else { return nil }
    self = object
  }
}

extension JSONNode {
  /// Whether there are so many levels of arrays and objects, in repeated members too.
  fileprivate func isNested(deeperThan levels: Int) -> Bool {
    switch kind {
    case .array: levels == 0 || elements.contains { $0.isNested(deeperThan: levels - 1) }
    case .object: levels == 0 || members.contains { $0.value.isNested(deeperThan: levels - 1) }
    case .null, .bool, .number, .string: false
    }
  }
}
