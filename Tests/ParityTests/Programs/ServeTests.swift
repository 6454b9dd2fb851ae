import Foundation
import MessageSnapshot
import Testing

struct ServeTests {
  private let messages = MessageSnapshot("parity serve")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `the reference judges itself as a program`() async throws {
    let run = try await suite.parity("check", "--command", try Program.serve)
    run.expect(.exit(0), output: ["parity   4 passed"])
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    run.expectNoErrors()
  }

  @Test func `requests are answered until the input ends`() async throws {
    let run = try await suite.parity(
      "serve",
      input: """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
        {"jsonrpc":"2.0","id":"a","method":"session-detail/timeline","params":{"rows":[]}}
        """
    )
    run.expect(
      .exit(0),
      output: [
        #""contracts":["session-detail"#, #""protocolVersion":1}}"#,
        #"{"jsonrpc":"2.0","id":"a","result":{"entries":[],"rowCount":0}}"#,
      ]
    )
  }

  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"nothing","params":{}}"#,
      #""id":1,"error":{"code":-32601"#, "an unknown method"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"session-detail/timelin","params":{}}"#,
      "'session-detail/timeline'", "a misspelled operation"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"session-detail/timeline"}"#,
      #""code":-32602"#, "no params"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"session-detail/timeline","params":{"row":[]}}"#,
      "'rows'", "a misspelled member"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}"#,
      #""code":-32602"#, "another version of the protocol"
    ),
    (
      #"{"id":1,"method":"initialize"}"#,
      #""id":1,"error":{"code":-32600"#, "a request without a version"
    ),
    (
      "[]",
      #""id":null,"error":{"code":-32600"#, "a request that is no object"
    ),
    (
      "{",
      #""id":null,"error":{"code":-32700"#, "a request that is no JSON"
    ),
  ])
  func `what can't be answered is an error reply`(
    request: String,
    reply: String,
    message: String
  ) async throws {
    let greeting = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}"#
    let run = try await suite.parity("serve", input: "\(greeting)\n\(request)\n")
    run.expect(.exit(0), output: [reply])
    messages.expect(run.lastLine, message)
    #expect(run.output.split(separator: "\n").count == 2, run.transcript)
  }

  @Test func `nothing is answered before initialize`() async throws {
    let run = try await suite.parity(
      "serve",
      input: #"{"jsonrpc":"2.0","id":1,"method":"session-detail/timeline","params":{"rows":[]}}"#
    )
    run.expect(.exit(0), output: [#""id":1,"error":{"code":-32002"#])
  }

  @Test func `a notification has no reply`() async throws {
    let run = try await suite.parity(
      "serve",
      input: #"{"jsonrpc":"2.0","method":"initialized"}"# + "\n"
    )
    run.expect(.exit(0))
    #expect(run.output == "", run.transcript)
  }

  @Test func `an implementation that there is not is wrong usage`() async throws {
    try await suite.parity("serve", "--implementation", "referense").expect(
      .exit(64),
      message: "a misspelled implementation",
      in: messages,
      errors: ["'reference'"]
    )
  }
}

extension Program {
  /// The shell command that runs the reference as a program.
  static var serve: String { get throws { "'\(try url.path)' serve" } }

  /// Returns the shell command that runs the reference and edits its output with a sed script.
  static func serve(alteredBy script: String) throws -> String {
    "sh -c '\(try url.path) serve | sed -u \"\(script)\"'"
  }
}
