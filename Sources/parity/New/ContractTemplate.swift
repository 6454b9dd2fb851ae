internal import Conformance
internal import SystemPackage

/// The files that a contract begins with.
struct ContractTemplate {
  private let id: String
  private let operation: String
  /// The name of the library, and of its folders.
  private let library: String

  init(id: String, operation: String) throws(ScaffoldError) {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isPlain = parts.allSatisfy { part in
      part.utf8.first.map(letters.contains) ?? false
        && part.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
    }
    guard isPlain, id.utf8.count <= 60 else {
      throw ScaffoldError("'\(id)' can't be a contract's id, which is words of a-z and 0-9 joined by hyphens")
    }
    guard CaseID.isValid(operation) else {
      throw ScaffoldError("'\(operation)' can't be an operation's name, which is \(CaseID.form)")
    }
    self.id = id
    self.operation = operation
    library = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  func scaffold(under root: FilePath) throws(ScaffoldError) -> Scaffold {
    for path in ["Fixtures/\(id)", "Sources/\(library)", "Sources/Contracts/\(library)", "docs/contracts/\(id).md"]
    where FileSystem.entry(at: root.pushing(FilePath(path))) != nil {
      throw ScaffoldError("\(path) is there already, so nothing was written")
    }
    let package = try SourceText("Package.swift", under: root)
      .inserting(productLine, beforeLine: "  ],", after: "products: [")
      .inserting(targetLine, beforeLine: "    .target(", before: "      name: \"Contracts\",")
      .appending("\"\(library)\"", toListAfter: "dependencies: [", after: "      name: \"Contracts\",")
    let contracts = try SourceText("Sources/Contracts/Contracts.swift", under: root)
      .appending("\(library)Contract()", toListAfter: "all: [any Contract] = [")
    let new = [
      ("Sources/\(library)/\(library).swift", librarySource),
      ("Sources/Contracts/\(library)/\(library)Contract.swift", contractSource),
      ("Fixtures/\(id)/behavior-matrix.json", matrix), ("Fixtures/\(id)/basics.json", cases),
      ("docs/contracts/\(id).md", document),
    ]
    let changed = [package, contracts]
    return Scaffold(
      new.map { FileEdit($0, from: nil, to: Array($1.utf8)) } + changed.map(\.edit),
      summary: new.map { "new \($0.0)" } + changed.map { "named in \($0.path)" })
  }

  // MARK: - Lines of Package.swift

  private var productLine: String { #"    .library(name: "\#(library)", targets: ["\#(library)"]),"# }
  private var targetLine: String {
    #"    .target(name: "\#(library)", dependencies: ["CanonicalJSON"], swiftSettings: settings),"#
  }

  // MARK: - Files

  private var librarySource: String {
    """
    /// FILL IN: what an app embeds of `\(id)`, with no word of the harness in it.
    public enum \(library) {}

    """
  }

  private var contractSource: String {
    """
    package import CanonicalJSON
    package import Conformance
    internal import \(library)

    /// The contract `\(id)`: FILL IN: what it is about.
    package struct \(library)Contract: Contract {
      package let id = "\(id)"
      package let operations = ["\(operation)"]

      package init() {}

      // FILL IN: the short forms that a case's `expect` may use.
      package var facets: [Facet] { [] }

      // FILL IN: what tells the elements of an output's arrays apart.
      package var identity: ElementIdentity { { _, _ in nil } }

      // FILL IN: report what is no input, at its place in the file.
      package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
        guard case .input(let node) = source else { return nil }
        return node.value
      }

      package var implementations: [any Implementation] {
        [
          InProcessImplementation(name: "reference") { request in
            // FILL IN: ask the library, and return its answer as an `.output`.
            .failure("the reference does not know \\(request.operation) yet")
          }
        ]
      }
    }

    """
  }

  private var matrix: String {
    """
    {
      "$schema": "../../tools/schemas/behavior-matrix.schema.json",
      "contract": "\(id)",
      "version": "0.1.0",
      "title": "FILL IN: a title",
      "source": "FILL IN: the document that the contract is made from",
      "clauses": [
        { "id": "C1", "text": "FILL IN: what must hold, in a sentence", "level": "must" }
      ],
      "caseFiles": ["basics.json"],
      "rows": [
        {
          "id": "first-row",
          "scenario": "FILL IN: when it happens",
          "expectedBehavior": "FILL IN: what must come out",
          "clauses": ["C1"],
          "cases": ["first_case"]
        }
      ]
    }

    """
  }

  private var cases: String {
    """
    {
      "$schema": "../../tools/schemas/cases.schema.json",
      "cases": [
        {
          "id": "first_case",
          "description": "FILL IN: what this case shows, in a sentence",
          "input": { "FILL IN: the input of \(operation)": null },
          "expect": "FILL IN: an object with what must come out, worked out by hand"
        }
      ]
    }

    """
  }

  private var document: String {
    """
    # Contract `\(id)`

    FILL IN: what it is about, and whom it concerns.

    ## Rules

    - **C1** FILL IN: what must hold.

    ## Operation `\(operation)`

    FILL IN: the input, the output, each member, what is left out when.

    """
  }
}
