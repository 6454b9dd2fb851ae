/// A contract as its manifest declares it, with the Swift support that is linked to it.
package struct Contract: Sendable {
  /// The id of the contract, which is also the name of its folders in Fixtures and Golden.
  package let id: String
  package let version: ContractVersion
  /// Whether the contract has goldens.
  package let hasGoldens: Bool
  /// The operations in the order of the manifest. If there is only one, a case may omit its
  /// operation.
  package let operations: [ContractOperation]
  /// The clauses of the specification in the order of the manifest.
  package let clauses: [Matrix.Clause]
  /// The linked support, or `nil` if only programs implement the contract.
  package let support: ContractBindings?
  /// The names of the implementations that goldens come from, in order of preference.
  package let references: [String]

  /// Creates a contract from its manifest.
  ///
  /// - Parameters:
  ///   - id: The id of the contract.
  ///   - matrix: The manifest.
  ///   - linked: The support that is linked into the program, of which the manifest names at most
  ///     one.
  ///   - programs: The names of the programs that are a reference of the contract, for the cases
  ///     that no linked implementation can run.
  package init(
    id: String,
    declaredIn matrix: Matrix,
    linked: [ContractBindings],
    programs: [String] = []
  ) {
    self.id = id
    version = matrix.version
    hasGoldens = matrix.hasGoldens
    operations = matrix.operations
    clauses = matrix.clauses
    support = matrix.support.flatMap { name in linked.first { $0.name == name.name } }

    references = (support?.implementations.map(\.name) ?? []) + programs
  }

  /// The linked implementations, in order of preference.
  package var implementations: [any Implementation] { support?.implementations ?? [] }

  /// Returns the first linked implementation that has the capabilities that a case requires.
  package func implementation(for testCase: Case) -> (any Implementation)? {
    implementations.first { $0.supports(testCase) }
  }

  /// The only operation, or `nil` if a case has to name its operation.
  package var onlyOperation: ContractOperation? { operations.count == 1 ? operations[0] : nil }

  package var operationNames: [String] { operations.map(\.name) }

  /// Returns the operation with a name, or `nil` if the manifest doesn't declare it.
  package func operation(_ name: String) -> ContractOperation? {
    operations.first { $0.name == name }
  }

  /// Whether inputs of the operation may have several orderings. This takes less time than
  /// ``schedules(of:)``.
  func mayHaveSchedules(_ operation: ContractOperation) -> Bool {
    !operation.anyOrder.isEmpty || support?.operations[operation.name]?.schedules != nil
  }

  /// Returns the orderings of a case's input that must produce the same output as the case itself,
  /// or `nil` if there is only one ordering.
  package func schedules(of testCase: Case) -> (any ScheduleSpace)? {
    if let orders = ElementOrders(of: testCase) { return orders }
    return support?.operations[testCase.operation.name]?.schedules?(testCase.input)
  }
}
