/// A contract as its manifest declares it, and what Swift links to it.
package struct Contract: Sendable {
  /// The name of its folders in Fixtures and Golden.
  package let id: String
  package let version: ContractVersion
  /// In the order in which they are listed; a case may leave its operation out where there is one.
  package let operations: [ContractOperation]
  /// Nil: programs alone carry it out.
  package let support: Support?
  /// The names of those that goldens come from, in order of preference.
  package let references: [String]

  /// - Parameter programs: names of those that are its reference where none is linked.
  package init(id: String, declaredIn matrix: Matrix, linked: [Support], programs: [String] = []) {
    self.id = id
    version = matrix.version
    operations = matrix.operations
    support = matrix.support.flatMap { name in linked.first { $0.name == name.name } }
    let names = support?.implementations.map(\.name) ?? []
    references = names.isEmpty ? programs : names
  }

  /// Those in process, in order of preference.
  package var implementations: [any Implementation] { support?.implementations ?? [] }
  /// The first of them that has the capabilities which a case requires.
  package func implementation(for testCase: Case) -> (any Implementation)? {
    implementations.first { $0.supports(testCase) }
  }

  /// Nil where a case has to name its operation.
  package var onlyOperation: ContractOperation? { operations.count == 1 ? operations[0] : nil }
  package var operationNames: [String] { operations.map(\.name) }

  package func operation(_ name: String) -> ContractOperation? {
    operations.first { $0.name == name }
  }

  /// The orders of arrival that must all give what the case's own gives; nil where there is but
  /// one.
  package func schedules(of testCase: Case) -> (any ScheduleSpace)? {
    if let orders = ElementOrders(of: testCase) { return orders }
    return support?.operations[testCase.operation.name]?.schedules?(testCase.input)
  }
}
