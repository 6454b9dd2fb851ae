internal import Conformance
internal import Reporting

/// Prints reports according to the output options.
struct Reporter {
  private let isColored: Bool
  private let stream: StandardStream
  let verbosity: Verbosity

  /// Creates the reporter of a command with the usual options.
  init(_ options: OutputOptions, to stream: StandardStream = .output) {
    self.init(options.color, options.verbosity, to: stream)
  }

  /// Creates the reporter of a command without `--quiet` and `--verbose`, or one with a fixed
  /// style.
  init(
    _ color: ColorChoice,
    _ verbosity: Verbosity = .normal,
    to stream: StandardStream = .output
  ) {
    self.stream = stream
    self.verbosity = verbosity
    isColored = color.colors(stream)
  }

  /// The width of reports in columns: at least 40, because narrower reports aren't readable, and 80
  /// if the width isn't known.
  var width: Int { max(Terminal.columns(stream) ?? 80, 40) }
  /// The report on goldens in the style of this reporter.
  var regeneration: RegenerationReport { RegenerationReport(verbosity: verbosity, width: width) }

  /// The way in which the progress of a run is shown, which depends on standard error.
  var progressStyle: ProgressReporter.Style {
    if verbosity == .quiet { return .hidden }
    if Terminal.isCapable(.errors) { return .bar(columns: Terminal.columns(.errors) ?? 80) }
    return Terminal.isTerminal(.errors) ? .hidden : .log
  }

  /// Returns the text of a line as it is printed, but without its line end.
  func text(_ line: StyledLine) -> String {
    Surroundings.current.invocation.line(line).text(color: isColored)
  }

  /// Clears the screen, but not what was scrolled off it, if the stream is a terminal.
  func clearScreen() throws(CommandFailure) {
    guard Terminal.isCapable(stream) else { return }
    try Terminal.write(data: "\u{1B}[2J\u{1B}[H", to: stream)
  }

  /// Prints lines on the stream. Throws if they can't be written.
  func print(_ lines: [StyledLine]) throws(CommandFailure) {
    try Terminal.write(lines, color: isColored, to: stream)
  }
}

extension OutputOptions {
  /// The amount of output. At most one of `--quiet` and `--verbose` is given.
  fileprivate var verbosity: Verbosity {
    if quiet { return .quiet }
    return verbose ? .verbose : .normal
  }
}
