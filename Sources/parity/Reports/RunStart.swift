internal import Conformance
internal import Foundation
internal import RFC3339

/// The start of a run, as a date and on the clock that measures durations.
struct RunStart: Sendable {
  private let date = DateTime(seconds: Int(Date.now.timeIntervalSince1970))
  private let instant = ContinuousClock.now

  /// The time since the start.
  var duration: Duration { .now - instant }

  /// Returns the provenance of a run that ends now.
  ///
  /// - Parameter implementations: The implementations of the run.
  func provenance(of implementations: [Provenance.Implementation]) -> Provenance {
    Provenance(
      implementations: implementations.map(\.withVersionOfParity),
      start: "\(date)",
      milliseconds: Int(duration / .milliseconds(1)),
      machine: .current
    )
  }
}

extension Provenance.Implementation {
  /// The implementation with the version of Parity if it is linked into Parity.
  fileprivate var withVersionOfParity: Provenance.Implementation {
    let isLinked = language != nil && command == nil

    return Provenance.Implementation(
      name: name,
      version: isLinked ? harnessVersion : version,
      language: language,
      command: command
    )
  }
}

extension Provenance.Machine {
  /// The machine that runs the command.
  static var current: Provenance.Machine {
    var names = utsname()
    uname(&names)
    return Provenance.Machine(
      system: "\(text(in: names.sysname)) \(text(in: names.release))",
      architecture: text(in: names.machine),
      cores: ProcessInfo.processInfo.activeProcessorCount
    )
  }

  /// Returns the text in a tuple of characters that ends with a null character.
  private static func text<Characters>(in characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
