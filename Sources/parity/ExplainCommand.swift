internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Contracts

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Tell what became of each part of an input, by which rule, and show the output as a person would see it.",
    usage: """
      parity explain <case> [<options>]
      parity explain --events <file> [<options>]
      parity explain <contract/operation> [<options>]
      """,
    discussion: """
      The account is that of the contract's own reference. With an operation in place of a case, the input comes from \
      standard input, as for run.

      Example: parity explain result_success_hidden
      """)

  @Argument(help: ArgumentHelp("The case, 'CASE' or 'CONTRACT/CASE', or an operation.", valueName: "case"))
  var name: String?

  @Option(
    help: ArgumentHelp("Recorded payloads, one per line, instead of a case ('-': standard input).", valueName: "file"))
  var events: String?

  @Option(
    name: .customLong("contract"), help: ArgumentHelp("The contract of the case or recording.", valueName: "name"))
  var contract: String?

  @Option(
    help: ArgumentHelp(
      "The folder with Fixtures and Golden. Else the nearest parent that has them, else beside the program.",
      valueName: "folder"))
  var root: String?

  @Option(help: "Colours: \(ColorChoice.allCases.map(\.rawValue).joined(separator: ", ")). NO_COLOR is heeded.")
  var color: ColorChoice = .auto

  func validate() throws {
    if (name == nil) == (events == nil) {
      throw ValidationError("Name a case, or recorded payloads with --events FILE.")
    }
  }

  func run() throws {
    let reporter = Reporter(color: color)
    if let request = try givenRequest() {
      return try explain(request, by: try clauses(of: request.contract), to: reporter)
    }
    let workspace = try Workspace(root: root, contracts: contract.map { [$0] } ?? [])
    try workspace.requireUsable(reporter)
    let testCase = try workspace.testCase(name ?? "")
    try explain(testCase.request, by: workspace.clauses(of: testCase.contract), of: testCase, to: reporter)
  }

  private func explain(
    _ request: Request, by clauses: [Matrix.Clause], of testCase: Case? = nil, to reporter: Reporter
  ) throws(CommandFailure) {
    guard let account = try Workspace.contract(request.contract).account(of: request) else {
      throw CommandFailure(.usage, "\(request.contract) gives no account of what it does")
    }
    try reporter.print(AccountReport(clauses: clauses, width: reporter.width).lines(account, of: testCase))
  }

  /// The request of a recording or of an input of one's own; nil where a case is to be explained.
  private func givenRequest() throws(CommandFailure) -> Request? {
    do {
      if let events {
        let recording = try RecordedPayloads(InputFile(events))
        return try recording.request(to: try recordedContract())
      }
      guard let name, let runner = try operation(name) else { return nil }
      return try runner.request(of: try InputFile("-").bytes())
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.unusableData, lines: (error as? BadInput)?.messages ?? ["\(error)"])
    }
  }

  private func operation(_ name: String) throws(CommandFailure) -> OperationRunner? {
    let isOperation = Contracts.all.contains { contract in
      contract.operations.contains { name.hasSameBytes(as: "\(contract.id)/\($0)") }
    }
    return isOperation ? try OperationRunner(name) : nil
  }

  /// The contract that is named, else the one that takes recorded payloads.
  private func recordedContract() throws(CommandFailure) -> any Contract {
    if let contract { return try Workspace.contract(contract) }
    let found = Contracts.all.filter { (try? $0.request(fromRecording: [])) != nil }
    guard found.count == 1 else {
      let names = found.map(\.id).joined(separator: " and ")
      throw CommandFailure(.usage, "recordings are taken by \(names); name one with --contract")
    }
    return found[0]
  }

  /// None where there is no suite: an account is worth having without the rules' texts.
  private func clauses(of contract: String) throws(CommandFailure) -> [Matrix.Clause] {
    do {
      return try Workspace(root: root, contracts: [contract]).clauses(of: contract)
    } catch {
      guard root == nil else { throw error }
      return []
    }
  }
}

extension Workspace {
  fileprivate func clauses(of contract: String) -> [Matrix.Clause] {
    suites.first { $0.contract.id.hasSameBytes(as: contract) }?.matrix.clauses ?? []
  }
}
