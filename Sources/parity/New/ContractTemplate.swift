internal import Conformance
internal import SystemPackage

/// The files that a contract begins with.
struct ContractTemplate {
  private let id: String
  private let operation: String

  init(id: String, operation: String) throws(ScaffoldError) {
    for (name, noun) in [(id, "a contract's id"), (operation, "an operation's name")] where !ContractID.isValid(name) {
      throw ScaffoldError("'\(name)' can't be \(noun), which is \(ContractID.form)")
    }
    self.id = id
    self.operation = operation
  }

  func scaffold(under root: FilePath) throws(ScaffoldError) -> Scaffold {
    let folder = Suite.fixtures(of: id)
    guard FileSystem.entry(at: root.pushing(FilePath(folder))) == nil else {
      throw ScaffoldError("\(folder) is there already, so nothing was written")
    }
    let files = [("\(folder)/\(MatrixFile.name)", matrix), ("\(folder)/basics.json", cases)]
    return Scaffold(
      files.map { FileEdit($0, from: nil, to: Array($1.utf8)) }, summary: files.map { "new \($0.0)" })
  }

  private var matrix: String {
    """
    {
      "contract": "\(id)",
      "version": "0.1.0",
      "title": "FILL IN: a title",
      "source": "FILL IN: the document that the contract is made from",
      "operations": { "\(operation)": {} },
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
}
