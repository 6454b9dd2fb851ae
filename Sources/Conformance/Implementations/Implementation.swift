package import CanonicalJSON
internal import Synchronization

/// An implementation of one or more contracts, which returns an output for each request.
package protocol Implementation: Sendable {
  var name: String { get }
  /// The capabilities that cases may require. A case that requires any other isn't sent.
  var capabilities: Set<String> { get }
  var origin: ImplementationOrigin { get }
  /// The number of requests that may be sent for each job before the first one is answered.
  var window: Int { get }
  /// The executor for tasks that wait for a response, or `nil` to use the shared thread pool.
  var executor: (any TaskExecutor)? { get }
  var details: ImplementationDetails { get }

  /// Prepares for the requests of a run, before the first one.
  ///
  /// - Parameter progress: How much of the run is left, at any time.
  func prepare(for progress: any RunProgress) async

  /// Returns the outcome of one request, with all members of the output. To compare it, call
  /// `outcome(of:)` instead.
  func respond(to request: Request) async -> Outcome

  /// Returns the outcome of one request, with the time that the implementation took for it.
  ///
  /// The time doesn't include what Parity does with the request before and after. The default
  /// implementation measures a call of ``respond(to:)``.
  func timedResponse(to request: Request) async -> TimedOutcome

  /// Returns the outcomes of several requests, in their order, with all members of the outputs. Up
  /// to `jobs` times `window` requests are in progress at a time. If the task is canceled, the
  /// outcome of the remaining requests is `notRun`.
  func respond(to requests: [Request], jobs: Int) async -> [Outcome]

  /// Ends anything that was started for the implementation, after the last request. Returns the
  /// incidents that aren't part of an outcome.
  func finish() async -> [Incident]
}

extension Implementation {
  package var origin: ImplementationOrigin { .default }
  package var window: Int { 1 }
  package var executor: (any TaskExecutor)? { nil }
  package var details: ImplementationDetails { ImplementationDetails() }
  package func prepare(for progress: any RunProgress) async {}
  package func finish() async -> [Incident] { [] }

  package func timedResponse(to request: Request) async -> TimedOutcome {
    await TimedOutcome.measured { await respond(to: request) }
  }

  /// Sends the requests with ``respond(to:)``. Those that weren't sent before the task was canceled
  /// are `notRun`.
  package func respond(to requests: [Request], jobs: Int) async -> [Outcome] {
    let outcomes = await Runner(jobs: jobs).answers(requests, self) { await respond(to: $0) }
    return outcomes + Array(repeating: .notRun, count: requests.count - outcomes.count)
  }

  /// Returns the outcome of one request, without the members of the output that differ from run to
  /// run.
  package func outcome(of request: Request) async -> Outcome {
    request.operation.comparable(await respond(to: request))
  }

  /// Returns the outcomes of several requests as `outcome(of:)` does, in their order.
  package func outcomes(of requests: [Request], jobs: Int) async -> [Outcome] {
    zip(requests, await respond(to: requests, jobs: jobs)).map { $0.operation.comparable($1) }
  }

  /// Returns the outcome of one request as `outcome(of:)` does, with the time that the
  /// implementation took for it.
  package func timedOutcome(of request: Request) async -> TimedOutcome {
    let timed = await timedResponse(to: request)
    return TimedOutcome(request.operation.comparable(timed.outcome), after: timed.duration)
  }
}

/// How far a run with an implementation has come.
package protocol RunProgress: AnyObject, Sendable {
  /// The number of cases that are finished, and of those that aren't.
  var cases: (finished: Int, left: Int) { get }
}

/// The reason why an implementation is checked.
package enum ImplementationOrigin: Hashable, Sendable {
  /// It is checked even if no implementation is named.
  case `default`
  /// It is checked only if it is named.
  case named
  /// It was given as a command. The associated value is a line for the shell.
  case command(String)
  /// It is code that a Swift test calls, so no option of a command selects it.
  case test
}

