import Foundation
import MessageSnapshot
import RFC3339
import Testing

/// Tests of what a report says about its run: implementations, time, machine and labels.
struct ProvenanceTests {
  private let messages = MessageSnapshot("The origin of a report")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a report says what ran, when and where`() async throws {
    let entry = try MisbehavingProgram("answers-in-reverse").entry(named: "mine")
    try suite.list(entry)
    let before = Date.now.timeIntervalSince1970.rounded(.down)
    let report = try await report("--implementation", "all", "--schedules", "0")
    let provenance = try #require(report["provenance"] as? [String: Any])

    let implementations = try #require(provenance["implementations"] as? [[String: String]])
    #expect(implementations.map { $0["name"] }.contains("mine"))
    let mine = try #require(implementations.first { $0["name"] == "mine" })
    #expect(mine["version"] == "1" && mine["language"] == "Swift")
    #expect(mine["command"]?.contains("misbehaving-program answers-in-reverse") == true)
    let reference = try #require(implementations.first { $0["name"] == "reference" })
    #expect(reference["language"] == "Swift" && reference["command"] == nil)
    #expect(reference["version"] == report["harness"] as? String)

    let start = try #require((provenance["start"] as? String).flatMap(DateTime.init))
    #expect((before...Date.now.timeIntervalSince1970).contains(Double(start.seconds)))
    #expect(try #require(provenance["milliseconds"] as? Int) > 0)
    let machine = try #require(provenance["machine"] as? [String: Any])
    #expect(machine["cores"] as? Int == ProcessInfo.processInfo.activeProcessorCount)

    let verdicts = try #require(report["verdicts"] as? [[String: Any]])
    for verdict in verdicts {
      let isRun = verdict["result"] as? String == "passed"
      #expect((verdict["microseconds"] as? Int != nil) == isRun, "\(verdict)")
    }
  }

  // MARK: - Labels

  @Test func `labels come from the command line, then from parity.json, then from CI`()
    async throws
  {
    try set(labels: #"{ "commit": "two", "team": "chat" }"#)
    let github = [
      "GITHUB_ACTIONS": "true", "GITHUB_SHA": "three", "GITHUB_REF_NAME": "12/merge",
      "GITHUB_HEAD_REF": "fix", "GITHUB_REPOSITORY": "me/app", "GITHUB_RUN_ID": "7",
      "GITHUB_SERVER_URL": "https://github.com",
    ]
    let report = try await report(
      "--label",
      "commit=one",
      "--label",
      "note=a=b",
      environment: github
    )
    #expect(
      report["labels"] as? [String: String] == [
        "commit": "one", "team": "chat", "note": "a=b", "branch": "fix", "repository": "me/app",
        "run": "https://github.com/me/app/actions/runs/7",
      ]
    )
  }

  @Test func `GitLab's variables are labels, and a variable elsewhere is none`() async throws {
    let gitLab = [
      "CI_COMMIT_SHA": "abc", "CI_COMMIT_REF_NAME": "main", "CI_PROJECT_PATH": "me/app",
      "CI_JOB_URL": "https://gitlab.com/me/app/-/jobs/1",
    ]
    let inGitLab = try await report(environment: gitLab.merging(["GITLAB_CI": "true"]) { $1 })
    #expect(
      inGitLab["labels"] as? [String: String] == [
        "branch": "main", "commit": "abc", "repository": "me/app",
        "run": "https://gitlab.com/me/app/-/jobs/1",
      ]
    )
    let elsewhere = try await report(environment: gitLab)
    #expect(elsewhere["labels"] == nil)
  }

  @Test(arguments: [
    (["--label", "commit"], "a label without a value"),
    (["--label", "commit="], "a label with an empty value"),
    (["--label", "a b=c"], "a label whose key has a space"),
    (["--label", "a=b", "--label", "a=c"], "a label that is there twice"),
  ])
  func `a label that can't be in a report is wrong usage`(
    arguments: [String],
    message: String
  ) async throws {
    try await suite.parity(["check"] + arguments).expect(
      .exit(64),
      message: message,
      in: messages,
      errors: ["label"]
    )
  }

  @Test(arguments: [
    (#"["a"]"#, "labels of parity.json in an array", "3:22"),
    (#"{ "a": 1 }"#, "a label of parity.json that is a number", "3:29"),
    (#"{ "a b": "c" }"#, "a label of parity.json with a space", "3:24"),
    (#"{ "a": " " }"#, "a blank label of parity.json", "3:24"),
  ])
  func `a label of parity.json that isn't valid is an error at its place`(
    labels: String,
    message: String,
    place: String
  ) async throws {
    try set(labels: labels)
    let run = try await suite.parity("check")
    run.expect(.exit(65), output: ["parity.json:\(place): error: "])
    messages.expect(run.lines(with: "parity.json:"), message)
  }

  // MARK: - Reproducible reports

  @Test func `reproducible reports of two runs have the same bytes, also in CI`() async throws {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let formats = ["console", "json", "junit", "tap", "github", "html", "markdown"]
    let contents = { (environment: [String: String]) in
      let options = formats.flatMap { ["--report", "\($0)=out.\($0)"] }
      let run = try await suite.parity(
        ["check", "--reproducible", "--label", "note=kept"] + options,
        environment: environment
      )
      run.expect(.exit(1))
      return try formats.map { try suite.text(of: "out.\($0)") }
    }
    let first = try await contents([:])
    let second = try await contents(["GITHUB_ACTIONS": "true", "GITHUB_SHA": "abc"])
    for (format, texts) in zip(formats, zip(first, second)) {
      #expect(texts.0 == texts.1, "\(format)")
    }
    let report = try report(in: "out.json")
    #expect(report["labels"] as? [String: String] == ["note": "kept"])
    let provenance = try #require(report["provenance"] as? [String: Any])
    #expect(Array(provenance.keys) == ["implementations"])
    #expect(first[2].contains("time=") == false)
  }

  @Test func `merged reports have the time from the first start to the last end`() async throws {
    for index in 1...2 {
      _ = try await report(
        "--shard",
        "\(index)/2",
        "--label",
        "commit=abc",
        "--label",
        "index=\(index)",
        path: "\(index).json"
      )
    }
    let run = try await suite.parity(
      "merge",
      "1.json",
      "2.json",
      "--report",
      "json=whole.json",
      "--label",
      "team=chat"
    )
    run.expect(.exit(0))
    let whole = try report(in: "whole.json")
    #expect(whole["labels"] as? [String: String] == ["commit": "abc", "team": "chat"])

    let parts = try ["1.json", "2.json"].map {
      try #require(report(in: $0)["provenance"] as? [String: Any])
    }
    let merged = try #require(whole["provenance"] as? [String: Any])
    let starts = parts.compactMap { $0["start"] as? String }
    #expect(merged["start"] as? String == starts.min())
    let durations = parts.compactMap { $0["milliseconds"] as? Int }
    #expect(try #require(merged["milliseconds"] as? Int) >= durations.max() ?? 0)
    #expect(merged["machine"] != nil, "both shards ran on this machine")
  }

  // MARK: - Support

  private func set(labels: String) throws {
    try suite.write(
      "{\n\"implementations\": [],\n\"check\": { \"labels\": \(labels) }\n}\n",
      to: "parity.json"
    )
  }

  private func report(
    _ options: String...,
    environment: [String: String] = [:],
    path: String = "out.json"
  ) async throws -> [String: Any] {
    let run = try await suite.parity(
      ["check", "--report", "json=\(path)"] + options,
      environment: environment
    )
    run.expect(.exit(0))
    return try report(in: path)
  }

  private func report(in path: String) throws -> [String: Any] {
    let data = Data(try suite.text(of: path).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
