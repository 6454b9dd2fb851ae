package import CanonicalJSON

/// Something that claims to carry out a contract.
package protocol Implementation: Sendable {
  var name: String { get }
  /// What a case may require; a case that requires more is not sent.
  var capabilities: Set<String> { get }
  var origin: ImplementationOrigin { get }
  /// Requests that it may be sent for each job before it has answered the first.
  var window: Int { get }
  /// Where those who ask it go on once it has answered; nil: on the shared threads.
  var executor: (any TaskExecutor)? { get }
  /// What of the system keeps it from running, whatever it is asked; nil: nothing.
  var obstacle: ImplementationFailure? { get }

  func respond(to request: Request) async -> Outcome

  /// What it answers to each of many, `jobs` times its window of them at once; `notRun` where the
  /// task was cancelled before.
  func outcomes(of requests: [Request], jobs: Int) async -> [Outcome]

  /// Ends whatever was started for it, once no more is asked, and tells what went wrong beside the
  /// answers.
  func finish() async -> [Incident]
}

extension Implementation {
  package var origin: ImplementationOrigin { .unasked }
  package var window: Int { 1 }
  package var executor: (any TaskExecutor)? { nil }
  package var obstacle: ImplementationFailure? { nil }
  package func finish() async -> [Incident] { [] }

  package func outcomes(of requests: [Request], jobs: Int) async -> [Outcome] {
    let outcomes = await Runner(jobs: jobs).answers(requests, self) { await respond(to: $0) }
    return outcomes + Array(repeating: .notRun, count: requests.count - outcomes.count)
  }

  /// What it answers to a case, or to another input in its place, less what differs from run to
  /// run.
  func judgedOutcome(of testCase: Case, with input: JSONValue? = nil) async -> Outcome {
    let request = input.map(testCase.request(with:)) ?? testCase.request
    return testCase.operation.judged(await respond(to: request))
  }
}

/// How it comes that an implementation is judged.
package enum ImplementationOrigin: Hashable, Sendable {
  /// It is judged where none is named.
  case unasked
  case named
  /// A line for the shell.
  case command(String)
}

/// What an implementation is asked. Expectations are never part of it.
package struct Request: Sendable {
  package let contract: String
  package let operation: String
  package let input: JSONValue
  private let knownText: [UInt8]?
  /// For reports, never sent: `CONTRACT/CASE` of the case that it is asked for.
  package let caseName: String?

  /// - Parameter inputText: the input as programs receive it, if the caller has it already.
  package init(
    contract: String,
    operation: String,
    input: JSONValue,
    inputText: [UInt8]? = nil,
    caseName: String? = nil
  ) {
    self.contract = contract
    self.operation = operation
    self.input = input
    knownText = inputText
    self.caseName = caseName
  }

  /// The input as programs receive it: compact JSON with the number literals and the order of
  /// members that it was read with.
  package var inputText: [UInt8] { knownText ?? input.writtenUTF8() }
}

package enum Outcome: Hashable, Sendable {
  case output(Output)
  /// The implementation itself failed. An error that the contract asks for is an output.
  case failure(ImplementationFailure)
  /// The implementation was not asked, since it has been given up or the run was interrupted.
  case notRun
}

extension Outcome {
  package static func output(_ value: JSONValue) -> Outcome { .output(Output(value)) }
  package var output: Output? {
    if case .output(let output) = self {
      output
    } else {
      nil
    }
  }
}

package struct ImplementationFailure: Error, Hashable, Sendable {
  package let message: String
  package let kind: KnownFailure.Kind
  /// The code of a JSON-RPC error; `nil` for any other failure.
  package let code: JSONNumber?
  /// The last that it wrote of its own, a line each.
  package let log: [String]
  /// The part of the input that it refused; nil: it is not about the input.
  package let pointer: JSONPointer?
  /// Where that is written.
  package let location: SourceLocation?
  /// Whether its answer was longer than the run takes.
  package let isOverLimit: Bool

  package init(
    _ message: String,
    _ kind: KnownFailure.Kind = .error,
    code: JSONNumber? = nil,
    log: [String] = [],
    refusing pointer: JSONPointer? = nil,
    at location: SourceLocation? = nil,
    isOverLimit: Bool = false
  ) {
    self.message = message
    self.kind = kind
    self.code = code
    self.log = log
    self.pointer = pointer
    self.location = location
    self.isOverLimit = isOverLimit
  }

  /// The failure with the place, in the case file, of what it refused.
  func placed(in testCase: Case) -> ImplementationFailure {
    guard let pointer else { return self }
    return ImplementationFailure(
      message,
      kind,
      code: code,
      log: log,
      refusing: pointer,
      at: testCase.location(of: pointer)
    )
  }
}

extension ImplementationFailure: ExpressibleByStringInterpolation {
  package init(stringLiteral message: String) { self.init(message) }
}
