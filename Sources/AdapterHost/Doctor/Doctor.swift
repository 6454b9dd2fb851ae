package import CanonicalJSON
package import Conformance

/// Drives a program through the hard parts of the protocol and reports what to fix.
///
/// Each part uses a process of its own, so that a failed part doesn't affect another.
package struct Doctor: Sendable {
  /// A case that the program should be able to answer, and its golden.
  package typealias Sample = (testCase: Case, golden: JSONValue)

  /// The result for one part of the protocol.
  package struct Finding: Sendable {
    /// The name of the part of the protocol.
    package let part: String
    /// The observed behavior, as a predicate whose subject is the program; empty if there is
    /// nothing to report.
    package let observation: String
    /// What to fix, or `nil` if nothing is wrong.
    package let fix: String?
    /// The lines of the program's standard error if it doesn't start.
    package var log: [String] = []
  }

  /// A part of the protocol and its check, which returns an observation or throws a problem.
  struct Part {
    let name: String
    /// Whether the process must answer `initialize` first.
    var isGreeted = true
    /// Whether the process must keep running after the check and must not have written anything
    /// extra.
    var keepsRunning = true
    /// Talks to a new process, and returns what it observed: a predicate, or nothing if there is
    /// nothing to report.
    let check: (ProgramConversation) async throws(Problem) -> String
  }

  /// A fault of the program, and how to fix it.
  struct Problem: Error {
    /// A predicate whose subject is the program.
    let observation: String
    /// An instruction for the author of the program.
    let fix: String
  }

  private let command: ProgramCommand
  private let limits: ProgramLimits
  let greeting: JSONValue
  private let samples: [Sample]

  /// Creates a doctor without starting the program.
  ///
  /// - Parameters:
  ///   - greeting: The parameters of `initialize`.
  ///   - samples: Cases of any contract. Only contracts that the program claims are checked.
  package init(
    _ command: ProgramCommand,
    limits: ProgramLimits,
    greeting: JSONValue,
    samples: [Sample]
  ) {
    self.command = command
    self.limits = limits
    self.greeting = greeting
    self.samples = samples
  }

  /// Checks each part of the protocol.
  ///
  /// - Parameter report: Called with each finding as soon as it is made.
  /// - Returns: The findings in order, or a single one if the handshake fails.
  package func examine(_ report: (Finding) -> Void) async -> [Finding] {
    var findings: [Finding] = []
    /// Adds a finding and reports it.
    func note(_ finding: Finding) {
      // The program was killed because the task is canceled, so a finding would be meaningless.
      guard !Task.isCancelled else { return }
      findings.append(finding)
      report(finding)
    }

    let program = ProgramConversation(command, limits: limits)
    let answer = await program.greet(greeting)
    await program.process.end(within: ProgramLimits.grace)

    let handshake: Handshake
    do throws(ProgramFault) {
      handshake = try Handshake(JSONRPCReply(id: 0, answer: .success(try answer.get())))
    } catch {
      let fix =
        "reply to initialize with one line on standard output, and write nothing else there"
      note(Finding(part: "handshake", observation: "\(error)", fix: fix, log: error.log))
      return findings
    }

    let claims =
      handshake.contracts.isEmpty
      ? "no contract" : boundedText(handshake.contracts.joined(separator: ", "))
    note(
      Finding(
        part: "handshake",
        observation: "reports the name '\(handshake.name)' and implements \(claims)",
        fix: nil
      )
    )

    let parts = hardParts(for: handshake) + firstSamples(of: handshake).flatMap(parts) + [ending]
    for part in parts where !Task.isCancelled { note(await finding(of: part)) }
    return findings
  }

  /// Runs a part in a new process, which is killed afterward.
  private func finding(of part: Part) async -> Finding {
    let program = ProgramConversation(command, limits: limits)

    let finding: Finding
    do throws(Problem) {
      if part.isGreeted {
        let answer = await program.greet(greeting)
        guard case .success(.result) = answer else {
          throw Problem(
            observation: "\(answer.predicate), when it was started again",
            fix: "behave the same way each time the program starts"
          )
        }
      }

      let observation = try await part.check(program)
      if part.keepsRunning {
        try await program.ask("no-such-method").require(
          ", at the next request",
          or: "reply to each request once, then read the next one"
        )
      }
      finding = Finding(part: part.name, observation: observation, fix: nil)
    } catch {
      finding = Finding(part: part.name, observation: error.observation, fix: error.fix)
    }

    await program.process.end(within: .zero)
    return finding
  }

  /// Returns one sample of each contract that the program claims, without those that require a
  /// capability it lacks.
  ///
  /// A sample whose golden has text beyond ASCII is preferred, then a small one.
  private func firstSamples(of handshake: Handshake) -> [Sample] {
    let capabilities = Set(handshake.capabilities.map { TextKey($0) })
    let usable = samples.filter {
      capabilities.isSuperset(of: $0.testCase.requires.map { TextKey($0) })
    }
    let byContract = Dictionary(grouping: usable) { TextKey($0.testCase.contract) }

    /// Returns a rank, lower for samples that are preferred.
    func rank(_ sample: Sample) -> (Int, size: Int) {
      let size = sample.testCase.inputText.count + sample.golden.canonicalUTF8().count
      return (sample.golden.scalarsBeyondASCII.isEmpty ? 1 : 0, size)
    }

    return handshake.contracts.compactMap { byContract[TextKey($0)]?.min { rank($0) < rank($1) } }
  }
}

extension JSONRPCReply.Answer {
  /// Requires a well-formed reply, which may be an error.
  ///
  /// - Parameters:
  ///   - place: The text that follows the fault in the observation.
  ///   - fix: How to fix the fault.
  /// - Returns: An empty observation.
  @discardableResult
  func require(_ place: String = "", or fix: String) throws(Doctor.Problem) -> String {
    guard case .failure = self else { return "" }
    throw Doctor.Problem(observation: predicate + place, fix: fix)
  }
}

extension JSONValue {
  /// The characters beyond ASCII in the keys and strings of the value.
  var scalarsBeyondASCII: Set<Unicode.Scalar> {
    Set(canonicalText().unicodeScalars.filter { !$0.isASCII })
  }
}
