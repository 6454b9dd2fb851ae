package import CanonicalJSON

/// A property of an output that a case can expect by name, such as `entryCount`.
package struct Facet: Sendable {
  /// The way in which the value of a facet is computed from the values at its path.
  package enum Form: Sendable {
    /// The length of an array.
    case count
    /// The distinct values, in order of first appearance. The list has the values that a case may
    /// expect. If it is `nil`, a case may expect any value.
    case distinct(of: [String]?)
  }

  package let name: String
  package let form: Form
  let path: PathPattern

  /// The path of the values that the facet lists, or `nil` if the facet is a count.
  package var kindPath: JSONPointer? {
    if case .distinct = form {
      JSONPointer(tokens: path.tokens)
    } else {
      nil
    }
  }

  /// The values that the manifest lists, or none if it doesn't list any.
  package var knownValues: [String] {
    if case .distinct(let known?) = form {
      known
    } else {
      []
    }
  }

  /// Returns the value of the property in an output. The count of a missing array is null. With a
  /// wildcard in the path, counts of several arrays are added, and the count is 0 if there are
  /// none.
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
