import Foundation
import MessageSnapshot
import Testing

struct NewAdapterTests {
  private let messages = MessageSnapshot("parity new adapter")

  @Test
  func
    `a contract may begin with its reference, which runs and says that it is not implemented yet`()
    async throws
  {
    let suite = try TemporarySuite([:])
    let run = try await suite.parity(
      "new",
      "contract",
      "reading-list",
      "--operation",
      "sort",
      "--adapter",
      "python"
    )
    run.expect(
      .exit(0),
      output: [
        "new adapters/reading-list.py\nnew parity.json\nnew .gitattributes\n",
        " adapters/reading-list.py\n",
      ]
    )
    messages.expect(run.report, "a new contract with an adapter")
    #expect(
      try suite.text(of: "parity.json") == """
        {
          "implementations": [
            {
              "name": "python",
              "command": ["python3", "adapters/reading-list.py"],
              "contracts": ["reading-list"],
              "reference": true
            }
          ]
        }

        """
    )
    let doctor = try await suite.parity("doctor", "--implementation", "python")
    doctor.expect(.exit(0), output: ["9 parts tested, 0 to fix\n"])
    messages.expect(doctor.lines(with: "handshake"), "the handshake of an adapter")
    try await suite.parity("check").expect(
      .exit(1),
      output: ["-32603: NotImplementedError: not implemented yet\n"]
    )
    let lint = try await suite.parity("lint")
    lint.expect(
      .exit(1),
      message: "what lint finds in a new contract",
      in: messages,
      output: ["'first_case'"]
    )
    #expect(!lint.output.contains(#""reference": true"#), lint.transcript)
  }

  @Test
  func
    `an adapter of a contract that has a reference is judged by default, and answers each operation`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{\n    \"implementations\": [\n    ]\n}\n", to: "parity.json")
    let run = try await suite.parity("new", "adapter", "javascript", "--contract", "session-detail")
    run.expect(
      .exit(0),
      output: [
        "new adapters/session-detail.mjs\nchanged parity.json\nnext:\n",
        "parity check --contract session-detail --max-failures 1\n",
      ]
    )
    messages.expect(run.report, "a new adapter")
    let list = try suite.text(of: "parity.json")
    #expect(
      list.hasPrefix("{\n    \"implementations\": [\n        {")
        && list.contains(#""default": true"#)
    )
    #expect(
      try suite.text(of: "adapters/session-detail.mjs").contains(
        "\n  \"session-detail/timeline\": answer,\n"
      )
    )
    try await suite.parity("lint").expect(.exit(0))
    try await suite.parity("new", "adapter", "python", "--contract", "session-detail").expect(
      .exit(0),
      output: ["new adapters/session-detail.py\nchanged parity.json\n"]
    )
  }

  @Test func `an adapter that can't be begun changes nothing`() async throws {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity("new", "adapter", "python", "--contract", "session-detail").expect(
      .exit(0)
    )
    let before = try suite.contents()
    for (arguments, message) in [
      (["python", "--contract", "session-detail"], "an adapter that is there already"),
      (["python", "--contract", "sesion-detail"], "a misspelled contract"),
      (["perl", "--contract", "session-detail"], "an unknown language"),
    ] {
      try await suite.parity(["new", "adapter"] + arguments).expect(
        .exit(64),
        message: message,
        in: messages
      )
    }
    try suite.remove("adapters")
    try suite.write("{ \"implementations\": 1 }\n", to: "parity.json")
    try await suite.parity("new", "adapter", "python", "--contract", "session-detail").expect(
      .exit(64)
    )
    #expect(
      !FileManager.default.fileExists(atPath: suite.url("adapters").path),
      "nothing should be half written"
    )
    #expect(before["parity.json"] != nil)
  }
}
