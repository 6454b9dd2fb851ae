internal import ArgumentParser
internal import Conformance
internal import Foundation

struct NewRowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "row",
    abstract: "Begin a row of the behaviour matrix.",
    usage: "parity new row <id> --clauses <ids> --scenario <text> [<options>]",
    discussion: """
      Example: parity new row result-cut-short --clauses C3,P9 --scenario "a result cut short"
      """
  )

  @Argument(help: ArgumentHelp("The id of the row.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("The clauses that the row is about, with commas.", valueName: "ids"))
  var clauses: String

  @Option(help: ArgumentHelp("When it happens, in a few words.", valueName: "text"))
  var scenario: String

  @Option(help: ArgumentHelp("What must come out; else it is left to fill in.", valueName: "text"))
  var expected: String?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      "A case that there is; repeatable. New ones come with 'parity new case'.",
      valueName: "id"
    )
  )
  var cases: [String] = []

  @OptionGroup var suite: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if clauseIDs.isEmpty { throw ValidationError("--clauses takes at least one clause.") }
    if scenario.isEmpty { throw ValidationError("--scenario takes a text.") }
  }

  func execute() async throws -> CommandResult {
    try suite.write(under: root, output) { workspace, suite in
      let new = try Scaffold.addingRow(
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
        ? "give it a case: parity new case CASE --row \(id) --file FILE"
        : "see what it judges: parity check --row \(id)"
      return (new, [next])
    }
  }

  private var clauseIDs: [String] {
    clauses.split(separator: ",").map { $0.trimmingCharacters(in: [" "]) }.filter { !$0.isEmpty }
  }
}
