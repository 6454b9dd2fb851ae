import Foundation
import MessageSnapshot
import Testing

struct CheckDefaultsTests {
  private let messages = MessageSnapshot("parity check defaults")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  /// Writes a parity.json with defaults for `check`, and possibly an implementation.
  private func set(_ check: String, _ entries: String...) throws {
    let list = entries.joined(separator: ",\n")
    try suite.write(
      "{\n\"implementations\": [\(list)],\n\"check\": \(check)\n}\n",
      to: "parity.json"
    )
  }

  @Test func `parity.json sets the reports, and a --report replaces them`() async throws {
    try set(#"{ "reports": ["json=reports/one.json", "junit=two.xml"] }"#)
    try FileManager.default.createDirectory(
      at: suite.url("reports"),
      withIntermediateDirectories: true
    )
    try await suite.parity("check", in: "Fixtures").expect(.exit(0))
    #expect(try suite.text(of: "reports/one.json").hasPrefix("{"))
    #expect(try suite.text(of: "two.xml").contains("<testsuites"))

    try suite.remove("reports/one.json")
    try suite.remove("two.xml")
    try await suite.parity("check", "--report", "tap=three.tap").expect(.exit(0))
    #expect(try suite.contents().keys.filter { $0.contains("one") || $0.contains("two") } == [])
    #expect(try suite.text(of: "three.tap").hasPrefix("TAP"))
  }

  @Test func `parity.json sets the orderings, and --schedules wins`() async throws {
    try set(#"{ "schedules": 0 }"#)
    let none = try await suite.parity("check")
    none.expect(.exit(0))
    #expect(!none.output.contains("ordering"), none.transcript)
    let some = try await suite.parity("check", "--schedules", "2")
    some.expect(.exit(0), output: ["ordering"])
  }

  @Test func `parity.json sets the time limit, and --timeout wins`() async throws {
    let entry = try MisbehavingProgram("hangs").entry(named: "slow")
    // The limit is also that for the start, which takes a while as other tests run.
    try set(#"{ "timeout": 1, "schedules": 0 }"#, entry)
    let words = ["--implementation", "slow", "--only", "answer"]
    let short = try await suite.parity(["check"] + words, gate: .sleepers)
    short.expect(.exit(1), output: ["did not reply within 1 s"])

    let long = try await suite.parity(["check", "--timeout", "2"] + words, gate: .sleepers)
    long.expect(.exit(1), output: ["did not reply within 2 s"])

    let known = ["known", "add", "--reason", "slow"] + words
    try await suite.parity(known, gate: .sleepers).expect(.exit(0))
  }

  @Test func `parity.json sets the processes of a program, -j wins, and the cores are the default`()
    async throws
  {
    try suite.remove("Fixtures")
    try suite.remove("Golden")
    for (path, text) in Sample.many(60, saying: "hello") { try suite.write(text, to: path) }
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    // Replies are slow, so that the requests are worth several processes.
    let slow = "while read -r line; do sleep 0.02; echo \"$line\"; done"
    let program = "'echo started >> starts; \"\(try Program.url.path)\" serve | \(slow)'"
    let starts = { (check: String, options: [String]) in
      try set(check)
      let command = "sh -c \(program)"
      let arguments = ["check", "--schedules", "0", "--command", command] + options
      try await suite.parity(arguments).expect(.exit(0))
      defer { try? suite.remove("starts") }
      return try suite.text(of: "starts").count { $0 == "\n" }
    }
    #expect(try await starts("{}", ["-j", "1"]) == 1)
    #expect(try await starts(#"{ "jobs": 1 }"#, []) == 1)
    #expect(try await starts(#"{ "jobs": 3 }"#, []) > 1)
    #expect(try await starts(#"{ "jobs": 1 }"#, ["-j", "3"]) > 1)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let count = try await starts("{}", [])
    #expect(count > 1 || cores == 1)
    #expect(count <= min(cores, 60 / 8 + 1), "no process is started without a request for it")
  }

  @Test func `a program that takes longer to start than for all requests is started once`()
    async throws
  {
    try suite.remove("Fixtures")
    try suite.remove("Golden")
    for (path, text) in Sample.many(60, saying: "hello") { try suite.write(text, to: path) }
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    let command =
      "sh -c 'echo started >> starts; sleep 2; exec \"\(try Program.url.path)\" serve'"
    let run = try await suite.parity(
      ["check", "--schedules", "0", "--command", command, "-j", "4"]
    )
    run.expect(.exit(0))
    #expect(try suite.text(of: "starts") == "started\n", run.transcript)
  }

  @Test func `another process is started while the first one is busy with its first requests`()
    async throws
  {
    try suite.remove("Fixtures")
    try suite.remove("Golden")
    for (path, text) in Sample.many(60, saying: "hello") { try suite.write(text, to: path) }
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    // The first process gets its requests after initialize only once there is a second one.
    let delay = """
      { read -r line; echo "$line"; until test -d second; do sleep 0.05; done; exec cat; }
      """
    let serve = "\"\(try Program.url.path)\" serve"
    let script = """
      if mkdir first 2>/dev/null; then \(delay) | \(serve); else mkdir -p second; exec \(serve); fi
      """
    let run = try await suite.parity([
      "check", "--schedules", "0", "--timeout", "300", "-j", "2", "--command", "sh -c '\(script)'",
    ])
    run.expect(.exit(0), output: ["60 passed"])
  }

  @Test(arguments: [
    ["check"], ["regenerate"], ["review"], ["fuzz"], ["audit"], ["known", "add"],
    ["known", "prune"],
  ])
  func `every command with -j uses all cores by default`(command: [String]) async throws {
    let run = try await suite.parity(command + ["--help"])
    let help = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains(/-j <n> [^<]*\(default: number of cores\)/), run.transcript)
  }

  @Test(arguments: [
    (#"{ "timeout": 0 }"#, "a timeout of zero", "3:23"),
    (#"{ "timeout": "10" }"#, "a timeout as text", "3:23"),
    (#"{ "jobs": 2000 }"#, "too many jobs", "3:20"),
    (#"{ "jobs": 1.5 }"#, "half a job", "3:20"),
    (#"{ "schedules": -1 }"#, "a negative number of orderings", "3:25"),
    (#"{ "reports": "junit=x.xml" }"#, "a report that isn't in an array", "3:23"),
    (#"{ "reports": ["junit"] }"#, "a report without a path", "3:24"),
    (#"{ "reports": ["html=x", "json=x"] }"#, "a path of two reports", "3:34"),
    (#"{ "report": [] }"#, "a misspelled member", "3:12"),
    (#"[]"#, "an array", "3:10"),
  ])
  func `a value that isn't valid is an error at its place, also for lint`(
    check: String,
    message: String,
    place: String
  ) async throws {
    try set(check)
    for command in ["check", "lint"] {
      let run = try await suite.parity(command)
      run.expect(.exit(65), output: ["parity.json:\(place): error: "])
      messages.expect(run.lines(with: "parity.json:"), message)
    }
  }
}
