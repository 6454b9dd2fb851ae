package import CanonicalJSON

/// The declaration of an operation in a manifest: how its outputs are read and compared, and which
/// parts of its inputs have no order.
package struct ContractOperation: Sendable {
  package let name: String
  /// The facets that a case's `expect` may use.
  package let facets: [Facet]
  package let identities: [Identity]
  package let anyOrder: [AnyOrder]
  /// The paths of the output's members that differ from run to run.
  package let ignored: [PathPattern]
  /// The JSON value of the declaration in the manifest.
  let declaration: JSONValue

  /// The values that identify the elements of arrays in the output.
  package struct Identity: Sendable {
    let array: PathPattern
    let by: [PathPattern]
  }

  /// Arrays of the input whose elements may come in any order.
  package struct AnyOrder: Sendable {
    let array: PathPattern
    /// The clause that says so.
    let clause: LocatedName
  }

  package init(
    _ name: String,
    facets: [Facet] = [],
    identities: [Identity] = [],
    anyOrder: [AnyOrder] = [],
    ignored: [PathPattern] = [],
    declaration: JSONValue = [:]
  ) {
    self.name = name
    self.facets = facets
    self.identities = identities
    self.anyOrder = anyOrder
    self.ignored = ignored
    self.declaration = declaration
  }

  /// A function that returns the identity of an array's element, or `nil` if it has none. Only
  /// strings and numbers identify an element. The texts of several values are joined by a space.
  package var identity: ElementIdentity {
    { [identities] element, array in
      guard let declared = identities.first(where: { $0.array.matches(array) }) else { return nil }
      let parts = declared.by.map { path in
        path.values(in: element).first.flatMap(\.identifyingText)
      }
      return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: " ")
    }
  }

  /// Returns the output without the members that differ from run to run.
  package func comparable(_ output: Output) -> Output { output.ignoring(ignored) }

  /// Returns the outcome with the members removed that differ from run to run. Outcomes other than
  /// outputs stay as they are.
  package func comparable(_ outcome: Outcome) -> Outcome {
    if case .output(let output) = outcome {
      .output(comparable(output))
    } else {
      outcome
    }
  }
}

extension JSONValue {
  fileprivate var identifyingText: String? { string ?? number?.canonicalText }
}
