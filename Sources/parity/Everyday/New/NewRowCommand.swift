internal import ArgumentParser
internal import Conformance
internal import Foundation

/// The command `parity new row`, which adds a row with or without cases to a manifest.
struct NewRowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "row",
    abstract: "Create a row of the behavior matrix.",
    usage: "parity new row <id> --clauses <ids> --scenario <text> [<options>]",
    discussion: """
      A row describes a scenario and the expected behavior. It lists the clauses that it covers \
      and the cases that test it.

      Example: parity new row result-cut-short --clauses C3,P9 --scenario "a result cut short"
      """
  )

  @Argument(help: ArgumentHelp("ID of the row.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("Clauses that the row covers, separated by commas.", valueName: "ids"))
  var clauses: String

  @Option(help: ArgumentHelp("Scenario that the row covers, in a few words.", valueName: "text"))
  var scenario: String

  @Option(help: ArgumentHelp("Expected behavior (default: a placeholder).", valueName: "text"))
  var expected: String?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      "ID of an existing case to add to the row; repeatable.",
      valueName: "id"
    )
  )
  var cases: [String] = []

  @OptionGroup var options: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if clauseIDs.isEmpty { throw ValidationError("--clauses must name at least one clause") }
    if scenario.isEmpty { throw ValidationError("--scenario must not be empty") }
  }

  /// Adds the row, and suggests a first case if none was named.
  func execute() async throws -> CommandResult {
    try options.write(under: root, output) { workspace, suite in
      let scaffold = try Scaffold.addingRow(
        id,
        scenario: scenario,
        expectedBehavior: expected,
        clauses: clauseIDs,
        cases: cases,
        in: suite,
        under: workspace.root
      )

      let next =
        cases.isEmpty
        ? "add a case: parity new case CASE --row \(id) --file FILE"
        : "check the cases: parity check --row \(id)"
      return NewItem(scaffold, next: [next])
    }
  }

  /// The ids in `--clauses`, without the spaces around them and without empty ones.
  private var clauseIDs: [String] {
    clauses.split(separator: ",").map { $0.trimmingCharacters(in: [" "]) }.filter { !$0.isEmpty }
  }
}
