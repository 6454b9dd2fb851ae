internal import AdapterHost
internal import ArgumentParser
internal import Conformance

/// The implementations to run, and the number of jobs.
struct ImplementationOptions: ParsableArguments {
  @Option(
    name: .customLong("implementation"),
    help: ArgumentHelp("'reference', one of parity.json, or 'all'; repeatable.", valueName: "name")
  )
  var names: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "A program that speaks JSON-RPC, as a line for the shell; repeatable.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Option(
    name: .customShort("j"),
    help: ArgumentHelp("Jobs at once, each a process of a program; up to 1024.", valueName: "n")
  )
  var jobs = 1

  func validate() throws {
    if !(1...1024).contains(jobs) { throw ValidationError("-j takes a number from 1 to 1024.") }
    if commands.contains(where: { $0.utf8.allSatisfy { $0 == 0x20 } }) {
      throw ValidationError("--command takes a command.")
    }
  }
}

/// The limits on the processes of a program.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("For each reply of a program.", valueName: "seconds"))
  var timeout = 10.0

  @Option(help: ArgumentHelp("The most bytes of a program's reply.", valueName: "bytes"))
  var replyLimit = ProgramLimits().replyBytes

  @Option(
    help: ArgumentHelp(
      "Starts in a row without a reply before a program is given up.",
      valueName: "n"
    )
  )
  var restarts = ProgramLimits().restarts

  @Option(
    help: ArgumentHelp(
      "Requests that run into the timeout before a program is given up.",
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
      throw ValidationError("--timeout takes seconds, from 0.001 to 1000000.")
    }
    if replyLimit < 1 { throw ValidationError("--reply-limit takes a number from 1.") }
    if hangs < 1 { throw ValidationError("--hangs takes a number from 1.") }
    if restarts < 0 { throw ValidationError("--restarts takes a number from 0.") }
  }
}
