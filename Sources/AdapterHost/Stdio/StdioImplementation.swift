package import Conformance
internal import Synchronization

/// An implementation that is an ordinary command-line tool: one process runs for each request.
///
/// What the process writes to standard output is the output, as a text or as JSON, as the operation
/// declares it. It skips a case by exiting with 77. Any other exit code than 0 is a failure.
package final class StdioImplementation: Implementation {
  package let name: String
  package let origin: ImplementationOrigin
  package let details: ImplementationDetails
  private let template: ProgramCommand
  private let options: StdioOptions
  private let limits: ProgramLimits
  /// The number of runs that exceeded the time limit, and the incident once there were too many.
  private let timeouts = Mutex((count: 0, incident: Incident?.none))

  /// Creates the implementation without running the program.
  ///
  /// - Parameter template: The command, in whose arguments places in braces are replaced by parts
  ///   of the input.
  package init(
    _ template: ProgramCommand,
    name: String,
    origin: ImplementationOrigin,
    options: StdioOptions,
    limits: ProgramLimits
  ) {
    self.name = name
    self.origin = origin
    self.template = template
    self.options = options
    self.limits = limits
    details = ImplementationDetails(command: template.shellWords)
  }

  package var capabilities: Set<String> { options.capabilities }

  package func respond(to request: Request) async -> Outcome {
    guard timeouts.withLock({ $0.incident == nil }) else { return .notRun }

    let outcome = await StdioCall(of: template, options, for: request)
      .run(within: limits)
      .outcome(of: request.operation)
    guard !Task.isCancelled else { return .notRun }
    if case .failure(let failure) = outcome, failure.kind == .timeout { countTimeout(failure) }
    return outcome
  }

  /// Abandons the program if it has exceeded the time limit too often.
  private func countTimeout(_ failure: ImplementationFailure) {
    timeouts.withLock { timeouts in
      timeouts.count += 1
      guard let most = limits.hangs, timeouts.count >= most, timeouts.incident == nil else {
        return
      }

      let count = counted(timeouts.count, "timeout")
      let message = "was abandoned after \(count) (--hangs): it \(failure.message)"
      timeouts.incident = Incident(.abandoned, of: name, ImplementationFailure(message))
    }
  }

  package func finish() async -> [Incident] {
    timeouts.withLock { timeouts in
      timeouts.incident.map { [$0] } ?? []
    }
  }
}
