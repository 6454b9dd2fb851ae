package import CanonicalJSON
package import Conformance

extension JSONValue {
  /// Returns a small value made from few keys, texts and numbers, so that two of them are often
  /// equal or partly equal.
  ///
  /// - Parameter keys: The keys of its objects.
  package static func random(
    depth: Int = 3,
    keys: [String] = ["id", "a", "\u{E9}", "e\u{301}", "z"],
    using generator: inout SplitMix64
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .number(JSONNumber(Int.random(in: 0...2, using: &generator)))
    case 3, 4:
      return .string(["", "a", "caf\u{E9}", "cafe\u{301}"].randomElement(using: &generator) ?? "")
    case 5, 6:
      return .array(
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          .random(depth: depth - 1, keys: keys, using: &generator)
        }
      )
    default:
      let chosen = keys.filter { _ in Bool.random(using: &generator) }
      return .object(
        JSONObject(chosen.map { ($0, .random(depth: depth - 1, keys: keys, using: &generator)) })
      )
    }
  }

  /// Returns the value with some of its contents replaced, removed, duplicated or moved.
  package func mutated(using generator: inout SplitMix64) -> JSONValue {
    guard Int.random(in: 0..<8, using: &generator) > 0 else {
      return .random(depth: 1, using: &generator)
    }
    switch self {
    case .array(var elements):
      elements = elements.map {
        Bool.random(using: &generator) ? $0 : $0.mutated(using: &generator)
      }
      guard let index = elements.indices.randomElement(using: &generator) else { return self }
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[index], at: 0)
      case 2: elements.append(elements.remove(at: index))
      default: break
      }
      return .array(elements)
    case .object(var object):
      for member in object {
        guard Bool.random(using: &generator) else { continue }
        object[member.key] =
          Bool.random(using: &generator) ? nil : member.value.mutated(using: &generator)
      }
      return .object(object)
    default:
      return self
    }
  }
}
