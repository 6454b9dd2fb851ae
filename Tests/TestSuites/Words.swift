package import CanonicalJSON
package import Conformance

/// A contract for these tests: the words of a text, each with an id and a length.
package struct Words {
  package var id: String
  /// The names of its operations, which all have the same declaration.
  package var operations: [String]
  package var implementations: [any Implementation]
  package var recording: Recording?
  /// The orderings of an input, or `nil` if the support provides none.
  package var space: (@Sendable (JSONValue) -> (any ScheduleSpace)?)?

  package init(
    id: String = "words",
    operations: [String] = ["split"],
    implementations: [any Implementation] = [InProcessImplementation.reference],
    recording: Recording? = nil,
    space: (@Sendable (JSONValue) -> (any ScheduleSpace)?)? = nil,
    declared: JSONValue? = nil
  ) {
    self.id = id
    self.operations = operations
    self.implementations = implementations
    self.recording = recording
    self.space = space
    self.declared = declared
  }

  /// The support linked to the contract.
  package var support: ContractBindings {
    let operation = OperationBindings(
      reading: { input throws(InputRefusal) in input },
      schedules: space
    )
    return ContractBindings(
      "words",
      implementations: implementations,
      recording: recording,
      operations: Dictionary(uniqueKeysWithValues: operations.map { ($0, operation) })
    )
  }

  /// The member `operations` of the manifest, or `nil` for the usual one.
  package var declared: JSONValue?
  /// The member `operations` of the manifest.
  package var declaration: JSONValue {
    declared ?? .object(JSONObject(operations.map { ($0, Self.operation) }))
  }

  /// The members that a handwritten manifest needs to declare this contract.
  package static let members =
    #""support": "words", "operations": \#(Words().declaration.canonicalText())"#

  package static let operation: JSONValue = [
    "facets": [
      "wordCount": ["count": "/words"],
      "lengths": ["distinct": "/words/*/length", "of": ["short", "long"]],
    ],
    "identity": [["elements": "/words/*", "by": ["/id"]]],
  ]

  /// The contract, as read from its manifest.
  package var contract: Contract {
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

  /// Returns the contract with one implementation, which answers with `body`.
  package static func answering(
    named name: String = "reference",
    _ body: @escaping @Sendable (JSONValue) -> Outcome
  ) -> Words {
    Words(implementations: [InProcessImplementation(name: name) { body($0.input) }])
  }

  /// Returns the contract with one implementation, which applies `change` to the outputs of the
  /// reference.
  package static func changing(
    named name: String = "reference",
    _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> Words {
    answering(named: name) { .output(change(output(of: $0))) }
  }

  /// Returns the output of the reference for an input.
  package static func output(of input: JSONValue) -> JSONValue {
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
  /// Splits the member `text` of the input at spaces.
  package static let reference = named("reference")

  /// Returns the reference under another name and with capabilities.
  package static func named(_ name: String, capabilities: Set<String> = [])
    -> InProcessImplementation
  {
    InProcessImplementation(name: name, capabilities: capabilities) { Words.output(of: $0.input) }
  }

  /// Creates an implementation that answers with an output or a failure.
  package init(
    name: String,
    isDefault: Bool = true,
    outcome: @escaping @Sendable (Request) -> Outcome
  ) {
    self.init(name: name, origin: isDefault ? .default : .named) { request in
      switch outcome(request) {
      case .output(let output): return output.value
      case .failure(let failure): throw failure
      case .skipped(let reason): throw ImplementationFailure(reason)
      case .notRun: throw CancellationError()
      }
    }
  }
}
