internal import CanonicalJSON
internal import Conformance
internal import Fuzzing

extension Divergence {
  /// Returns the lines that show how the answers differ.
  ///
  /// - Parameters:
  ///   - names: The names of the two implementations.
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  func lines(_ names: (String, String), _ verbosity: Verbosity, width: Int) -> [StyledLine] {
    guard differences.isEmpty else {
      let heading = StyledLine([
        .init("  "),
        .init("− \(names.0)", .removed),
        .init(", "),
        .init("+ \(names.1)", .added),
      ])
      return [heading]
        + DifferenceRendering(limit: verbosity == .verbose ? .max : 3, width: width).lines(
          differences
        )
    }

    return zip([names.0, names.1], [first, second]).flatMap { name, answer in
      switch answer {
      case .output(let output):
        let text = printableJSON(output.text)
        let shown = verbosity == .verbose ? text : text.clipped(columns: 2 * width)
        return [StyledLine("  \(name): \(shown)")]
      case .failure(let failure): return failure.lines(of: name)
      }
    }
  }
}

extension ImplementationFailure {
  /// Returns the lines that show the failure of an implementation, and the end of its log.
  func lines(of name: String) -> [StyledLine] {
    [StyledLine([.init("  no output ", .removed), .init("\(name): \(message)")])]
      + log.map { StyledLine("    | \($0)", .dim) }
  }
}
