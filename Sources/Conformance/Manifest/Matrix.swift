internal import CanonicalJSON

/// The behaviour matrix of a contract, its manifest: what can be asked, what it promises, and which
/// cases pin each promise.
package struct Matrix: Sendable {
  package let contract: Reference
  package let version: ContractVersion
  package let title: String
  package let source: String
  /// What Swift is to link to it.
  package let support: Reference?
  package let operations: [ContractOperation]
  /// Whether it has clauses and rows.
  package let isSpecified: Bool
  package let clauses: [Clause]
  package let caseFiles: [Reference]
  package let rows: [Row]
  package let untestable: [Exemption]
  package let blindSpots: [AcceptedBlindSpot]

  /// A name in the matrix, and where it stands.
  package struct Reference: Sendable {
    package let name: String
    package let location: SourceLocation
  }

  /// One statement of the contract. A rule is a clause that refines others.
  package struct Clause: Sendable {
    package enum Level: String, CaseIterable, Sendable {
      case must
      case should
      case may
    }

    package let id: Reference
    package let text: String
    package let level: Level
    package let refines: [Reference]
  }

  /// One scenario, the clauses that it is about, and the cases that pin it.
  package struct Row: Sendable {
    package let id: Reference
    package let scenario: String
    package let expectedBehavior: String
    package let clauses: [Reference]
    package let cases: [Reference]
    /// The platforms' own tests that pin the same row.
    package let tests: [String]
  }

  /// A clause that no case can pin, and why.
  package struct Exemption: Sendable {
    package let clause: Reference
    package let reason: String
  }

  /// What of inputs may be read in a careless way without a case that tells, and why.
  package struct AcceptedBlindSpot: Sendable {
    /// Nil: of any.
    package let operation: Reference?
    /// It is accepted there and below.
    package let place: PathPattern
    /// Empty: all.
    package let distortions: [Distortion]
    package let reason: String

    package func accepts(_ spot: BlindSpot) -> Bool {
      (operation.map { $0.name == spot.operation } ?? true)
        && PathPattern(spot.place).isWithin(place)
        && (distortions.isEmpty || distortions.contains(spot.distortion))
    }
  }
}

extension Matrix {
  /// The rows that a case belongs to, in the matrix's order.
  package func rows(with caseID: String) -> [Row] {
    rows.filter { row in row.cases.contains { $0.name == caseID } }
  }

  /// The clauses named and every clause that they refine, directly or not, in the matrix's order.
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
