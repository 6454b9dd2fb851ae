import CanonicalJSON
import Conformance
import Foundation

/// A contract made up for these tests: a text's words, each with an id and a length.
struct Words: Contract {
  var id = "words"
  var operations = ["split"]
  var implementations: [any Implementation] = [InProcessImplementation.reference]
  var space: @Sendable (Request) -> (any ScheduleSpace)? = { _ in nil }

  let inputShorthands = ["text"]
  let identity: ElementIdentity = byID

  let facets = [
    Facet("wordCount", .count) { output in
      output["words"]?.elements.map { .number(JSONNumber($0.count)) } ?? .null
    },
    Facet("lengths", .names(known: ["short", "long"])) { output in
      var seen: [JSONValue] = []
      for word in output["words"]?.elements ?? [] {
        if let length = word["length"], !seen.contains(length) { seen.append(length) }
      }
      return .array(seen)
    },
  ]

  func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    switch source {
    case .input(let node): return node.value
    case .shorthand(_, let node):
      guard node.kind == .string else {
        file.report("'text' is a string, not \(node.kind.withArticle)", at: node)
        return nil
      }
      return ["text": node.value]
    }
  }

  func schedules(of request: Request) -> (any ScheduleSpace)? { space(request) }

  /// The contract with one implementation, which answers as `body` does.
  static func answering(
    named name: String = "reference", _ body: @escaping @Sendable (JSONValue) -> Outcome
  ) -> Words {
    Words(implementations: [InProcessImplementation(name: name) { body($0.input) }])
  }

  /// The contract with one implementation, whose outputs are the reference's put through `change`.
  static func changing(
    named name: String = "reference", _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> Words {
    answering(named: name) { .output(change(output(of: $0))) }
  }

  /// What the reference makes of an input.
  static func output(of input: JSONValue) -> JSONValue {
    let words = (input["text"]?.string ?? "").split(separator: " ").enumerated().map { index, word -> JSONValue in
      [
        "id": .string("w\(index + 1)"), "text": .string(String(word)),
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
    InProcessImplementation(name: name, capabilities: capabilities) { .output(Words.output(of: $0.input)) }
  }
}
