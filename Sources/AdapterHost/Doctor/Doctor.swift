package import CanonicalJSON
package import Conformance

/// Drives a program through the hard parts of the protocol and says what to fix.
///
/// Each part has a process of its own, so that one that fails spoils no other.
package struct Doctor: Sendable {
  /// A case that the program ought to answer.
  package typealias Sample = (testCase: Case, golden: JSONValue)

  package struct Finding: Sendable {
    /// The part of the protocol.
    package let part: String
    /// What was seen, as a predicate of the program; empty where there is nothing to say.
    package let observation: String
    /// What to fix; nil where all is well.
    package let fix: String?
  }

  /// A part of the protocol, and what looks into it: gives what there is to say, or what to fix.
  struct Part {
    let name: String
    /// Whether the process is to answer `initialize` first.
    var isGreeted = true
    /// Whether it must go on living, and say nothing more than it was asked.
    var goesOn = true
    let look: (ProgramConversation) async throws(Problem) -> String
  }

  /// Something to fix.
  struct Problem: Error {
    let observation: String
    let fix: String
  }

  private let command: ProgramCommand
  private let limits: ProgramLimits
  let greeting: JSONValue
  private let samples: [Sample]

  /// - Parameters:
  ///   - greeting: the parameters of `initialize`.
  ///   - samples: cases of any contract; those are taken that the program claims.
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

  /// The findings in order, each told as soon as it is made; one alone where the program does not
  /// get through its handshake.
  package func examine(_ tell: (Finding) -> Void) async -> [Finding] {
    var findings: [Finding] = []
    func note(_ finding: Finding) {
      // What a program does that is killed meanwhile says nothing of it.
      guard !Task.isCancelled else { return }
      findings.append(finding)
      tell(finding)
    }
    let program = ProgramConversation(command, limits: limits)
    let answer = await program.greet(greeting)
    await program.process.end(within: ProgramLimits.grace)
    let handshake: Handshake
    do throws(ProgramFault) {
      handshake = try Handshake(JSONRPCReply(id: 0, answer: .success(try answer.get())))
    } catch {
      let fix =
        "answer initialize with one line on standard output, and write nothing else there before or after"
      note(Finding(part: "handshake", observation: error.account, fix: fix))
      return findings
    }
    let claims =
      handshake.contracts.isEmpty
      ? "no contract" : boundedText(handshake.contracts.joined(separator: ", "))
    note(
      Finding(
        part: "handshake",
        observation: "calls itself \(handshake.name) and claims \(claims)",
        fix: nil
      )
    )
    let parts = hardParts(for: handshake) + firstSamples(of: handshake).flatMap(parts) + [ending]
    for part in parts where !Task.isCancelled { note(await finding(of: part)) }
    return findings
  }

  private func finding(of part: Part) async -> Finding {
    let program = ProgramConversation(command, limits: limits)
    let finding: Finding
    do throws(Problem) {
      if part.isGreeted {
        let answer = await program.greet(greeting)
        guard case .success(.result) = answer else {
          throw Problem(
            observation: "\(answer.predicate), this time to initialize",
            fix: "start the same way each time"
          )
        }
      }
      let observation = try await part.look(program)
      if part.goesOn {
        try await program.ask("no-such-method").require(
          ", right after its answer",
          or: "answer each request once and go on"
        )
      }
      finding = Finding(part: part.name, observation: observation, fix: nil)
    } catch {
      finding = Finding(part: part.name, observation: error.observation, fix: error.fix)
    }
    await program.process.end(within: .zero)
    return finding
  }

  /// A sample of each contract at hand that the program claims, with text beyond ASCII where there
  /// is one.
  private func firstSamples(of handshake: Handshake) -> [Sample] {
    let capabilities = Set(handshake.capabilities.map { TextKey($0) })
    let usable = samples.filter {
      capabilities.isSuperset(of: $0.testCase.requires.map { TextKey($0) })
    }
    let byContract = Dictionary(grouping: usable) { TextKey($0.testCase.contract) }
    func rank(_ sample: Sample) -> (Int, size: Int) {
      let size = sample.testCase.inputText.count + sample.golden.canonicalUTF8().count
      return (sample.golden.scalarsBeyondASCII.isEmpty ? 1 : 0, size)
    }
    return handshake.contracts.compactMap { byContract[TextKey($0)]?.min { rank($0) < rank($1) } }
  }
}

extension JSONRPCReply.Answer {
  /// - Parameter place: what follows the fault where there is no proper reply.
  @discardableResult
  func require(_ place: String = "", or fix: String) throws(Doctor.Problem) -> String {
    guard case .failure = self else { return "" }
    throw Doctor.Problem(observation: predicate + place, fix: fix)
  }
}

extension JSONValue {
  var scalarsBeyondASCII: Set<Unicode.Scalar> {
    Set(canonicalText().unicodeScalars.filter { !$0.isASCII })
  }
}
