internal import Conformance
internal import Reporting

/// The review of decisions on a terminal, one after another.
struct ReviewScreen {
  var session: ReviewSession
  let report: ReviewReport
  let reporter: Reporter

  /// Returns the accepted decisions, or `nil` if the review was interrupted and no decision counts.
  mutating func walk() throws(CommandFailure) -> [ReviewDecision]? {
    try RawTerminal.begin()
    defer { RawTerminal.restore() }

    try reporter.print([ReviewReport.legend])
    try show(.decision(nil))

    // The wait is short enough to react to a signal at once.
    while !Task.isCancelled, let bytes = RawTerminal.read(within: 100) {
      for key in RawTerminal.keys(in: bytes) {
        guard let key else { return try leave(nil) }

        let step = session.press(key)
        if step == .end { return try leave(session.accepted) }
        try show(step)
        // Ignore what was typed before the new text could be read.
        if step != .prompt { break }
      }
    }
    return try leave(nil)
  }

  /// Moves the cursor past the prompt, and returns the decisions as they are.
  private func leave(_ accepted: [ReviewDecision]?) throws(CommandFailure) -> [ReviewDecision]? {
    try Terminal.write(data: "\n")
    return accepted
  }

  /// Shows what a key led to, and the prompt after it.
  private func show(_ step: ReviewSession.Step) throws(CommandFailure) {
    // The text replaces the prompt, which is then printed again after it.
    if step != .prompt { try Terminal.clearLine() }

    switch step {
    case .decision(let note):
      try reporter.print(note.map { [StyledLine($0, .emphasis)] } ?? [])
      try showDecision(isInFull: false)
    case .inFull: try showDecision(isInFull: true)
    case .help: try reporter.print(Self.help)
    case .notice(let text): try reporter.print([StyledLine(text, .emphasis)])
    case .prompt, .end: break
    }
    try showPrompt()
  }

  /// Shows the current decision, if one is left, and ignores keys that were pressed before it
  /// appeared.
  private func showDecision(isInFull: Bool) throws(CommandFailure) {
    if let current = session.current {
      try reporter.print(
        [StyledLine()] + report.lines(session.decisions[current], isInFull: isInFull) + [
          StyledLine()
        ]
      )
    }
    RawTerminal.discardTyped()
  }

  /// Draws the prompt over the previous one, in a single line.
  private func showPrompt() throws(CommandFailure) {
    let line: StyledLine
    let filter = session.filter.map { " that match '\($0.pattern)'" } ?? ""

    switch session.prompt {
    case .decision:
      let position = (session.current ?? 0) + 1
      let left = session.undecided == session.decisions.count ? "" : ", \(session.undecided) left"
      let isAcceptable = session.current.map { session.decisions[$0].isAcceptable } ?? true
      let place = "\(position) of \(session.decisions.count)\(left)\(filter): "
      let words = "\(isAcceptable ? "a accept, " : "")r reject, s skip, / filter, q quit, ? help "

      // A line that wraps can't be overwritten.
      let keys =
        place.count + words.count < reporter.width ? words : "\(isAcceptable ? "a " : "")r s / q ? "
      line = StyledLine([.init(place, .heading), .init(keys)])
    case .filter(let text):
      line = StyledLine([.init("filter by case or row, with * and ?: ", .heading), .init(text)])
    case .word(let text):
      line = StyledLine([
        .init(
          "type '\(ReviewSession.word)' and press Enter "
            + "to accept the remaining \(counted(session.restCount, "golden"))\(filter): ",
          .heading
        ),
        .init(text),
      ])
    }
    try Terminal.clearLine()
    try Terminal.write(data: reporter.text(line))
  }

  private static let help = [
    StyledLine(),
    key("a", "accept: replace the golden with the output when the review ends"),
    key("r", "reject: keep the golden as it is"),
    key("s", "skip: show this change again after the others"),
    key("b", "back: undo the last decision"),
    key("v", "view: show this change in full"),
    key("/", "filter: review matching cases and rows first; an empty filter matches all"),
    key("A", "accept all: accept the rest that match the filter, after you confirm"),
    key("q", "quit: write the accepted changes and leave the others pending"),
    key("^C", "abort: write nothing"),
    StyledLine("Enter and Esc do nothing. Changes are written only at the end or after q.", .dim),
    StyledLine(),
  ]

  /// Returns a line of the help, with the meanings in one column.
  private static func key(_ name: String, _ meaning: String) -> StyledLine {
    StyledLine([
      .init("  \(name)", .heading), .init(String(repeating: " ", count: 4 - name.count) + meaning),
    ])
  }
}
