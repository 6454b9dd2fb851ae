import CanonicalJSON
import Conformance
import Testing

struct ClauseCoverageTests {
  @Test func `a row covers what its clauses refine, directly or not`() throws {
    let matrix = try matrix()
    let coverage = ClauseCoverage(of: matrix)
    #expect(["C1", "R1", "S1"].allSatisfy(coverage.isCovered))
    #expect(coverage.rows(covering: "C1").map(\.id.name) == ["r1", "r2"])
    #expect(coverage.rows(covering: "S1").map(\.id.name) == ["r1"])
    #expect(matrix.withRefined(["S1"]) == ["C1", "R1", "S1"], "in the matrix's order")
  }

  @Test func `a row without cases covers nothing`() throws {
    #expect(!ClauseCoverage(of: try matrix()).isCovered("C2"))
  }

  @Test func `an excused clause is not a covered one`() throws {
    let coverage = ClauseCoverage(of: try matrix())
    #expect(coverage.isExcused("C3"))
    #expect(!coverage.isCovered("C3"))
    #expect(!coverage.isExcused("C1"))
  }

  @Test func `clauses that refine each other in a circle are all covered`() throws {
    let coverage = ClauseCoverage(of: try matrix())
    #expect(coverage.isCovered("X1") && coverage.isCovered("X2"))
  }

  private func matrix() throws -> Matrix {
    let document = try JSONDocument(
      parsing: """
        { "contract": "words", "version": "1.0.0", "title": "T", "operations": {"split": {}}, "caseFiles": [],
          "clauses": [
            { "id": "C1", "text": "t", "level": "must" },
            { "id": "C2", "text": "t", "level": "must" },
            { "id": "C3", "text": "t", "level": "must" },
            { "id": "R1", "text": "t", "level": "must", "refines": ["C1"] },
            { "id": "S1", "text": "t", "level": "must", "refines": ["R1"] },
            { "id": "X1", "text": "t", "level": "must", "refines": ["X2"] },
            { "id": "X2", "text": "t", "level": "must", "refines": ["X1"] } ],
          "rows": [
            { "id": "r1", "scenario": "s", "expectedBehavior": "e", "clauses": ["S1"], "cases": ["a"] },
            { "id": "r2", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1", "X1"], "cases": ["a"] },
            { "id": "r3", "scenario": "s", "expectedBehavior": "e", "clauses": ["C2"], "cases": [] } ],
          "untestable": [ { "clause": "C3", "reason": "r" } ] }
        """
    )
    return try #require(MatrixFile.matrix(in: SourceFile(path: "m.json", document: document)))
  }
}
