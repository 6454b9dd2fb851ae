import Foundation
import Testing

/// `tools/check-new-contract` demands that what is written builds.
struct NewContractTests {
  @Test func `a contract begins with files of its own and a line where contracts are listed`() async throws {
    let suite = try package()
    try await suite.parity("new", "contract", "reading-list", "--operation", "sort").expect(
      .exit(0), output: ["new Fixtures/reading-list/basics.json\n", "named in Package.swift\n", "next:\n"])
    #expect(try suite.text(of: "Fixtures/reading-list/behavior-matrix.json").contains(#""contract": "reading-list""#))
    #expect(try suite.text(of: "Sources/ReadingList/ReadingList.swift").contains("public enum ReadingList {}"))
    #expect(
      try suite.text(of: "Package.swift")
        == """
        products: [
          .library(name: "Old", targets: ["Old"]),
          .library(name: "ReadingList", targets: ["ReadingList"]),
        ],
          .target(name: "ReadingList", dependencies: ["CanonicalJSON"], swiftSettings: settings),
          .target(
            name: "Contracts",
            dependencies: ["Old", "ReadingList"]),

        """.indented)
    #expect(
      try suite.text(of: "Sources/Contracts/Contracts.swift")
        == "static let all: [any Contract] = [\n  Old(), ReadingListContract(),\n]\n")
  }

  @Test(arguments: [
    ("Reading", "sort", "'Reading' can't be a contract's id"), ("a--b", "sort", "'a--b' can't be a contract's id"),
    ("list", "a b", "'a b' can't be an operation's name"),
    ("session-detail", "sort", "Fixtures/session-detail is there"),
  ])
  func `a contract that can't be begun changes nothing`(id: String, operation: String, message: String) async throws {
    let suite = try package()
    let before = try suite.contents()
    try await suite.parity("new", "contract", id, "--operation", operation).expect(.exit(64), errors: [message])
    #expect(try suite.contents() == before)
  }

  @Test func `a folder that is no package, or lists its contracts otherwise, is told`() async throws {
    let suite = try TemporarySuite()
    let before = try suite.contents()
    try await suite.parity("new", "contract", "list", "--operation", "sort").expect(
      .exit(64), errors: ["Package.swift can't be read"])
    #expect(try suite.contents() == before)
    let other = try package()
    try other.write("let all = contracts\n", to: "Sources/Contracts/Contracts.swift")
    try await other.parity("new", "contract", "list", "--operation", "sort").expect(
      .exit(64), errors: ["Sources/Contracts/Contracts.swift has no 'all: [any Contract] = ['"])
  }

  /// A suite in a folder with the lines of a package that contracts are named in.
  private func package() throws -> TemporarySuite {
    let suite = try TemporarySuite()
    try suite.write(
      """
      products: [
        .library(name: "Old", targets: ["Old"]),
      ],
        .target(
          name: "Contracts",
          dependencies: ["Old"]),

      """.indented, to: "Package.swift")
    try suite.write(
      "static let all: [any Contract] = [\n  Old(),\n]\n", to: "Sources/Contracts/Contracts.swift")
    return suite
  }
}

extension String {
  /// As deep as in a package's manifest.
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
