package import CanonicalJSON

/// What a manifest declares of an operation: how its outputs are read and compared, and what of its
/// inputs has no order.
package struct ContractOperation: Sendable {
  package let name: String
  /// The short forms that a case's `expect` may use.
  package let facets: [Facet]
  package let identities: [Identity]
  package let anyOrder: [AnyOrder]
  /// Members of the output that differ from run to run.
  package let ignored: [PathPattern]
  /// As it stands in the manifest.
  let declaration: JSONValue

  /// What tells the elements of arrays apart.
  package struct Identity: Sendable {
    let array: PathPattern
    let by: [PathPattern]
  }

  /// Arrays of the input whose elements may come in any order.
  package struct AnyOrder: Sendable {
    let array: PathPattern
    let clause: Matrix.Reference
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

  /// Texts and numbers alone identify; several are joined by a space.
  package var identity: ElementIdentity {
    { [identities] element, array in
      guard let declared = identities.first(where: { $0.array.matches(array) }) else { return nil }
      let parts = declared.by.map { path in
        path.values(in: element).first.flatMap(\.identifyingText)
      }
      return parts.contains(nil) ? nil : parts.compactMap(\.self).joined(separator: " ")
    }
  }

  /// The output less what differs from run to run.
  package func judged(_ output: Output) -> Output { output.ignoring(ignored) }

  package func judged(_ outcome: Outcome) -> Outcome {
    if case .output(let output) = outcome {
      .output(judged(output))
    } else {
      outcome
    }
  }
}

extension JSONValue {
  fileprivate var identifyingText: String? { string ?? number?.canonicalText }
}
