internal import AdapterHost
internal import Conformance
internal import Foundation

/// What a command comes to: what it prints, which files it writes, and how it ends.
struct CommandResult: Sendable {
  /// In the order in which they are carried out.
  let effects: [Effect]
  let end: End

  /// How a command ends once its effects are carried out.
  enum End: Sendable {
    case code(Int32)
    case failure(CommandFailure)
    case interruption(Interruption)
    /// Goes on from the files as they are now.
    case next(@Sendable () async throws -> CommandResult)

    static func exit(_ status: ExitStatus) -> End { .code(status.rawValue) }
  }

  init(_ effects: [Effect] = [], end: End) {
    self.effects = effects
    self.end = end
  }

  init(_ effects: [Effect], _ status: ExitStatus = .success) {
    self.init(effects, end: .exit(status))
  }

  init(_ status: ExitStatus) { self.init(end: .exit(status)) }

  /// The result of a command that can't be carried out.
  init(_ failure: CommandFailure) {
    self.init(failure.effects, end: .failure(failure))
  }

  /// Carries out the effects, in order, then what follows from them.
  ///
  /// A file that can't be written ends the command, unless it is a report: the others are written
  /// all the same, and then the failure is told.
  func carryOut() async -> ProgramEnd {
    var result = self
    while true {
      do {
        var unwritten: [CommandFailure] = []
        for effect in result.effects {
          if let failure = try await effect.carryOut() { unwritten.append(failure) }
        }
        Terminal.tell(unwritten.flatMap(\.lines))

        switch result.end {
        case .code(let code): return ProgramEnd(code, or: unwritten.map(\.status).max())
        case .interruption(let interruption): return .interruption(interruption)
        case .failure(let failure):
          Terminal.tell(failure.lines)
          return .exit(failure.status)
        case .next(let next): result = try await next()
        }
      } catch {
        result = CommandResult(of: error)
      }
    }
  }

  /// What an error of a command comes to.
  init(of error: any Error) {
    switch error {
    case let failure as CommandFailure: self.init(failure)
    case let error as ScaffoldError: self.init(CommandFailure(.usage, error.message))
    // Of what is written; a file that can't be read is told where it is read.
    case let error as FileError: self.init(CommandFailure(error))
    case let interruption as Interruption: self.init(end: .interruption(interruption))
    default: self.init(CommandFailure(.internalError, "\(error)"))
    }
  }
}

/// How the program ends.
enum ProgramEnd: Sendable {
  case code(Int32)
  case interruption(Interruption)

  static func exit(_ status: ExitStatus) -> ProgramEnd { .code(status.rawValue) }

  /// The end of a run, unless what could not be written is graver.
  init(_ code: Int32, or unwritten: ExitStatus?) {
    let status = ExitStatus(rawValue: code).map { max($0, unwritten ?? .success) }
    self = .code(status?.rawValue ?? code)
  }

  /// Ends the process, and first all programs that it has started.
  func endProcess() -> Never {
    switch self {
    case .interruption(let interruption): interruption.exit()
    case .code(let code):
      ProcessGroups.killAll()
      // Findings and failures are graver than a folder that stays.
      let isUnclean = Terminal.tellOfLeftFolders() && code == ExitStatus.success.rawValue
      Foundation.exit(isUnclean ? ExitStatus.cannotWrite.rawValue : code)
    }
  }
}
