internal import Conformance
internal import Foundation
internal import RFC3339

extension Provenance.Machine {
  /// The machine that runs the command.
  static var current: Provenance.Machine {
    var names = utsname()
    uname(&names)
    let system = "\(text(of: &names.sysname)) \(text(of: &names.release))"
    return Provenance.Machine(
      system: system,
      architecture: text(of: &names.machine),
      processors: ProcessInfo.processInfo.activeProcessorCount
    )
  }

  /// Returns the text in an array of characters that ends with a null character.
  private static func text<Characters>(of characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The start of a run, by the clock on the wall and by the one that durations are measured with.
struct RunStart: Sendable {
  let date = DateTime(seconds: Int(Date.now.timeIntervalSince1970))
  let instant = ContinuousClock.now
}

extension Provenance {
  /// Creates the provenance of a check that ends now.
  ///
  /// - Parameters:
  ///   - findings: The result of the check.
  ///   - start: The start of the check.
  ///   - defaults: The values in parity.json, which has labels too.
  ///   - options: The options that add labels or leave out what differs from run to run.
  init(
    of findings: Findings,
    since start: RunStart,
    _ defaults: CheckDefaults,
    _ options: ReportOptions
  ) {
    let implementations = findings.checkedImplementations
    let labels = options.labels.adding(defaults.labels)
    guard !options.reproducible else {
      self.init(implementations: implementations, labels: labels)
      return
    }

    self.init(
      implementations: implementations,
      start: start.date,
      duration: .now - start.instant,
      machine: .current,
      labels: labels.adding(RunLabel.ofContinuousIntegration)
    )
  }
}
