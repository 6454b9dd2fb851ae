internal import AdapterHost
internal import ArgumentParser
internal import Conformance

/// The implementations to run, and the number of jobs.
struct ImplementationOptions: ParsableArguments {
  @Option(
    name: .customLong("implementation"),
    help: ArgumentHelp(
      "Run 'reference', 'all' or a listed name; repeatable.",
      valueName: "name"
    )
  )
  var names: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "Shell command to start a JSON-RPC program; repeatable.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Option(
    name: .customShort("j"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum number of processes per program (default: number of cores).",
      valueName: "n"
    ),
    transform: OptionValue.jobs
  )
  var jobs: Int?

  /// Rejects a command of spaces, such as that of an unset variable, which a shell would run
  /// successfully.
  func validate() throws {
    if commands.contains(where: { $0.utf8.allSatisfy { $0 == 0x20 } }) {
      throw ValidationError("--command must not be blank")
    }
  }
}

/// The limits on the processes of a program.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit for each reply (default: 10).", valueName: "seconds"),
    transform: OptionValue.timeout
  )
  var timeout: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Size limit for each reply (default: \(ProgramLimits().replyBytes)).",
      valueName: "bytes"
    ),
    transform: OptionValue.positive
  )
  var replyLimit: Int = ProgramLimits().replyBytes

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up after <n> restarts in a row (default: \(ProgramLimits().restarts)).",
      valueName: "n"
    ),
    transform: OptionValue.nonnegative
  )
  var restarts: Int = ProgramLimits().restarts

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Give up after <n> timeouts of a program (default: 10).", valueName: "n"),
    transform: OptionValue.positive
  )
  var hangs: Int = 10

  /// The limits on replies as they are written on the command line, without defaults.
  var textOfReplyLimits: String {
    let isDefaultSize = replyLimit == ProgramLimits().replyBytes
    let options = [
      timeout.map { "--timeout \($0)" },
      isDefaultSize ? nil : "--reply-limit \(replyLimit)",
    ]
    return options.compactMap(\.self).joined(separator: " ")
  }

  /// Returns the limits for a program.
  ///
  /// - Parameter window: The number of requests in flight in each process.
  func limits(window: Int = ProgramLimits().window) -> ProgramLimits {
    ProgramLimits(
      timeout: timeout.map { .milliseconds(Int($0 * 1000)) } ?? ProgramLimits().timeout,
      replyBytes: replyLimit,
      restarts: restarts,
      hangs: hangs,
      window: window
    )
  }

  /// Returns the limits with the values of parity.json for options that the command line doesn't
  /// give.
  func applying(_ defaults: CheckDefaults) -> LimitOptions {
    var limits = self
    limits.timeout = timeout ?? defaults.timeout
    return limits
  }

  /// Returns hosts for commands, whose programs can be started before the suite is known.
  func hosts(of commands: [String], window: Int = ProgramLimits().window) -> [ProgramHost] {
    let surroundings = Surroundings.current.programs
    return commands.map {
      ProgramHost(.shell($0, in: surroundings), name: nil, limits: limits(window: window))
    }
  }
}
