internal import CanonicalJSON

/// A property of an output that a case can expect by name, `entryCount` say.
package struct Facet: Sendable {
  package enum Form: Sendable {
    /// The length of an array.
    case count
    /// Distinct values in order of first appearance; nil: of any.
    case distinct(of: [String]?)
  }

  package let name: String
  package let form: Form
  let path: PathPattern

  /// Where the distinct values stand that it lists; nil: it counts.
  package var kindPath: String? {
    if case .distinct = form {
      "\(JSONPointer(tokens: path.tokens))"
    } else {
      nil
    }
  }

  /// The values that the manifest lists; empty if it lists none.
  var knownValues: [String] {
    if case .distinct(let known?) = form {
      known
    } else {
      []
    }
  }

  /// The property's value in an output. The count of an array that is not there is null; several
  /// are summed.
  func value(in output: JSONValue) -> JSONValue {
    let values = path.values(in: output)
    switch form {
    case .count:
      let counts = values.compactMap { $0.elements?.count }
      if counts.isEmpty, !path.hasWildcard { return .null }
      return .number(JSONNumber(counts.reduce(0, +)))
    case .distinct: return .array(values.distinct(by: \.self))
    }
  }
}
