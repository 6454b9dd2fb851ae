internal import AdapterHost
internal import Conformance
internal import Foundation
internal import Reporting

/// The result of a command: what it prints, which files it writes, and how it ends.
struct CommandResult: Sendable {
  /// The effects in the order in which they are performed.
  let effects: [Effect]
  let end: End

  /// The way in which a command ends once its effects have been performed.
  enum End: Sendable {
    case code(Int32)
    case failure(CommandFailure)
    case interruption(Interruption)
    /// Continues with another result, which is computed from the files as they are now.
    case next(@Sendable () async throws -> CommandResult)

    /// A normal end with the exit code of a status.
    static func exit(_ status: ExitStatus) -> End { .code(status.rawValue) }
  }

  /// Creates a result that ends in any way, such as with an interruption or with another result.
  init(_ effects: [Effect] = [], end: End) {
    self.effects = effects
    self.end = end
  }

  /// Creates the result of a command that ends normally.
  init(_ effects: [Effect], _ status: ExitStatus = .success) {
    self.init(effects, end: .exit(status))
  }

  /// Creates the result of a command that has already printed everything.
  init(_ status: ExitStatus) { self.init(end: .exit(status)) }

  /// Creates the result of a command that failed.
  init(_ failure: CommandFailure) {
    self.init(failure.effects, end: .failure(failure))
  }

  /// Performs the effects in order, and then the end.
  ///
  /// If a file can't be written, the command ends. If that file is a report, the remaining effects
  /// are still performed, and the failure is reported afterward.
  func perform() async -> ProgramEnd {
    var result = self
    while true {
      do {
        var unwritten: [CommandFailure] = []
        for effect in result.effects {
          if let failure = try await effect.perform() { unwritten.append(failure) }
        }
        Terminal.writeError(unwritten.flatMap(\.lines))

        switch result.end {
        case .code(let code): return ProgramEnd(code, or: unwritten.map(\.status).max())
        case .interruption(let interruption): return .interruption(interruption)
        case .failure(let failure):
          Terminal.writeError(failure.lines)
          return .exit(failure.status)
        case .next(let next): result = try await next()
        }
      } catch {
        result = CommandResult(of: error)
      }
    }
  }

  /// Creates the result of a command that threw an error.
  init(of error: any Error) {
    switch error {
    case let failure as CommandFailure: self.init(failure)
    case let error as ScaffoldError: self.init(CommandFailure(.usage, error.message))
    // The file couldn't be written. A file that can't be read is reported where it is read.
    case let error as FileError: self.init(CommandFailure(error))
    case let interruption as Interruption: self.init(end: .interruption(interruption))
    default: self.init(CommandFailure(.internalError, "\(error)"))
    }
  }
}

/// The way in which the program ends.
enum ProgramEnd: Sendable {
  case code(Int32)
  case interruption(Interruption)

  /// A normal end with the exit code of a status.
  static func exit(_ status: ExitStatus) -> ProgramEnd { .code(status.rawValue) }

  /// Combines the exit code of a run with the status of files that couldn't be written. The more
  /// severe one applies.
  init(_ code: Int32, or unwritten: ExitStatus?) {
    let status = ExitStatus(rawValue: code).map { max($0, unwritten ?? .success) }
    self = .code(status?.rawValue ?? code)
  }

  /// Kills all programs that were started, and ends the process.
  func endProcess() -> Never {
    switch self {
    case .interruption(let interruption): interruption.exit()
    case .code(let code):
      ProcessGroups.killAll()
      // Findings and failures take precedence over a folder that couldn't be removed.
      let isUnclean = Terminal.reportLeftFolders() && code == ExitStatus.success.rawValue
      Foundation.exit(isUnclean ? ExitStatus.cannotWrite.rawValue : code)
    }
  }
}
