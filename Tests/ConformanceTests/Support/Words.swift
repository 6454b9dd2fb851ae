import CanonicalJSON
import Conformance

/// A contract made up for these tests: a text's words, each with an id and a length.
struct Words {
  var id = "words"
  /// The names of its operations, which are all declared alike.
  var operations = ["split"]
  var implementations: [any Implementation] = [InProcessImplementation.reference]
  var recording: Recording?
  /// Nil: the support brings no orders of arrival.
  var space: (@Sendable (JSONValue) -> (any ScheduleSpace)?)?

  /// What is linked to the contract.
  var support: Support {
    let operation = SupportedOperation(
      reading: { input throws(InputRefusal) in input },
      schedules: space
    )
    return Support(
      "words",
      implementations: implementations,
      recording: recording,
      operations: Dictionary(uniqueKeysWithValues: operations.map { ($0, operation) })
    )
  }

  /// The member `operations` of its manifest where it is another one.
  var declared: JSONValue?
  /// The member `operations` of its manifest.
  var declaration: JSONValue {
    declared ?? .object(JSONObject(operations.map { ($0, Self.operation) }))
  }

  /// What a manifest that is written by hand says of this contract.
  static let members = #""support": "words", "operations": \#(Words().declaration.canonicalText())"#

  static let operation: JSONValue = [
    "facets": [
      "wordCount": ["count": "/words"],
      "lengths": ["distinct": "/words/*/length", "of": ["short", "long"]],
    ],
    "identity": [["elements": "/words/*", "by": ["/id"]]],
  ]

  /// The contract as reading its manifest gives it.
  var contract: Contract {
    get throws {
      let manifest: JSONValue = [
        "contract": .string(id),
        "version": "1.0.0",
        "title": "Words",
        "support": "words",
        "operations": declaration,
        "caseFiles": [],
      ]
      let file = SourceFile(
        path: MatrixFile.name,
        document: try JSONDocument(parsing: manifest.canonicalText())
      )
      guard let matrix = MatrixFile.matrix(in: file), file.diagnostics.isEmpty else {
        throw NoManifest()
      }
      return Contract(id: id, declaredIn: matrix, linked: [support])
    }
  }

  private struct NoManifest: Error {}

  /// The contract with one implementation, which answers as `body` does.
  static func answering(
    named name: String = "reference",
    _ body: @escaping @Sendable (JSONValue) -> Outcome
  ) -> Words {
    Words(implementations: [InProcessImplementation(name: name) { body($0.input) }])
  }

  /// The contract with one implementation, whose outputs are the reference's put through `change`.
  static func changing(
    named name: String = "reference",
    _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> Words {
    answering(named: name) { .output(change(output(of: $0))) }
  }

  /// What the reference makes of an input.
  static func output(of input: JSONValue) -> JSONValue {
    let words = (input["text"]?.string ?? "").split(separator: " ").enumerated().map {
      index,
      word -> JSONValue in
      [
        "id": .string("w\(index + 1)"),
        "text": .string(String(word)),
        "length": word.utf8.count > 4 ? "long" : "short",
      ]
    }
    return ["words": .array(words)]
  }
}

extension InProcessImplementation {
  /// Splits the member `text` of its input at spaces.
  static let reference = named("reference")

  /// The reference under another name and with capabilities.
  static func named(_ name: String, capabilities: Set<String> = []) -> InProcessImplementation {
    InProcessImplementation(name: name, capabilities: capabilities) { Words.output(of: $0.input) }
  }

  /// One that answers with an output or a failure.
  init(name: String, isDefault: Bool = true, outcome: @escaping @Sendable (Request) -> Outcome) {
    self.init(name: name, isDefault: isDefault) { request in
      switch outcome(request) {
      case .output(let output): return output.value
      case .failure(let failure): throw failure
      case .notRun: throw CancellationError()
      }
    }
  }
}
