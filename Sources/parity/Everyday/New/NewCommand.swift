internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The group of commands that add to a suite. Without one of them, it prints its help.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a case, row, mutant, contract or adapter.",
    usage: "parity new case|row|mutant|contract|adapter <name> [<options>]",
    discussion: """
      Parity adds entries to the right files and leaves the other bytes in them unchanged. Each \
      placeholder begins with '\(Placeholder.mark)', and 'parity lint' reports it until you \
      replace it. Parity then prints what to do next.

      Example: parity new case result_cut_short --row result-visibility
      """,
    subcommands: [
      NewCaseCommand.self, NewRowCommand.self, NewMutantCommand.self, NewContractCommand.self,
      NewAdapterCommand.self,
    ]
  )
}

extension Workspace {
  /// Returns the suite of the named contract, the only one that has the row, or the only one there
  /// is.
  fileprivate func suite(
    named name: String?,
    withRow row: String?
  ) throws(CommandFailure) -> Suite {
    if let name, let suite = suites.first(where: { $0.contract.id == name }) { return suite }

    let candidates = suites.filter { suite in
      row.map { row in suite.matrix.rows.contains { $0.id.name == row } } ?? true
    }

    if candidates.count == 1 { return candidates[0] }
    if suites.count == 1 { return suites[0] }

    if let row, candidates.isEmpty {
      let known = suites.flatMap(\.matrix.rows).map(\.id.name)
      throw CommandFailure(
        .usage,
        Suggestion.unknown("row", row, among: known),
        "to add it first: parity new row \(row.shellQuoted) --contract NAME --clauses CLAUSE"
      )
    }
    throw CommandFailure(
      .usage,
      """
      the suite has several contracts: \(suites.map(\.contract.id).joined(separator: ", ")); \
      select one with --contract
      """
    )
  }
}

/// Something new to write, with remarks about it and the next steps, one per line.
struct NewItem {
  let scaffold: Scaffold
  let remarks: [String]
  let next: [String]

  /// - Parameters:
  ///   - remarks: What to know about the new item, such as private data that was replaced.
  ///   - next: The steps to suggest, such as commands to run.
  init(_ scaffold: Scaffold, remarks: [String] = [], next: [String]) {
    self.scaffold = scaffold
    self.remarks = remarks
    self.next = next
  }
}

/// The options that select the contract to add to.
struct NewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Contract of the case, row or mutant, if the suite has several.",
      valueName: "name"
    )
  )
  var contract: String?

  /// Reads the repository's own suites.
  ///
  /// - Throws: A failure if the named contract isn't one of them.
  func workspace(
    under root: RootOption,
    _ reporter: Reporter
  ) throws(CommandFailure) -> Workspace {
    let folder = try root.folder()
    if let contract { try folder.requireOwn(try folder.known(contract)) }
    return try Workspace(folder, contracts: [], .own).usable(reporter)
  }

  /// Returns a result that writes what `make` returns, and then reports what is new, what is left
  /// to fill in, and what to run next.
  ///
  /// - Parameter row: A row of the contract. It identifies the contract if none is named.
  func write(
    under root: RootOption,
    _ output: OutputOptions,
    row: String? = nil,
    _ make: (Workspace, Suite) throws -> NewItem
  ) throws -> CommandResult {
    let reporter = Reporter(output)
    let workspace = try workspace(under: root, reporter)

    let earlier = workspace.lint()
    let item = try make(workspace, try workspace.suite(named: contract, withRow: row))

    return CommandResult(
      [.edit(item.scaffold.transaction, root: workspace.root)],
      end: .next {
        let new = try Workspace(try root.folder(), contracts: [], .own).lint().added(to: earlier)
        let findings =
          new.isEmpty ? [] : [StyledLine(), StyledLine("new lint findings:", .emphasis)]
        let remarks = item.remarks.map { StyledLine($0) } + findings + new.lines(reporter.verbosity)
        return CommandResult([.lines(item.scaffold.lines(remarks, next: item.next), reporter)])
      }
    )
  }
}

extension Scaffold {
  /// Returns lines that list what is new, the remarks, and what to do next.
  func lines(_ remarks: [StyledLine] = [], next: [String]) -> [StyledLine] {
    summary.map { StyledLine($0, .added) } + remarks + [StyledLine("next:", .emphasis)]
      + next.map { StyledLine(advice: "  \($0)") }
  }
}

extension CommandResult {
  /// Creates a result that writes something new, and reports what it is and what to do next.
  init(
    writing scaffold: Scaffold,
    under root: FilePath,
    remarks: [String] = [],
    next: [String],
    _ reporter: Reporter
  ) {
    let lines = scaffold.lines(remarks.map { StyledLine($0) }, next: next)
    self.init([.edit(scaffold.transaction, root: root), .lines(lines, reporter)])
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics that weren't there before. Others may only have moved to later lines.
  fileprivate func added(to earlier: [Diagnostic]) -> [Diagnostic] {
    var known = Dictionary(grouping: earlier, by: \.identity)
    return filter { known[$0.identity]?.popLast() == nil }
  }
}
