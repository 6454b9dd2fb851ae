package import CanonicalJSON

/// A feature that failed cases of an implementation have in common, which suggests one mistake.
package struct Cause: Hashable, Sendable {
  /// The name of the implementation that fails the cases.
  package let implementation: String
  /// The contract, or `nil` if the failures that were searched are all of one contract, or if the
  /// cause doesn't depend on the contract.
  package let contract: String?
  package let trait: FailureTrait
  /// The names of the failed cases that show the cause, as `CONTRACT/CASE`.
  package let cases: [String]
  /// The number of cases that show nothing else.
  package let alone: Int
  /// The number of cases that are counted under this cause. The sum over all causes is the number
  /// of failed cases.
  package let taken: Int
  /// The rules that the mistake may break, the most likely one first.
  ///
  /// There is one if the failed cases single it out, up to three if they don't, and none if they
  /// say too little.
  package internal(set) var rules: [Rule]
  /// The name of the case with the fewest differences.
  package let example: String
  /// The first difference of the example that shows the cause, or `nil` if the example has no
  /// output.
  package let difference: Difference?

  /// A rule of a contract, or a clause that no rule refines.
  package struct Rule: Hashable, Sendable {
    package let contract: String
    package let id: String

    package init(contract: String, id: String) {
      self.contract = contract
      self.id = id
    }
  }

  /// Creates a cause. Of the difference, only what reports show is kept: without the lines of a
  /// text and the place in the output.
  package init(
    implementation: String,
    contract: String?,
    trait: FailureTrait,
    cases: [String],
    alone: Int,
    taken: Int,
    rules: [Rule],
    example: String,
    difference: Difference?
  ) {
    self.implementation = implementation
    self.contract = contract
    self.trait = trait
    self.cases = cases
    self.alone = alone
    self.taken = taken

    self.rules = rules
    self.example = example
    self.difference = difference.map {
      Difference(at: $0.pointer, $0.change, element: $0.element)
    }
  }
}

/// A feature of a failure that other failures with the same cause share.
package enum FailureTrait: Hashable, Sendable {
  case crash
  case timeout
  /// The implementation returned an error.
  ///
  /// - Parameter message: The message, with `…` for quoted text and `#` for numbers that vary from
  ///   case to case.
  case error(message: TextKey)
  /// No output of the cases has been accepted yet, or the golden can't be read.
  case noGolden
  /// A value differs from the expected one.
  case value(Subject, ValueChange)
  /// Texts differ only in a way that may not change their meaning.
  case text(TextFold)
  /// A part of a text is another one.
  case textPart(Subject, expected: TextKey, actual: TextKey)
  /// An element of an array is missing or not expected.
  ///
  /// - Parameters:
  ///   - array: The place of the array's elements, with `*` for each index.
  ///   - kinds: The kinds of the element, according to the `distinct` facets of the operation.
  ///     Empty if it has none.
  case element(of: JSONPointer, ElementChange, kinds: [TextKey])
  /// Elements of several kinds are missing or not expected.
  case elements(of: JSONPointer, ElementChange)
  case order(OrderEffect)
  /// A facet of the output has another value than expected.
  case facet(TextKey)
  /// The output breaks the expectation in another way.
  case expectation
  /// The failed cases belong to a row of the behavior matrix.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - checked: The number of the row's cases that were checked.
  case row(TextKey, checked: Int)
  /// The failed cases belong to a rule with several rows.
  ///
  /// - Parameters:
  ///   - id: The id of the rule.
  ///   - checked: The number of the rule's cases that were checked.
  case rule(TextKey, checked: Int)
  /// The failures have nothing in common.
  case other
}

extension Cause {
  /// The ids of the rules, as `CONTRACT/RULE` if the cases are of several contracts.
  package var ruleNames: [String] {
    let contracts = Set(cases.map { $0.prefix { $0 != "/" } })
    return rules.map { contracts.count > 1 ? "\($0.contract)/\($0.id)" : $0.id }
  }
}

extension FailureTrait {
  /// The thing whose value differs.
  package enum Subject: Hashable, Sendable {
    /// The output as a whole, or an element of the array that it is.
    case output
    case member(TextKey)
  }

  /// The way in which a value differs.
  package enum ValueChange: Hashable, Sendable {
    case missing
    case unexpected
    /// The value has another type, such as a string in place of a number.
    case otherType
    /// One value is always expected and another one always found.
    case replaced(expected: JSONValue, actual: JSONValue)
    case differs
  }

  /// A way in which texts may differ and still mean the same.
  package enum TextFold: String, Codable, CaseIterable, Sendable {
    /// Carriage returns or line feeds at the ends of lines, or line ends at the end of the text.
    case lineEnds
    case whiteSpace
    case letterCase
    case normalization
  }

  /// The way in which an array has other elements than expected.
  package enum ElementChange: String, Codable, Sendable {
    case missing
    case unexpected
  }

  /// The effect that the order of an input has on the output, or the kind of a wrong order.
  package enum OrderEffect: String, Codable, Sendable {
    /// Elements are in another order, or the output depends on the order of the input as if they
    /// weren't sorted.
    case elements
    /// An item that arrives after a newer version of itself replaces it.
    case staleUpdate
    /// The output depends on an order that makes no difference according to a clause.
    case input
  }
}
