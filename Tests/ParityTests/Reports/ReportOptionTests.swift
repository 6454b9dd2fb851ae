import Foundation
import MessageSnapshot
import Testing

struct ReportOptionTests {
  private let messages = MessageSnapshot("parity reports")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `several reports are written beside the console, red or green`() async throws {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let formats = ["console", "json", "junit", "tap", "github"]
    let run = try await suite.parity(
      ["check"] + formats.flatMap { ["--report", "\($0)=out.\($0)"] }
    )
    run.expect(.exit(1), output: ["FAILED session-detail/greeting"])
    let untimed = run.output.replacing(#/ in [0-9.]+ s(?=\n|,)/#, with: "")
    #expect(try suite.text(of: "out.console") == untimed, run.transcript)
    for format in formats {
      #expect(try suite.text(of: "out.\(format)").contains("greeting"), "\(format)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: suite.root.path).filter {
      $0.contains("staging")
    }
    #expect(left.isEmpty)
  }

  @Test func `a report on standard output moves the console to standard error`() async throws {
    let run = try await suite.parity("check", "--report", "tap=-")
    run.expect(.exit(0), output: ["TAP version 13\n1..4\nok 1 - "], errors: ["PASS  4 cases in "])
    #expect(!run.output.contains("PASS"), run.transcript)
  }

  @Test
  func `a report that a full disk can't take ends with 73, after the others and the console`()
    async throws
  {
    let run = try await suite.parity(
      "check",
      "--report",
      "tap=/dev/full",
      "--report",
      "json=out.json"
    )
    run.expect(
      .exit(73),
      message: "a report that can't be written",
      in: messages,
      output: ["PASS  4 cases in "],
      errors: ["/dev/full"]
    )
    #expect(try suite.text(of: "out.json").hasPrefix("{"))
  }

  @Test(arguments: [
    ("missing/x", "a report in a missing folder"),
    ("folder", "a report at the path of a folder"),
    ("folder/file/x", "a report in a file"),
  ])
  func `a report path that can't be written ends with 73 before anything is checked`(
    path: String,
    message: String
  ) async throws {
    try suite.write("", to: "folder/file")
    let run = try await suite.parity(
      "check",
      "--report",
      "tap=\(path)",
      "--report",
      "json=out.json"
    )
    run.expect(.exit(73), message: message, in: messages, errors: ["'\(path)'"])
    #expect(run.output == "", run.transcript)
    #expect(!FileManager.default.fileExists(atPath: suite.root.appending(path: "out.json").path))
  }

  @Test(arguments: [
    ("junti=x", "a misspelled format", "'junit'"),
    ("zebra=x", "an unknown format", "console, json"),
    ("json", "a format without a path", "json"),
    ("json=", "a format with an empty path", "json"),
  ])
  func `a report that there is not is wrong usage`(
    argument: String,
    message: String,
    value: String
  ) async throws {
    try await suite.parity("check", "--report", argument).expect(
      .exit(64),
      message: message,
      in: messages,
      errors: [value]
    )
  }

  @Test(arguments: [
    ("-", "-", "two reports on standard output"),
    ("-", "/dev/stdout", "two reports on standard output and its file"),
    ("out", "./out", "two reports in one file"),
    ("out", "Fixtures/../out", "two reports in one file, by way of a folder"),
  ])
  func `two reports in one file are wrong usage`(
    first: String,
    second: String,
    message: String
  ) async throws {
    let run = try await suite.parity(
      "check",
      "--report",
      "tap=\(first)",
      "--report",
      "json=\(second)"
    )
    run.expect(.exit(64), message: message, in: messages, errors: ["'\(second)'"])
  }

  @Test(arguments: [
    (TemporarySuite.lock, "a report over the lock"),
    (Sample.golden(of: "answer"), "a report over a golden"),
    (Sample.messages, "a report over a case file"),
    ("Golden/new.json", "a report among the goldens"),
    ("link", "a report over a link to a golden"),
    ("Golden/../Golden/golden.lock.jsonl", "a report over the lock, by way of a folder"),
    ("parity.json", "a report over parity.json"),
    ("./known-failures.jsonl", "a report over the known failures"),
  ])
  func `a report is written over no file of the suite`(
    path: String,
    message: String
  ) async throws {
    try FileManager.default.createSymbolicLink(
      atPath: suite.url("link").path,
      withDestinationPath: Sample.golden(of: "greeting")
    )
    let before = try suite.contents()
    for report in ["json=\(path)", "tap=\(suite.url(path).path)"] {
      let run = try await suite.parity("check", "--report", report)
      run.expect(.exit(64), errors: ["error: ", path])
      messages.expect(run.messages.replacing("\(suite.root.path)/", with: ""), message)
    }
    #expect(try suite.contents() == before)
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/3", "/proc/self/fd/3", "log"])
  func `a report goes to what is open already, behind what stands there`(
    path: String
  ) async throws {
    try suite.write("before\n", to: "log")
    let run = try await suite.shell("exec \"$PARITY\" check --report tap=\(path) >>log 3>>log")
    run.expect(.exit(0))
    let log = try suite.text(of: "log")
    #expect(log.hasPrefix("before\n"), "what stood in the log should stay\n\(log)")
    #expect(log.contains("\nTAP version 13\n1..4\n"), "\(log)")
  }

  @Test func `a report at a link that leads nowhere makes the file there`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: suite.url("link").path,
      withDestinationPath: "target"
    )
    try await suite.parity("check", "--report", "tap=link").expect(.exit(0))
    #expect(try suite.text(of: "target").hasPrefix("TAP version 13\n"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: suite.url("link").path) == "target"
    )
  }

  @Test func `a shard without a case is green beside a contract without one`() async throws {
    try suite.addSecondContract()
    try await suite.parity("regenerate", "--quiet").expect(.exit(0))
    let shards = 1...5
    for index in shards {
      let run = try await suite.parity(
        "check",
        "--only",
        "greeting",
        "--shard",
        "\(index)/5",
        "--report",
        "json=\(index).json"
      )
      run.expect(.exit(0), output: ["shard \(index) of 5: "])
    }
    try await suite.parity(["merge"] + shards.map { "\($0).json" }).expect(
      .exit(0),
      output: ["PASS  1 case, 4 skipped"]
    )
    try await suite.parity("check", "--only", "greeting", "--implementation", "python")
      .expect(.exit(64))
  }

  @Test func `a suite that can't be understood is told in the reports too`() async throws {
    try suite.write("{", to: Sample.messages)
    let run = try await suite.parity("check", "--report", "junit=out.xml")
    run.expect(.exit(65), message: "a suite that can't be understood", in: messages)
    #expect(try suite.text(of: "out.xml").contains("<failure message="))
  }

  @Test func `annotations are relative to the workspace, and the job gets a summary`() async throws
  {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try suite.write("before\n", to: "summary.md")
    let environment = [
      "GITHUB_WORKSPACE": suite.root.deletingLastPathComponent().path,
      "GITHUB_STEP_SUMMARY": suite.url("summary.md").path,
    ]
    let run = try await suite.parity(["check", "--report", "github=-"], environment: environment)
    run.expect(
      .exit(1),
      output: ["::error file=suite/Fixtures/session-detail/messages.json,line=3,col=5,title="]
    )
    let summary = try suite.text(of: "summary.md")
    #expect(summary.hasPrefix("before\n## Parity: failed\n"))
    #expect(summary.contains("4 checked, 3 passed, 1 failed"))
  }

  @Test func `shards are merged, and end as the whole`() async throws {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    for index in 1...3 {
      let run = try await suite.parity(
        "check",
        "--shard",
        "\(index)/3",
        "--reproducible",
        "--report",
        "json=shard\(index).json"
      )
      #expect(run.output.contains("shard \(index) of 3: "), run.transcript)
    }
    let whole = try await suite.parity(
      "check",
      "--reproducible",
      "--report",
      "json=whole.json"
    )
    let merged = try await suite.parity(
      "merge",
      "shard1.json",
      "shard2.json",
      "shard3.json",
      "--reproducible",
      "--report",
      "json=merged.json"
    )
    merged.expect(.exit(1))
    // A merged report has no duration.
    #expect(merged.report == whole.report.replacing(" in TIME", with: ""), merged.transcript)
    #expect(try suite.text(of: "merged.json") == suite.text(of: "whole.json"))
    try await suite.parity("merge", "shard1.json", "shard2.json").expect(
      .exit(65),
      message: "a shard that is missing",
      in: messages
    )
    try await suite.parity("diff", "whole.json", "merged.json").expect(
      .exit(0),
      output: ["1 still failing"]
    )
    try await suite.parity("diff", "whole.json", Sample.messages).expect(
      .exit(65),
      message: "a comparison with what is no report",
      in: messages,
      errors: [Sample.messages]
    )
  }

  @Test
  func `each report tells what is new since an earlier one, behind what is wrong`() async throws {
    try await suite.parity("check", "--report", "json=main.json").expect(.exit(0))
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let formats = ["html", "json", "junit", "tap"]
    let run = try await suite.parity(
      ["check", "--against", "main.json", "--report", "github=-"]
        + formats.flatMap { ["--report", "\($0)=out.\($0)"] },
      environment: ["GITHUB_STEP_SUMMARY": "summary"]
    )
    let new = "since main.json: 2 new"
    run.expect(
      .exit(1),
      output: ["%0Asince main.json: new: passed before%0A", "::notice title=parity::\(new)"],
      errors: ["FAILED session-detail/greeting", new, "FAIL  1 of 4 cases failed"]
    )
    for format in formats {
      let reason = format == "json" ? #""from": "passed""# : "passed before"
      #expect(try suite.text(of: "out.\(format)").contains(reason), "\(format)")
    }
    let summary = try suite.text(of: "summary")
    let places = ["Parity: failed", "| cases | no other cause | cause |", "since main"].map {
      summary.firstRange(of: $0)?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap(\.self).sorted() == places, "\(summary)")
    let still = try await suite.parity("check", "--against", "out.json")
    still.expect(
      .exit(1),
      output: ["since out.json: 1 still failing\n"]
    )
    try suite.replace("hallo", with: "hello", in: Sample.golden(of: "greeting"))
    try await suite.parity("check", "--against", "out.json").expect(
      .exit(0),
      output: ["since out.json: 2 fixed"]
    )
  }

  @Test(arguments: [
    ("missing.json", "an earlier report that is missing"),
    (Sample.messages, "an earlier report that is none"),
  ])
  func `nobody is asked where there is no earlier report to compare with`(
    path: String,
    message: String
  ) async throws {
    let run = try await suite.parity("check", "--against", path)
    run.expect(.exit(65), message: message, in: messages, errors: [path])
    #expect(run.output == "", run.transcript)
  }

  @Test
  func `without sharding, Bazel has one shard of one, and wants the report that it shows`()
    async throws
  {
    let environment = ["XML_OUTPUT_FILE": "test.xml", "TESTBRIDGE_TEST_ONLY": "greeting,*_shown"]
    let run = try await suite.parity(["check", "--shard", "bazel"], environment: environment)
    run.expect(.exit(0), output: ["shard 1 of 1: 2 of 2 cases"])
    #expect(try suite.text(of: "test.xml").contains(#"name="error_shown (reference)""#))
    try await suite.parity(
      ["check", "--shard", "bazel"],
      environment: ["TESTBRIDGE_TEST_ONLY": "greting"]
    ).expect(
      .exit(64),
      message: "a case that Bazel misspells",
      in: messages,
      errors: ["'greeting'"]
    )
  }

  @Test func `Bazel counts shards from 0 and wants a file touched`() async throws {
    let environment = [
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "touched",
    ]
    let run = try await suite.parity(["check", "--shard", "bazel"], environment: environment)
    #expect(run.output.contains("shard 2 of 2: "), run.transcript)
    #expect(try suite.text(of: "touched") == "")
  }

  @Test func `GitLab counts shards from 1`() async throws {
    let run = try await suite.parity(
      ["check", "--shard", "gitlab"],
      environment: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"]
    )
    #expect(run.output.contains("shard 1 of 2: "), run.transcript)
  }

  @Test(arguments: [
    ("bazel", ["TEST_TOTAL_SHARDS": "2"], "Bazel without an index"),
    ("gitlab", [:], "GitLab without variables"),
    ("gitlab", ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "2"], "an index of GitLab that is a word"),
    ("gitlab", ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "2"], "an index of GitLab past the last"),
    ("3/2", [:], "a shard past the last"),
    ("0/2", [:], "a shard before the first"),
    ("jenkins", [:], "an unknown CI system"),
  ])
  func `a shard that there is not is wrong usage`(
    argument: String,
    environment: [String: String],
    message: String
  ) async throws {
    try await suite.parity(["check", "--shard", argument], environment: environment).expect(
      .exit(64),
      message: message,
      in: messages
    )
  }
}
