internal import Foundation
internal import Subprocess
internal import SystemPackage

/// Another program, run until it ends.
struct OtherProgram {
  /// The name or path of the program, followed by its arguments.
  let words: [String]
  /// The variables to set in addition to those of this process.
  var environment: [String: String] = [:]
  /// What to do if the program isn't found.
  var remedy = "install it"

  /// Returns this program, with the path by which it was started.
  static func itself(_ arguments: [String]) -> OtherProgram {
    OtherProgram(words: [CommandLine.arguments[0]] + arguments)
  }

  /// What a program printed, and the time that it took.
  struct Output {
    let text: String
    let errors: String
    let seconds: Double
    /// The processor time of the program and of those that it started, in seconds. Includes that of
    /// any other program that ended in the meantime.
    let processorSeconds: Double
  }

  /// The processor time of all programs that have ended, in seconds and to about 10 ms.
  private static var processorSecondsOfChildren: Double {
    var ticks = tms()
    times(&ticks)
    let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
    return (Double(ticks.tms_cutime) + Double(ticks.tms_cstime)) / ticksPerSecond
  }

  /// Runs the program in the folder of the package.
  ///
  /// - Throws: `MeasurementError` if the program isn't found, or ends with a status that isn't in
  ///   `statuses`.
  func run(statuses: Set<Int32> = [0]) async throws -> Output {
    let variables = environment.compactMap { name, value in
      Environment.Key(rawValue: name).map { ($0, value) }
    }

    let configuration = Configuration(
      executable: words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0]),
      arguments: Arguments(Array(words.dropFirst())),
      environment: .inherit.updating(Dictionary(uniqueKeysWithValues: variables)),
      workingDirectory: try packageFolder()
    )

    let start = ContinuousClock.now
    let startOfProcessor = Self.processorSecondsOfChildren
    do {
      let result = try await Subprocess.run(
        configuration,
        output: .string(limit: 1_000_000),
        error: .string(limit: 1_000_000)
      )
      let seconds = (ContinuousClock.now - start) / .seconds(1)

      guard case .exited(let status) = result.terminationStatus, statuses.contains(status) else {
        let end = (result.standardOutput + result.standardError).suffix(2_000)
        throw MeasurementError(
          "\(words.joined(separator: " ")): \(result.terminationStatus)\n\(end)"
        )
      }
      return Output(
        text: result.standardOutput,
        errors: result.standardError,
        seconds: seconds,
        processorSeconds: Self.processorSecondsOfChildren - startOfProcessor
      )
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw MeasurementError("\(words[0]) isn't here; \(remedy)")
    }
  }
}
