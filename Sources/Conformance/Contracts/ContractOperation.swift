package import CanonicalJSON

/// The declaration of an operation in a manifest: how its outputs are read and compared, and which
/// parts of its inputs have no order.
package struct ContractOperation: Sendable {
  /// The form of an operation's outputs.
  package enum OutputForm: String, CaseIterable, Codable, Sendable {
    /// Any JSON value. Its golden is a `.json` file with canonical JSON.
    case json
    /// A string. Its golden is a `.txt` file that has the text itself, and differences are line
    /// diffs.
    case text
  }

  package let name: String
  package let output: OutputForm
  /// The facets that a case's `expect` may use.
  package let facets: [Facet]
  package let identities: [Identity]
  package let anyOrder: [AnyOrder]
  /// The paths of the output's members that differ from run to run.
  package let ignored: [PathPattern]
  /// The places of the output that are one verdict each, which reports count, or `nil` if the output
  /// as a whole is.
  package let verdicts: PathPattern?
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
    /// The clause that says so, or `nil` in a contract without clauses.
    let clause: LocatedName?
  }

  package init(
    _ name: String,
    output: OutputForm = .json,
    facets: [Facet] = [],
    identities: [Identity] = [],
    anyOrder: [AnyOrder] = [],
    ignored: [PathPattern] = [],
    verdicts: PathPattern? = nil,
    declaration: JSONValue = [:]
  ) {
    self.name = name
    self.output = output
    self.verdicts = verdicts
    self.facets = facets
    self.identities = identities
    self.anyOrder = anyOrder
    self.ignored = ignored
    self.declaration = declaration
  }

  /// Returns the differences between two outputs. If the outputs are texts, these are the lines in
  /// which they differ.
  package func differences(expected: JSONValue, actual: JSONValue) -> DifferenceList {
    guard output == .text, case .string(let before) = expected, case .string(let after) = actual
    else {
      return Conformance.differences(expected: expected, actual: actual, identity: identity)
    }

    guard !before.hasSameBytes(as: after) else { return [] }

    let lines = LineDifference(expected: before, actual: after)
    return [
      Difference(at: JSONPointer(), .changed(expected: expected, actual: actual), lines: lines)
    ]
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

  /// Returns the outcome with the members removed that differ from run to run, or a failure if the
  /// output should be a text and isn't. Outcomes other than outputs stay as they are.
  package func comparable(_ outcome: Outcome) -> Outcome {
    guard case .output(let output) = outcome else { return outcome }
    guard self.output == .text, !output.isText else { return .output(comparable(output)) }

    return .failure(
      ImplementationFailure(
        "the output of '\(name)' must be a string, because the manifest declares it as a text, "
          + "not \(output.value.kind.withArticle)"
      )
    )
  }
}

extension JSONValue {
  /// The text of a string or the canonical text of a number, or `nil` for any other value.
  fileprivate var identifyingText: String? { string ?? number?.canonicalText }
}
