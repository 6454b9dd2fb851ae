/// The files of a small suite: four cases in two files, two rows, four clauses.
enum Sample {
  static let matrix = "\(TemporarySuite.fixtures)/behavior-matrix.json"
  static let messages = "\(TemporarySuite.fixtures)/messages.json"
  static let results = "\(TemporarySuite.fixtures)/results.json"

  static let cases = ["greeting", "answer", "success_hidden", "error_shown"]
  static let names = cases.map { "\(TemporarySuite.contract)/\($0)" }

  static let files = [matrix: matrixText, messages: messagesText, results: resultsText]

  static func golden(of caseID: String) -> String { "\(TemporarySuite.goldens)/\(caseID).json" }

  /// The declaration of `timeline` in the manifest, as one line.
  static let operations = """
    { "timeline": { "facets": { "entryCount": { "count": "/entries" }, \
    "roles": { "distinct": "/entries/*/role", "of": ["user", "assistant", "system"] }, \
    "blockTypes": { "distinct": "/entries/*/blocks/*/type", "of": ["text", "toolCall", "subAgent", "error"] } }, \
    "identity": [{ "elements": "/entries/*", "by": ["/id"] }, \
    { "elements": "/entries/*/blocks/*", "by": ["/type", "/toolUseId"] }] } }
    """

  private static let matrixText = """
    {
      "contract": "session-detail",
      "version": "1.0.0",
      "title": "A small suite", "support": "session-detail", "operations": \(operations),
      "clauses": [
        { "id": "C1", "text": "Messages are shown.", "level": "must" },
        { "id": "R1", "text": "Text is kept as it is.", "level": "must", "refines": ["C1"] },
        { "id": "C2", "text": "Only results that are errors are shown.", "level": "must" },
        { "id": "C3", "text": "It is a pleasure to read.", "level": "may" }
      ],
      "caseFiles": ["messages.json", "results.json"],
      "rows": [
        {
          "id": "message-text",
          "scenario": "messages of both roles",
          "expectedBehavior": "both are shown",
          "clauses": ["R1"],
          "cases": ["greeting", "answer"]
        },
        {
          "id": "result-visibility",
          "scenario": "a result that succeeded and one that failed",
          "expectedBehavior": "the second is shown",
          "clauses": ["C2"],
          "cases": ["success_hidden", "error_shown"]
        }
      ],
      "untestable": [{ "clause": "C3", "reason": "Nobody can measure it." }]
    }

    """

  private static let messagesText = """
    {
      "cases": [
        {
          "id": "greeting",
          "description": "A user says hello.",
          "events": [{ "type": "user", "message": { "content": "hello" } }],
          "expect": {
            "entryCount": 1,
            "roles": ["user"],
            "at": { "/entries/0/content": "hello" }
          }
        },
        {
          "id": "answer",
          "input": {
            "rows": [
              {
                "id": "a",
                "sequence_number": 1,
                "content": {
                  "$json": { "type": "assistant", "message": { "content": [{ "type": "text", "text": "good day" }] } }
                }
              }
            ]
          },
          "expect": { "roles": ["assistant"] }
        }
      ]
    }

    """

  private static let resultsText = """
    {
      "cases": [
        {
          "id": "success_hidden",
          "events": [{ "type": "result", "subtype": "success", "is_error": false, "result": "done" }],
          "expect": { "entryCount": 0, "absent": ["/entries/0"] }
        },
        {
          "id": "error_shown",
          "events": [{ "type": "result", "subtype": "error", "is_error": true, "result": "out of luck" }],
          "expect": { "entryCount": 1, "blockTypes": ["error"] }
        }
      ]
    }

    """
}

extension TemporarySuite {
  /// Adds the contract event-stream with one case and no golden.
  func addSecondContract() throws {
    try write(
      """
      {
        "contract": "event-stream", "version": "1.0.0", "title": "Another", "support": "event-stream",
        "operations": { "parse": {}, "liveness": {}, "session": {} },
        "clauses": [{ "id": "P1", "text": "Events are read.", "level": "must" }],
        "caseFiles": ["cases.json"],
        "rows": [
          { "id": "one", "scenario": "s", "expectedBehavior": "e", "clauses": ["P1"], "cases": ["first"] }
        ]
      }
      """,
      to: "Fixtures/event-stream/behavior-matrix.json"
    )
    try write(
      """
      { "cases": [{ "id": "first", "operation": "parse", "input": { "chunks": ["data: x\\n\\n"] }, "expect": {} }] }
      """,
      to: "Fixtures/event-stream/cases.json"
    )
  }
}
