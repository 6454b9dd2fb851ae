internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity doctor`, for authors of a program that speaks JSON-RPC.
struct DoctorCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Test a program's use of JSON-RPC and report what to fix.",
    usage: "parity doctor (--command <command> | --implementation <name>) [<options>]",
    discussion: """
      The command tests only the protocol; to check the outputs, use 'parity check'. The program \
      must exit within 1 s after its input ends. It must accept a request of 4 MiB, a request with \
      512 levels of nesting, and 32 requests at once. The command exits with 1 if something needs \
      to be fixed, and with 69 if the program doesn't complete the handshake. --restarts and \
      --hangs have no effect here.

      Example: parity doctor --contract session-detail --command "python3 adapter.py"
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Program") var program: ProgramOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Examines the program, and prints each finding as soon as it is made.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let workspace = try Workspace(suite, root, .checked(program.names)).usable(reporter)
    try requireJSONRPC(in: workspace)

    let doctor = Doctor(
      try program.command(in: workspace),
      limits: limits.limits().adapted(to: program.entry(in: workspace)),
      greeting: workspace.selectedContracts.greeting,
      samples: Self.samples(of: workspace)
    )

    let findings = try await Interruption.catching {
      await doctor.examine { finding in
        // If this can't be printed now, it can't be reported later either.
        try? reporter.print(lines(finding))
      }
    }

    let toFix = findings.count { $0.fix != nil }
    let summary = "\(counted(findings.count, "part")) tested, \(toFix) to fix"
    // A single finding is that of a handshake that failed.
    let failure: ExitStatus = findings.count == 1 ? .unavailable : .notConformant
    return CommandResult(
      [.lines([StyledLine(summary)], reporter)],
      toFix == 0 ? .success : failure
    )
  }

  /// Throws if the program speaks another protocol than JSON-RPC.
  private func requireJSONRPC(in workspace: Workspace) throws(CommandFailure) {
    guard let entry = program.entry(in: workspace), case .stdio = entry.exchange else { return }
    throw CommandFailure(
      .usage,
      "implementation '\(entry.name)' has the protocol 'stdio', and doctor tests JSON-RPC",
      "to see one run of it, use: parity repro CASE --implementation \(entry.name.shellQuoted)"
    )
  }

  /// Returns the cases whose output is known from an expectation or from a golden that can be read.
  private static func samples(of workspace: Workspace) -> [Doctor.Sample] {
    var samples: [Doctor.Sample] = []
    for suite in workspace.suites {
      for testCase in suite.cases {
        let golden = testCase.expectation.output ?? (try? suite.goldens.golden(of: testCase)?.value)
        if let golden { samples.append((testCase: testCase, golden: golden)) }
      }
    }
    return samples
  }

  /// Returns the lines of a finding. With `--quiet`, they are empty if there is nothing to fix.
  private func lines(_ finding: Doctor.Finding) -> [StyledLine] {
    let observation = finding.observation.isEmpty ? "" : ": \(finding.observation)"
    guard let fix = finding.fix else {
      return output.quiet
        ? [] : [StyledLine([.init("ok   ", .added), .init(finding.part + observation)])]
    }

    return [
      StyledLine([.init("FIX  ", .removed), .init(finding.part, .heading), .init(observation)]),
      StyledLine("     \(fix)", .emphasis),
    ] + finding.log.map { StyledLine("     | \($0)", .dim) }
  }
}

/// The options that select one program, by its name or its command.
struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Program to run: 'reference' or a name from parity.json.", valueName: "name")
  )
  var implementation: String?

  @Option(
    help: ArgumentHelp(
      "Shell command to start a JSON-RPC program.",
      valueName: "command"
    )
  )
  var command: String?

  /// The name as a list, for options that accept several.
  var names: [String] { implementation.map { [$0] } ?? [] }

  /// Requires one of the options and forbids both.
  func validate() throws {
    if (implementation == nil) == (command == nil) {
      throw ValidationError("select exactly one program with --implementation or --command")
    }
  }

  /// Returns the program's entry in parity.json, or `nil` if the program is a linked implementation
  /// or a command.
  func entry(in workspace: Workspace) -> ProgramEntry? {
    guard let implementation else { return nil }
    return workspace.programs.first { entry in
      entry.name == implementation
        || implementation == "reference" && workspace.selectedContracts.isReference(entry)
    }
  }

  /// Returns the command that starts the program. A linked implementation is started with
  /// `parity serve`.
  func command(in workspace: Workspace) throws(CommandFailure) -> ProgramCommand {
    let surroundings = Surroundings.current
    if let command { return .shell(command, in: surroundings.programs) }
    if let entry = entry(in: workspace) { return workspace.selectedContracts.command(of: entry) }

    let name = implementation ?? ""
    try Workspace.requireKnown(name, among: workspace.selectedContracts.implementationNames)

    let folder = workspace.folder
    let suite = folder.isRepository ? ["--root", folder.root.string] : ["--builtin"]
    return ProgramCommand(
      words: [surroundings.program, "serve", "--implementation", name] + suite,
      in: surroundings.programs
    )
  }
}
