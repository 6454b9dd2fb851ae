import CanonicalJSON
import Conformance
import Fuzzing
import Testing

/// Tests that generated inputs are written as the inputs that they come from.
struct GeneratedInputTests {
  /// An input with members and numbers both outside texts and in the JSON of a text.
  private static let input =
    #"{"z":1.0,"rows":[{"y":1e3,"b":-0},{"y":2e3,"b":1}],"t":"{\"k\": 1.50, \"a\": 1e2}"}"#

  @Test func `an input taken apart is the input`() throws {
    #expect(try tree().value.writtenText() == Self.input)
  }

  @Test func `a change leaves the rest as it was written`() throws {
    let changed = try tree().changed(at: ["rows", "*", "b"], to: .leaf(true))
    let expected = Self.input.replacing(#""b":-0"#, with: #""b":true"#)
      .replacing(#""b":1"#, with: #""b":true"#)
    #expect(changed.value.writtenText() == expected)
    let without = try tree().changed(at: ["z"], to: nil)
    #expect(without.value.writtenText() == Self.input.replacing(#""z":1.0,"#, with: ""))
  }

  @Test func `a change in the JSON of a text leaves its other numbers as they were`() throws {
    let changed = try tree().changed(at: ["t", "$json", "a"], to: .leaf(true))
    #expect(changed.value["t"] == #"{"k":1.50,"a":true}"#)
  }

  @Test func `generated inputs keep the numbers and the order of the corpus`() throws {
    let corpus = InputCorpus([try JSONDocument(parsing: Self.input).root.value])
    let generator = InputGenerator(corpus: corpus, seed: 0, name: "c/o")
    let texts = (0..<300).map { String(decoding: generator.input(number: $0).text, as: UTF8.self) }
    let parts = [
      #"{"z":1.0,"rows":["#, #"{"y":1e3,"b":-0}"#, #""t":"{\"k\": 1.50, \"a\": 1e2}"}"#,
      #"\"k\":1.50"#,
    ]
    for part in parts { #expect(texts.count { $0.contains(part) } > 5, "\(part)") }
    #expect(texts.contains { $0.contains(#"{"b":-0,"y":1e3}"#) }, "members change places, too")
  }

  @Test(arguments: [("12.50", "12.50"), ("12.5", "12.5")])
  func `a found number keeps its spelling if that matters`(
    word: String,
    found: String
  ) async throws {
    let reference = InProcessImplementation(name: "reference") { _ in 0 }
    let other = InProcessImplementation(name: "other") { request in
      String(decoding: request.inputText, as: UTF8.self).contains(word) ? 1 : 0
    }
    let corpus = InputCorpus([try JSONDocument(parsing: #"{"n":12.50,"m":1}"#).root.value])
    let fuzzer = Fuzzer(
      contract: "c",
      operation: ContractOperation("o"),
      generator: InputGenerator(corpus: corpus, seed: 0, name: "c/o"),
      implementations: (reference, other),
      deciding: nil
    )
    let findings = await fuzzer.run(inputs: 200, until: nil, jobs: 1) {}
    let texts = findings.divergences.map { $0.input.value.writtenText() }
    #expect(!texts.isEmpty)
    for text in texts { #expect(text.filter { "0123456789.".contains($0) } == found, "\(text)") }
  }

  private func tree() throws -> InputTree {
    InputTree(try JSONDocument(parsing: Self.input).root.value)
  }
}

extension InputTree {
  /// Returns the tree with all parts at a place replaced, or removed if `new` is `nil`.
  fileprivate func changed(at place: ArraySlice<String>, to new: InputTree?) -> InputTree {
    mapParts { token, part in
      guard token == place.first else { return part }
      return place.count == 1 ? new : part.changed(at: place.dropFirst(), to: new)
    }
  }
}
