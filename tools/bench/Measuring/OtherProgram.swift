internal import Foundation
internal import Subprocess
internal import SystemPackage

/// Another program, run to its end.
struct OtherProgram {
  let words: [String]
  var environment: [String: String] = [:]
  /// What has to be done where it isn't found.
  var remedy = "install it"

  /// This program as it was started.
  static func itself(_ arguments: [String]) -> OtherProgram {
    OtherProgram(words: [CommandLine.arguments[0]] + arguments)
  }

  struct Output {
    let text: String
    let errors: String
    let seconds: Double
  }

  /// - Throws: `CannotMeasure` where it isn't there, or ends with another status than one of these.
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
    do {
      let result = try await Subprocess.run(
        configuration,
        output: .string(limit: 1_000_000),
        error: .string(limit: 1_000_000)
      )
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      guard case .exited(let status) = result.terminationStatus, statuses.contains(status) else {
        let end = (result.standardOutput + result.standardError).suffix(2_000)
        throw CannotMeasure("\(words.joined(separator: " ")): \(result.terminationStatus)\n\(end)")
      }
      return Output(text: result.standardOutput, errors: result.standardError, seconds: seconds)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw CannotMeasure("\(words[0]) isn't here; \(remedy)")
    }
  }
}