/// A request to an implementation. It never contains the expectations of the case.
package struct Request: Sendable {
  package let contract: String
  package let operation: ContractOperation
  private let inputForm: RequestInput
  private let knownText: [UInt8]?
  /// The name of the case, `CONTRACT/CASE`, for reports. It isn't sent.
  package let caseName: String?

  /// - Parameter inputText: The input as programs receive it, if the caller already has it.
  package init(
    contract: String,
    operation: ContractOperation,
    input: JSONValue,
    inputText: [UInt8]? = nil,
    caseName: String? = nil
  ) {
    self.contract = contract
    self.operation = operation
    inputForm = .value(input)
    knownText = inputText
    self.caseName = caseName
  }

  /// Creates a request whose input is a part of a document.
  ///
  /// The value is created only for an implementation that doesn't read the node.
  package init(contract: String, operation: ContractOperation, inputNode: JSONNode) {
    self.contract = contract
    self.operation = operation
    inputForm = .node(LazyValue(of: inputNode))
    knownText = nil
    caseName = nil
  }

  /// The input.
  package var input: JSONValue {
    switch inputForm {
    case .value(let value): value
    case .node(let lazyValue): lazyValue.value
    }
  }

  /// The input as a part of a document, or `nil` if it is only known as a value.
  package var inputNode: JSONNode? {
    switch inputForm {
    case .value: nil
    case .node(let lazyValue): lazyValue.node
    }
  }

  /// The input as programs receive it: compact JSON, with the number literals and the order of
  /// members as they were read.
  package var inputText: [UInt8] { knownText ?? input.writtenUTF8() }
}

/// The ways in which the input of a request is stored.
private enum RequestInput {
  case value(JSONValue)
  case node(LazyValue)
}

/// The value of a part of a document, which is created when it is first needed.
private final class LazyValue: Sendable {
  let node: JSONNode
  private let known = Mutex<JSONValue?>(nil)

  init(of node: JSONNode) { self.node = node }

  var value: JSONValue {
    known.withLock { known in
      let value = known ?? node.value
      known = value
      return value
    }
  }
}

/// The result of sending a request to an implementation.
package enum Outcome: Hashable, Sendable {
  case output(Output)
  /// A failure of the implementation itself. An error that the contract defines is an output.
  case failure(ImplementationFailure)
  /// The implementation said that it can't run the request, although it has the capabilities that
  /// the case requires.
  case skipped(reason: String)
  /// The request was not sent, because the implementation was abandoned or the run was interrupted.
  case notRun
}

extension Outcome {
  /// Returns the outcome that is an output with a value instead of a text.
  package static func output(_ value: JSONValue) -> Outcome { .output(Output(value)) }

  /// The output, or `nil` for any other outcome.
  package var output: Output? {
    if case .output(let output) = self {
      output
    } else {
      nil
    }
  }
}

/// The reason why an implementation could not run or could not return an output.
package struct ImplementationFailure: Error, Hashable, Sendable {
  package let message: String
  package let kind: KnownFailure.Kind
  /// The code of a JSON-RPC error, or `nil` for any other failure.
  package let code: JSONNumber?
  /// The last lines of the implementation's own log.
  package let log: [String]
  /// The part of the input that it refused, or `nil` if the failure isn't about the input.
  package let pointer: JSONPointer?
  /// The location of the refused part in the case file.
  package let location: SourceLocation?
  /// Whether the response exceeded the size limit of the run.
  package let isOverSizeLimit: Bool

  /// Creates a failure. Of a long message or line of the log, only the beginning is kept.
  ///
  /// - Parameters:
  ///   - message: What went wrong, in lower case and without a period.
  ///   - pointer: The part of the input that the implementation refused.
  ///   - location: The location of that part in the case file, which ``placed(in:)`` adds.
  package init(
    _ message: String,
    _ kind: KnownFailure.Kind = .error,
    code: JSONNumber? = nil,
    log: [String] = [],
    refusing pointer: JSONPointer? = nil,
    at location: SourceLocation? = nil,
    isOverSizeLimit: Bool = false
  ) {
    self.message = message.reportedBeginning
    self.kind = kind
    self.code = code
    self.log = log.map(\.reportedBeginning)
    self.pointer = pointer
    self.location = location
    self.isOverSizeLimit = isOverSizeLimit
  }

  /// Returns the failure with the location of the refused part in the case file.
  func placed(in testCase: Case) -> ImplementationFailure {
    guard let pointer else { return self }
    return ImplementationFailure(
      message,
      kind,
      code: code,
      log: log,
      refusing: pointer,
      at: testCase.location(of: pointer),
      isOverSizeLimit: isOverSizeLimit
    )
  }
}

extension ImplementationFailure: ExpressibleByStringInterpolation {
  package init(stringLiteral message: String) { self.init(message) }
}
