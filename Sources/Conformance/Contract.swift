package import CanonicalJSON

/// All that the engine ever knows of a contract.
package protocol Contract: Sendable {
  /// The name of its folders in Fixtures and Golden.
  var id: String { get }
  /// In the order in which they are listed; a case may leave its operation out where there is one.
  var operations: [String] { get }
  /// Members of a case that may stand in place of `input`.
  var inputShorthands: [String] { get }
  /// The short forms that a case's `expect` may use.
  var facets: [Facet] { get }
  /// What tells the elements of an output's arrays apart.
  var identity: ElementIdentity { get }
  /// In order of preference: a golden comes from the first that has the capabilities its case requires.
  var implementations: [any Implementation] { get }

  /// The request's input with every shorthand resolved; nil where `file` got a diagnostic that says why not.
  func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue?

  /// Where a new case of the operation has its input, and an input to begin with.
  func sketch(ofInputFor operation: String) -> (member: String, value: JSONSketch)

  /// The arrivals that must all give what the request's own gives; nil where there is but one.
  func schedules(of request: Request) -> (any ScheduleSpace)?

  /// The request that recorded payloads, one per line of a file, amount to; nil where the contract has no recordings.
  func request(fromRecording payloads: [JSONValue]) throws(RecordingError) -> Request?

  /// How the contract's own reference comes to its output, for `explain`; nil where the contract gives no account.
  func account(of request: Request) -> Account?
}

/// A recorded payload that can't be one.
package struct RecordingError: Error, Hashable, Sendable {
  /// Of the payload, from 0.
  package let index: Int
  package let message: String

  package init(index: Int, message: String) {
    self.index = index
    self.message = message
  }
}

/// Where a case holds its input.
package enum InputSource: Sendable {
  case input(JSONNode)
  case shorthand(String, JSONNode)
}

extension Contract {
  package var inputShorthands: [String] { [] }
  package func sketch(ofInputFor operation: String) -> (member: String, value: JSONSketch) {
    ("input", .object([(FillIn.text("the input of \(operation)"), .value(.null))]))
  }
  package func schedules(of request: Request) -> (any ScheduleSpace)? { nil }
  package func request(fromRecording payloads: [JSONValue]) throws(RecordingError) -> Request? { nil }
  package func account(of request: Request) -> Account? { nil }
}
