package import CanonicalJSON
internal import Conformance
package import Fuzzing

/// The report on an input that was made smaller.
package struct ReduceReport: Sendable {
  private let name: String
  private let operation: String
  private let implementations: [String]
  private let isRecording: Bool
  private let rows: String?
  private let verbosity: Verbosity
  private let width: Int

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - name: The name of the case or file.
  ///   - operation: The name of the operation, `CONTRACT/OPERATION`.
  ///   - implementations: The names of the two implementations, or of the only one.
  ///   - isRecording: Whether the value is the array of payloads of a recording.
  ///   - rows: The name of the member of an input that holds rows, if there is one.
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  package init(
    name: String,
    operation: String,
    implementations: [String],
    isRecording: Bool,
    rows: String?,
    verbosity: Verbosity,
    width: Int
  ) {
    self.name = name
    self.operation = operation
    self.implementations = implementations
    self.isRecording = isRecording
    self.rows = rows
    self.verbosity = verbosity
    self.width = width
  }

  // MARK: - Lines

  /// Returns the failure of the whole input, the reduced input with its failure, and the command
  /// that sends it again.
  ///
  /// - Parameters:
  ///   - value: The value that was reduced.
  ///   - command: The command that reads the reduced input, or each payload of a recording on a
  ///     line, from standard input.
  ///   - isSaved: Whether the reduced input is saved as a case.
  ///   - limit: The time limit, or `nil` if the run was interrupted.
  package func lines(
    _ reduced: ReducedInput,
    of value: JSONValue,
    command: String,
    isSaved: Bool,
    limit: Duration?
  ) -> [StyledLine] {
    let isQuiet = verbosity == .quiet
    let start = StyledLine("\(name): \(size(of: value, isRecording))", .heading)
    let original = isQuiet ? [] : [start] + lines(reduced.originalDivergence) + [StyledLine()]

    let result = StyledLine("reduced to \(size(of: reduced)):", .heading)
    let inputs = Self.inputs(of: reduced)

    let details = inputLines(inputs) + lines(reduced.divergence) + repetition(of: inputs, command)
    let hints = advice(isSaved: isSaved) + notes(reduced, limit)
    return original + [result] + details + hints + [StyledLine()]
  }

  /// Returns how the two implementations differ, or the failure of the only one.
  private func lines(_ divergence: Divergence) -> [StyledLine] {
    if implementations.count > 1 {
      return divergence.lines((implementations[0], implementations[1]), verbosity, width: width)
    }
    return divergence.first.failure?.lines(of: implementations[0]) ?? []
  }

  /// Returns the input as programs receive it, or each payload of a recording.
  private static func inputs(of reduced: ReducedInput) -> [PrintedInput] {
    let payloads = reduced.isRecording ? reduced.value.elements : nil
    return (payloads ?? [reduced.value]).map { PrintedInput($0) }
  }

  /// Returns each input on its own line, so that it can be pasted.
  private func inputLines(_ inputs: [PrintedInput]) -> [StyledLine] {
    let isWhole = verbosity == .verbose || inputs.size <= PrintedInput.byteLimit
    return inputs.prefix(isWhole ? .max : Self.mostClippedLines).map { input in
      StyledLine(isWhole ? input.text : input.text.clipped(columns: 2 * width)).verbatim
    }
  }

  /// The number of payloads to print if they are too long to print in full.
  private static let mostClippedLines = 5

  /// Returns the command that sends the inputs again, or where to get them if they are too long.
  private func repetition(of inputs: [PrintedInput], _ command: String) -> [StyledLine] {
    guard inputs.size <= PrintedInput.byteLimit else {
      return [
        StyledLine(
          "  re-run: the input is too long to print (\(sizeText(bytes: inputs.size))); "
            + "use --save FILE to write it to a file, or -v to print it"
        )
      ]
    }

    let arguments = inputs.map(\.text.shellQuoted).joined(separator: " ")
    let line = StyledLine([
      .init(#"    printf '%s\n' \#(arguments) | "#), .init(command, .command),
    ])
    return [StyledLine("  re-run:"), line.verbatim]
  }

  /// Returns how to keep the input, unless it is saved already.
  private func advice(isSaved: Bool) -> [StyledLine] {
    isSaved ? [] : [StyledLine("  to save it as a case, repeat the command with --save FILE")]
  }

  /// Returns notes on what makes the result unreliable or incomplete.
  private func notes(_ reduced: ReducedInput, _ limit: Duration?) -> [StyledLine] {
    var notes: [String] = []

    switch reduced.end {
    case .complete: break
    case .outOfTries:
      notes.append(
        "note: unfinished after \(figure(reduced.tries, "attempt")); "
          + "reduce the result again, or use --attempts to allow more"
      )
    case .stopped:
      if let limit {
        notes.append(
          "note: unfinished, because the time limit of \(limit.shortText) was reached; "
            + "use --seconds to allow more"
        )
        let isTimeout = reduced.divergence.hasTimeout
        if isTimeout { notes.append("note: each timeout takes time; use a shorter --timeout") }
      }
    case .abandoned:
      notes.append("note: unfinished, because a program was abandoned")
    }

    switch reduced.confirmation {
    case .confirmed, .notAttempted: break
    case .failedToReproduce:
      notes.append(
        "note: the reduced input didn't fail again, so the implementation isn't deterministic"
      )
    }

    if reduced.hasLostParts {
      notes.append(
        "note: the whole input also fails in other ways; "
          + "once this failure is fixed, reduce it again"
      )
    }

    return notes.map { StyledLine($0) }
  }

  // MARK: - Conclusions

  /// Returns the last line about a reduction.
  ///
  /// - Parameters:
  ///   - value: The value that was reduced.
  ///   - duration: The time that the reduction took.
  ///   - isInterrupted: Whether a signal ended it.
  package func conclusion(
    _ reduced: ReducedInput,
    of value: JSONValue,
    after duration: Duration,
    isInterrupted: Bool
  ) -> StyledLine {
    let sizes = "\(size(of: value, isRecording)) → \(size(of: reduced))"
    let tries = figure(reduced.tries, "attempt")
    let text = "\(operation): \(sizes), \(tries) in \(duration.shortText)"
    return Conclusion(isInterrupted ? .interrupted : .fail, text).line
  }

  /// Returns the lines about an input for which the implementations return the same output.
  ///
  /// - Parameter nextStep: A command that may show another failure, if there is one.
  package func linesWithoutFailure(nextStep: String?) -> [StyledLine] {
    let names = implementations.map { "'\($0)'" }.joined(separator: " and ")
    let note = nextStep.map { step in
      [
        StyledLine("note: other orderings and the expectations of a case aren't compared"),
        StyledLine([.init("next: "), .init(step, .command)]),
      ]
    }
    let text = "\(operation): nothing to reduce; \(names) return the same output for \(name)"
    return (verbosity == .quiet ? [] : note ?? []) + [Conclusion(.pass, text).line]
  }

  private func size(of reduced: ReducedInput) -> String {
    size(of: reduced.value, reduced.isRecording)
  }

  /// Returns the size of a value, such as `1,204 rows, 2.1 MB`.
  private func size(of value: JSONValue, _ isRecording: Bool) -> String {
    if isRecording, let payloads = value.elements {
      // Each payload is on a line.
      let bytes = payloads.reduce(0) { $0 + $1.writtenUTF8().count + 1 }
      return "\(figure(payloads.count, "row")), \(sizeText(bytes: bytes))"
    }

    let count = rows.flatMap { value[$0]?.elements?.count }
    let bytes = sizeText(bytes: value.writtenUTF8().count)
    return count.map { "\(figure($0, "row")), \(bytes)" } ?? bytes
  }
}

extension [PrintedInput] {
  fileprivate var size: Int { reduce(0) { $0 + $1.size } }
}

extension Divergence {
  /// Whether a program didn't reply in time.
  fileprivate var hasTimeout: Bool {
    [first, second].contains { $0.failure?.kind == .timeout }
  }
}
