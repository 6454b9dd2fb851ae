import Foundation
import MessageSnapshot
import Testing

/// Tests of goldens that are texts.
struct TextGoldenTests {
  private let messages = MessageSnapshot("text goldens")
  private static let text = "£5 for\r\n\ttwo\n\nlast"

  private static func files(_ outputs: [String]) throws -> [String: String] {
    let cases = try outputs.enumerated().map { index, output in
      let json = String(decoding: try JSONEncoder().encode([output]), as: UTF8.self)
      return #"{ "id": "t\#(index)", "input": { "out": \#(json.dropFirst().dropLast()) } }"#
    }
    return EchoSuite.files(operation: #"{ "output": "text" }"#, cases: cases)
  }

  private func golden(_ id: String) -> String { "\(EchoSuite.goldens)/\(id).txt" }

  @Test func `a golden has exactly the bytes of the text`() async throws {
    let texts = [Self.text, "", "\n", "\u{FEFF}x", "nul\0"]
    let suite = try await TemporarySuite.recorded(try Self.files(texts))
    for (index, text) in texts.enumerated() {
      #expect(try suite.contents(of: EchoSuite.goldens)["t\(index).txt"] == Data(text.utf8))
    }
    try await suite.parity("check").expect(.exit(0), output: ["5 passed\n"])
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("regenerate").expect(.exit(0), output: ["nothing to do\n"])
  }

  @Test func `a text that differs in one byte fails`() async throws {
    let suite = try await TemporarySuite.recorded(try Self.files([Self.text, "caf\u{E9}\n"]))
    try suite.replace("caf\u{E9}", with: "cafe\u{301}", in: EchoSuite.cases)
    try suite.replace(#"two\n\n"#, with: #"two\n"#, in: EchoSuite.cases)
    let run = try await suite.parity("check")
    run.expect(.exit(1), output: ["0 of 2 passed", "\(EchoSuite.goldens)/t0.txt"])
  }

  @Test func `an output that isn't a string fails, and is never recorded`() async throws {
    var files = try Self.files(["right\n"])
    files[EchoSuite.cases] = EchoSuite.caseFile([
      #"{ "id": "right", "input": { "out": "right\n" } }"#,
      #"{ "id": "object", "input": { "out": { "text": "x" } } }"#,
      #"{ "id": "null", "input": { "out": null } }"#,
    ])
    let suite = try TemporarySuite(files)
    try await suite.parity("check", "-u").expect(
      .exit(1),
      message: "an output that isn't a string",
      in: messages,
      output: ["1 of 3 passed"]
    )
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["right.txt"])
  }

  @Test func `an expectation that isn't a string is an error`() async throws {
    var files = try Self.files([])
    files[EchoSuite.cases] = EchoSuite.caseFile([
      #"{ "id": "a", "input": { "out": "1" }, "expect": { "output": 1 } }"#
    ])
    let suite = try TemporarySuite(files)
    try await suite.parity("lint").expect(.exit(65), output: ["\(EchoSuite.cases):2:61: error: "])
  }

  @Test func `a golden that was edited by hand is found and kept`() async throws {
    let suite = try await TemporarySuite.recorded(try Self.files([Self.text]))
    try suite.write("mine", to: golden("t0"))
    try await suite.parity("lint").expect(.exit(1), output: ["\(golden("t0")): error: "])
    try await suite.parity("regenerate").expect(.exit(1), output: ["1 kept"])
    #expect(try suite.text(of: golden("t0")) == "mine")
    try await suite.parity("regenerate", "--only", "t0").expect(.exit(0), output: ["1 changed"])
    #expect(try suite.text(of: golden("t0")) == Self.text)
  }

  @Test func `a golden that isn't UTF-8 is an error that names the file`() async throws {
    let suite = try await TemporarySuite.recorded(try Self.files([Self.text]))
    try suite.write(Data([0x61, 0xFF]), to: golden("t0"))
    let run = try await suite.parity("check")
    run.expect(.exit(65), output: ["\(golden("t0")): error: this golden isn't valid UTF-8"])
  }

  @Test func `line ends that a checkout changed are restored`() async throws {
    let suite = try await TemporarySuite.recorded(try Self.files(["one\ntwo\n"]))
    try suite.write("one\r\ntwo\r\n", to: golden("t0"))
    try await suite.parity("lint", "--fix").expect(.exit(0))
    #expect(try suite.text(of: golden("t0")) == "one\ntwo\n")
  }

  @Test func `a golden moves with its case, and goes with it`() async throws {
    let suite = try await TemporarySuite.recorded(try Self.files([Self.text, "other"]))
    try suite.replace(#""id": "t0""#, with: #""id": "new""#, in: EchoSuite.cases)
    try await suite.parity("regenerate").expect(.exit(0), output: ["1 renamed"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["new.txt", "t1.txt"])

    try suite.write(
      EchoSuite.caseFile([#"{ "id": "t1", "input": { "out": "other" } }"#]),
      to: EchoSuite.cases
    )
    try await suite.parity("regenerate").expect(.exit(0), output: ["1 removed"])
    #expect(try suite.contents(of: EchoSuite.goldens).keys.sorted() == ["t1.txt"])
  }

  @Test func `if the form of an operation changes, the old golden is a stray file`() async throws {
    let suite = try await TemporarySuite.recorded(
      EchoSuite.files(cases: [#"{ "id": "t0", "input": { "out": "x" } }"#])
    )
    try suite.replace(#""say": {}"#, with: #""say": { "output": "text" }"#, in: EchoSuite.manifest)
    try await suite.parity("check").expect(
      .exit(1),
      output: ["\(EchoSuite.goldens)/t0.json: error: invalid golden file name"]
    )
    try await suite.parity("regenerate").expect(.exit(0), output: ["1 new", "2.0.0"])
    #expect(try suite.text(of: golden("t0")) == "x")
    try suite.remove("\(EchoSuite.goldens)/t0.json")
    try suite.replace("1.0.0", with: "2.0.0", in: EchoSuite.manifest)
    try await suite.parity("lint").expect(.exit(0))
  }
}
