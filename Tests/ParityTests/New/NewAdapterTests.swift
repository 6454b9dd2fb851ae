import Foundation
import Testing

struct NewAdapterTests {
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
        "  write sort: the function answer in adapters/reading-list.py\n",
      ]
    )
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
    try await suite.parity("doctor", "--implementation", "python").expect(
      .exit(0),
      output: [
        "handshake: calls itself mine and claims reading-list\n", "9 parts examined, 0 to fix\n",
      ]
    )
    try await suite.parity("check").expect(
      .exit(1),
      output: [
        "no output: answered with error -32603: NotImplementedError: not implemented yet\n"
      ]
    )
    let lint = try await suite.parity("lint")
    lint.expect(.exit(1), output: ["the case 'first_case' has no golden\n"])
    #expect(!lint.output.contains("no reference"), lint.transcript)
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
        "  see what fails: parity check --contract session-detail --max-failures 1\n",
      ]
    )
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
      (
        ["python", "--contract", "session-detail"],
        "error: adapters/session-detail.py is there already, so nothing was written"
      ),
      (
        ["python", "--contract", "sesion-detail"],
        "error: no contract is called 'sesion-detail'; did you mean 'session-detail'?"
      ),
      (["perl", "--contract", "session-detail"], "The value 'perl' is invalid for '<language>'"),
    ] {
      try await suite.parity(["new", "adapter"] + arguments).expect(.exit(64), errors: [message])
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
