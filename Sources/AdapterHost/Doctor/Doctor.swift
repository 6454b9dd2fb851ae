package import CanonicalJSON
package import Conformance

/// Drives a program through the hard parts of the protocol and says what to mend.
///
/// Each part has a process of its own, so that one that fails spoils no other.
package struct Doctor: Sendable {
  /// A case that the program ought to answer.
  package struct Sample: Sendable {
    package let testCase: Case
    package let golden: JSONValue

    package init(_ testCase: Case, golden: JSONValue) {
      self.testCase = testCase
      self.golden = golden
    }
  }

  package struct Finding: Hashable, Sendable {
    /// The part of the protocol.
    package let part: String
    /// What was seen, as a predicate of the program; empty where there is nothing to say.
    package let observation: String
    /// What to mend; nil where all is well.
    package let remedy: String?
  }

  let command: ProgramCommand
  let limits: ProgramLimits
  let greeting: JSONValue
  let samples: [Sample]

  /// - Parameters:
  ///   - greeting: the parameters of `initialize`.
  ///   - samples: cases of any contract; those are taken that the program claims.
  package init(_ command: ProgramCommand, limits: ProgramLimits, greeting: JSONValue, samples: [Sample]) {
    self.command = command
    self.limits = limits
    self.greeting = greeting
    self.samples = samples
  }

  /// The findings in order, each told as soon as it is made; one alone where the program does not get through its handshake.
  package func examine(_ tell: (Finding) -> Void) async -> [Finding] {
    var findings: [Finding] = []
    func note(_ finding: Finding) {
      // What a program does that is killed meanwhile says nothing of it.
      guard !Task.isCancelled else { return }
      findings.append(finding)
      tell(finding)
    }
    let handshake: Handshake
    switch await self.handshake() {
    case .failure(let fault):
      note(
        Finding(
          part: "handshake", observation: "\(fault)",
          remedy: "answer initialize with one line on standard output, and write nothing else there before or after"))
      return findings
    case .success(let found): handshake = found
    }
    let claims = handshake.contracts.isEmpty ? "no contract" : boundedText(handshake.contracts.joined(separator: ", "))
    note(Finding(part: "handshake", observation: "calls itself \(handshake.name) and claims \(claims)", remedy: nil))
    note(await versionMismatch())
    note(await unknownMethod("unknown method", "no-such-method"))
    note(await unknownMethod("unknown contract", "no-such-contract/timeline"))
    if let contract = handshake.contracts.first {
      note(await unknownMethod("unknown operation", "\(contract)/no-such-operation"))
    }
    note(await largeID())
    note(await largeInput())
    note(await deepInput())
    for sample in firstSamples(of: handshake) {
      let questions = SampleQuestions(self, sample)
      note(await questions.plain())
      note(await questions.unicode())
      note(await questions.splitWrites())
      note(await questions.inFlight())
      note(await questions.endOfInput())
    }
    note(await ending())
    return findings
  }

  /// A sample of each contract at hand that the program claims, with text beyond ASCII where there is one.
  private func firstSamples(of handshake: Handshake) -> [Sample] {
    let capabilities = Set(handshake.capabilities.map { TextKey($0) })
    let usable = Dictionary(
      grouping: samples.filter { capabilities.isSuperset(of: $0.testCase.requires.map { TextKey($0) }) }
    ) { TextKey($0.testCase.contract) }
    return handshake.contracts.compactMap { contract in
      let usable = usable[TextKey(contract)] ?? []
      let telling = usable.filter { !$0.golden.scalarsBeyondASCII.isEmpty }
      return (telling.isEmpty ? usable : telling).min { $0.size < $1.size }
    }
  }

  /// A process that has answered `initialize`.
  func patient() async -> Result<Patient, ProgramFault> {
    var patient = await Patient(command, limits: limits)
    switch await patient.ask(Handshake.method, greeting.canonicalUTF8(), id: 0) {
    case .result: return .success(patient)
    case let other: return .failure(.misspeaks("\(other.description), this time to initialize"))
    }
  }

  private func handshake() async -> Result<Handshake, ProgramFault> {
    var patient = await Patient(command, limits: limits)
    let answer = await patient.ask(Handshake.method, greeting.canonicalUTF8(), id: 0)
    _ = await patient.conversation.end(within: ProgramLimits.grace)
    do {
      switch answer {
      case .result(let result): return .success(try Handshake(JSONRPCReply(id: 0, content: .result(Output(result)))))
      case .error(let code, let message): return .success(try Handshake(JSONRPCReply(id: 0, content: .error(code: code, message: message, refused: nil))))
      case .fault(let fault): return .failure(.misspeaks(fault))
      }
    } catch {
      return .failure(.misspeaks("\(error)"))
    }
  }
}

extension Doctor.Sample {
  fileprivate var size: Int { testCase.input.canonicalUTF8().count + golden.canonicalUTF8().count }
}

extension JSONValue {
  var scalarsBeyondASCII: Set<Unicode.Scalar> { Set(canonicalText().unicodeScalars.filter { !$0.isASCII }) }

  /// What is left where a wrong encoding has eaten everything else, or put question marks in its place.
  var textInASCII: [UInt8] { canonicalUTF8().filter { $0 < 0x80 && $0 != UInt8(ascii: "?") } }
}
