import MessageSnapshot
import Testing

struct LintFixTests {
  private let messages = MessageSnapshot("parity lint --fix")

  @Test
  func `a lock as a merge leaves it is put in order, with one line for each golden`() async throws {
    let suite = try await TemporarySuite.recorded()
    let lock = try suite.text(of: TemporarySuite.lock)
    let lines = lock.split(separator: "\n").map(String.init)
    let stale = lines[1].replacing(
      #/"golden":"[0-9a-f]+"/#,
      with: "\"golden\":\"\(String(repeating: "0", count: 64))\""
    )
    try suite.write(
      ([stale] + lines.reversed() + [lines[2]]).map { "\($0)\n" }.joined(),
      to: TemporarySuite.lock
    )
    try await suite.parity("lint").expect(
      .exit(1),
      message: "a lock that is not in order",
      in: messages
    )
    let run = try await suite.parity("lint", "--fix")
    run.expect(
      .exit(0),
      output: [
        "session-detail/error_shown\n", "session-detail/greeting\n", "4 cases checked, 0 errors\n",
      ]
    )
    messages.expect(run.report, "a lock that is put in order")
    #expect(try suite.text(of: TemporarySuite.lock) == lock)
  }

  @Test func `of two lines that differ in more than the golden none is chosen`() async throws {
    let suite = try await TemporarySuite.recorded()
    let lock = try suite.text(of: TemporarySuite.lock)
    let other = lock.split(separator: "\n")[0].replacing("\"reference\"", with: "\"other\"")
    try suite.write("\(other)\n\(lock)", to: TemporarySuite.lock)
    let before = try suite.contents()
    try await suite.parity("lint", "--fix").expect(
      .exit(1),
      message: "two lines of a golden",
      in: messages,
      output: ["nothing to fix\n"]
    )
    #expect(try suite.contents() == before)
  }

  @Test func `a golden in another form is written as it was recorded`() async throws {
    let suite = try await TemporarySuite.recorded()
    let golden = Sample.golden(of: "greeting")
    let recorded = try suite.text(of: golden)
    try suite.write(recorded.replacing("\n", with: "\r\n"), to: golden)
    try await suite.parity("lint").expect(
      .exit(1),
      message: "a golden in another form",
      in: messages,
      output: ["\(golden): error: "]
    )
    let run = try await suite.parity("lint", "--fix")
    run.expect(.exit(0), output: [golden])
    messages.expect(run.report, "a golden that is written as it was recorded")
    #expect(try suite.text(of: golden) == recorded)
  }

  @Test
  func `a name that stands twice in a list goes once, and not another byte changes`() async throws {
    let suite = try await TemporarySuite.recorded()
    let matrix = try suite.text(of: Sample.matrix)
    try suite.replace("\"answer\"]", with: "\"answer\",\n   \"greeting\"]", in: Sample.matrix)
    try suite.replace("[\"C2\"]", with: "[\"C2\", \"C2\"]", in: Sample.matrix)
    let run = try await suite.parity("lint", "--fix")
    run.expect(.exit(0), output: ["'greeting'", "'C2'"])
    messages.expect(run.report, "names that are removed")
    #expect(try suite.text(of: Sample.matrix) == matrix)
  }

  @Test func `what needs a decision is left and told`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try suite.write("{}\n", to: Sample.golden(of: "orphan"))
    try suite.replace("\"clauses\": [\"C2\"]", with: "\"clauses\": [\"C1\"]", in: Sample.matrix)
    let before = try suite.contents()
    try await suite.parity("lint", "--fix").expect(
      .exit(1),
      output: ["nothing to fix\n", "3 errors\n"]
    )
    #expect(try suite.contents() == before)
  }

  @Test func `with CI set nothing is fixed, and a suite that holds needs no repairs`() async throws
  {
    let suite = try await TemporarySuite.recorded()
    try await suite.parity("lint", "--fix", environment: ["CI": "1"]).expect(
      .exit(0),
      output: ["nothing to fix\n"]
    )
    try suite.replace("[\"C2\"]", with: "[\"C2\", \"C2\"]", in: Sample.matrix)
    let before = try suite.contents()
    try await suite.parity("lint", "--fix", environment: ["CI": "1"]).expect(
      .exit(73),
      message: "CI",
      in: messages
    )
    #expect(try suite.contents() == before)
  }

  @Test func `nothing is fixed while a file can't be understood`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("?", to: Sample.messages)
    let before = try suite.contents()
    let run = try await suite.parity("lint", "--fix")
    run.expect(.exit(65))
    messages.expect(run.report, "a file that can't be understood")
    #expect(try suite.contents() == before)
  }
}
