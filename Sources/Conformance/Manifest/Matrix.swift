internal import CanonicalJSON

/// The behavior matrix of a contract, also called its manifest: the operations of the contract, its
/// clauses, and the cases that test each clause.
package struct Matrix: Sendable {
  /// The id of the contract that the file states, which the lint compares with the folder's name.
  package let contract: LocatedName
  package let version: ContractVersion
  package let title: String
  /// The contract's source document, or an empty text if the manifest names none.
  package let source: String
  /// The name of the Swift support to link to the contract, or `nil` for none.
  package let support: LocatedName?
  /// Whether the contract has goldens. Without them, the expectations of its cases say everything.
  package let hasGoldens: Bool
  package let operations: [ContractOperation]
  /// Whether the matrix has clauses or rows. A contract without a specification has neither.
  package let isSpecified: Bool
  package let clauses: [Clause]
  /// The names of the files with the contract's cases, in the folder of the manifest.
  package let caseFiles: [LocatedName]
  package let rows: [Row]
  package let untestable: [Exemption]
  package let previews: [Preview]

  /// A single statement of the contract. A rule is a clause that refines others.
  package struct Clause: Sendable {
    /// How strongly the clause binds an implementation, in the words of RFC 2119.
    package enum Level: String, CaseIterable, Sendable {
      case must
      case should
      case may
    }

    /// Where a clause comes from, compared with the contract's source document.
    package enum Origin: String, CaseIterable, Sendable {
      /// The source says it.
      case source
      /// The source says it, and the clause makes it exact.
      case clarification
      /// The source is silent, and the contract's authors chose.
      case decision
    }

    package let id: LocatedName
    package let text: String
    package let level: Level
    /// The origin, or `nil` in a contract that doesn't state origins.
    package let origin: Origin?
    package let refines: [LocatedName]
  }

  /// A scenario with the clauses that it is about and the cases that test it.
  package struct Row: Sendable {
    package let id: LocatedName
    package let scenario: String
    package let expectedBehavior: String
    package let clauses: [LocatedName]
    package let cases: [LocatedName]
    /// The names of the platforms' own tests for the same row.
    package let tests: [String]
  }

  /// A picture of an output that an app's designers look at, and the case that produces it.
  package struct Preview: Sendable {
    package let id: LocatedName
    /// What the picture shows.
    package let title: String
    /// The component that the picture belongs to.
    package let group: String
    package let testCase: LocatedName
    /// The state of the component, such as `collapsed`.
    package let state: String
    /// The index of the state of the output that the picture shows, or `nil` for the last one.
    package let step: Int?
  }

  /// A clause that no case can test, and the reason.
  package struct Exemption: Sendable {
    package let clause: LocatedName
    package let reason: String
  }
}

extension Matrix {
  /// Returns the rows that a case belongs to, in the order of the matrix.
  package func rows(with caseID: String) -> [Row] {
    rows.filter { row in row.cases.contains { $0.name == caseID } }
  }

  /// Returns the given clauses and all clauses that they refine, directly or indirectly, in the
  /// order of the matrix.
  package func withRefined(_ ids: some Sequence<String>) -> [String] {
    var wanted = Set(ids)
    var pending = Array(wanted)

    while let id = pending.popLast() {
      for clause in clauses where clause.id.name == id {
        pending += clause.refines.map(\.name).filter { wanted.insert($0).inserted }
      }
    }

    return clauses.map(\.id.name).filter { wanted.contains($0) }
  }
}

/// A name in a file of the suite and its location.
package struct LocatedName: Hashable, Sendable {
  package let name: String
  package let location: SourceLocation

  package init(name: String, location: SourceLocation) {
    self.name = name
    self.location = location
  }
}
