internal import AdapterHost
internal import ArgumentParser
internal import Conformance

/// The implementations to run, and the number of jobs.
struct ImplementationOptions: ParsableArguments {
  @Option(
    name: .customLong("implementation"),
    help: ArgumentHelp("'reference', 'all' or one of parity.json; repeatable.", valueName: "name")
  )
  var names: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "Shell command of a JSON-RPC program; repeatable.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Option(
    name: .customShort("j"),
    help: ArgumentHelp("Processes per program, up to 1024.", valueName: "n")
  )
  var jobs = 1

  func validate() throws {
    if !(1...1024).contains(jobs) { throw ValidationError("-j must be from 1 to 1024") }
    if commands.contains(where: { $0.utf8.allSatisfy { $0 == 0x20 } }) {
      throw ValidationError("--command must not be blank")
    }
  }
}

/// The limits on the processes of a program.
struct LimitOptions: ParsableArguments {
  /// The end of the help of a command that checks or compares implementations.
  static let help = """
    Limits
    A program has 10 s and 16 MiB for each reply. Parity abandons it after 10 restarts in a row \
    without a reply, or after 10 timeouts.
    """

  /// The end of the help of a command that examines one program.
  static let helpForOneProgram = """
    Limits
    A program has 10 s and 16 MiB for each reply, and 1 s to exit after the end of its input. \
    --restarts and --hangs have no effect here.
    """

  @Option(help: ArgumentHelp("Time limit for each reply.", valueName: "seconds"))
  var timeout = 10.0

  @Option(help: ArgumentHelp("Size limit for a reply.", valueName: "bytes"))
  var replyLimit = ProgramLimits().replyBytes

  @Option(
    help: ArgumentHelp(
      "Restarts in a row without a reply.",
      valueName: "n"
    )
  )
  var restarts = ProgramLimits().restarts

  @Option(
    help: ArgumentHelp(
      "Timeouts before a program is abandoned.",
      valueName: "n"
    )
  )
  var hangs = 10

  func limits(window: Int = ProgramLimits().window) -> ProgramLimits {
    ProgramLimits(
      timeout: .milliseconds(Int(timeout * 1000)),
      replyBytes: replyLimit,
      restarts: restarts,
      hangs: hangs,
      window: window
    )
  }

  /// Returns hosts for commands, whose programs can be started before the suite is known.
  func hosts(of commands: [String], window: Int = ProgramLimits().window) -> [ProgramHost] {
    let surroundings = Surroundings.current.programs
    return commands.map {
      ProgramHost(.shell($0, in: surroundings), name: nil, limits: limits(window: window))
    }
  }

  func validate() throws {
    if !(0.001...1_000_000).contains(timeout) {
      throw ValidationError("--timeout must be from 0.001 to 1000000 seconds")
    }
    if replyLimit < 1 { throw ValidationError("--reply-limit must be at least 1") }
    if hangs < 1 { throw ValidationError("--hangs must be at least 1") }
    if restarts < 0 { throw ValidationError("--restarts must be at least 0") }
  }
}
