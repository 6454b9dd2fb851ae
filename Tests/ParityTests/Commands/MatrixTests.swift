import MessageSnapshot
import Testing

struct MatrixTests {
  private let messages = MessageSnapshot("parity matrix")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `the matrix is Markdown with coverage and verdicts`() async throws {
    let run = try await suite.parity("matrix")
    run.expect(
      .exit(0),
      output: [
        "\n\n## session-detail 1.0.0\n\nA small suite\n",
        "reference: 4 checked, 4 passed, 0 failed, 0 not applicable\n",
        "| C1 | Messages are shown. | must |  | 1 | 2 | passed |\n",
        "| R1 | Text is kept as it is. | must | C1 | 1 | 2 | passed |\n",
        "| C3 | It is a pleasure to read. | may |  | 0 | 0 | not run |\n",
        "| message-text | messages of both roles | R1 | `greeting` ° | passed |\n",
        "|  |  |  | `answer` ° | passed |\n", ": Nobody can measure it.\n",
      ]
    )
    messages.expect(run.report, "a matrix")
    run.expectNoErrors()
  }

  @Test
  func `a verdict that is red is in the matrix, and why it exits 1 is on standard error`()
    async throws
  {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let run = try await suite.parity("matrix")
    run.expect(
      .exit(1),
      output: ["| `greeting` ° | **1 failed** |\n"],
      errors: ["parity check\n"]
    )
    messages.expect(run.errors, "a red verdict")
  }

  @Test func `a file that holds the matrix is fresh until something changes`() async throws {
    try suite.write(try await suite.parity("matrix").output, to: "docs/matrix.md")
    let fresh = try await suite.parity("matrix", "--check", "docs/matrix.md")
    fresh.expect(.exit(0))
    fresh.expectNoErrors()
    #expect(fresh.output == "", fresh.transcript)

    try suite.replace("A small suite", with: "A tiny suite", in: Sample.matrix)
    let stale = try await suite.parity("matrix", "--check", "docs/matrix.md")
    stale.expect(
      .exit(1),
      message: "a document that is out of date",
      in: messages,
      errors: ["parity matrix > docs/matrix.md\n"]
    )
    #expect(stale.output == "", stale.transcript)
  }

  @Test func `a file that is not there can't be checked`() async throws {
    let run = try await suite.parity("matrix", "--check", "matrix.md")
    run.expect(
      .exit(65),
      message: "a document that is missing",
      in: messages,
      errors: ["error: matrix.md: "]
    )
  }
}
