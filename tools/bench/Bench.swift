internal import ArgumentParser
internal import Foundation

/// The command that measures the parts, prints their figures and compares them with saved ones.
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures what Parity costs, each figure beside its opponents in the same run.",
    discussion: """
      Run it as: swift run -c release bench

      A figure is the median of its runs, with the best beside it; a ratio compares within rounds, \
      in which each contestant runs once. Beside saved figures, those are marked that changed by more \
      than noise: instructions by 0.5 %, memory by 5 %, ratios by 15 %, times by 30 %.

      Exit codes: 0 all was measured; 1 beside saved figures, instructions became more; 64 wrong \
      usage; 69 a part could not be measured, and it says why.
      """
  )

  @Option(
    parsing: .upToNextOption,
    help: "The parts that are measured: \(Part.list). All, where none is named."
  )
  var only: [Part] = []

  @Option(help: "The megabytes of an input, 1 to 1024.")
  var size = 16

  @Option(help: "How often each figure is measured.")
  var rounds = 5

  @Option(help: "The seed that inputs are made from.")
  var seed: UInt64 = 1

  @Option(
    help: "The parity that is measured; else the one beside this program, which is built first."
  )
  var parity: String?

  @Flag(help: "See in a minute that every part works; the figures are worth nothing.")
  var quick = false

  @Flag(help: "Print a table of Markdown.")
  var markdown = false

  @Option(help: "Write the figures to this file.")
  var save: String?

  @Option(help: "Print each figure beside that of this file, which --save wrote.")
  var compare: String?

  /// Checks the ranges of `--size` and `--rounds`.
  func validate() throws {
    guard (1...1_024).contains(size) else {
      throw ValidationError("--size is 1 to 1024 megabytes, not \(size)")
    }
    guard rounds > 0 else { throw ValidationError("--rounds is at least 1, not \(rounds)") }
  }

  /// Measures the parts one after the other.
  ///
  /// A part that can't be measured doesn't stop the others, whose figures are printed and saved.
  ///
  /// - Throws: `ExitCode(69)` if a part couldn't be measured, and `ExitCode(1)` if instructions
  ///   became more than in the saved figures.
  func run() async throws {
    let effort = Effort(
      bytes: quick ? 50_000 : size * 1_000_000,
      rounds: quick ? 1 : rounds,
      seed: seed,
      isQuick: quick
    )

    var measured: [Figure] = []
    var failures = 0
    do {
      let saved = try compare.map { try SavedFigures(file: $0, effort: effort) }

      for part in Part.allCases where only.isEmpty || only.contains(part) {
        do {
          let figures = try await part.figures(effort, parity: parity)
          print(FigureTable(figures: figures, isMarkdown: markdown, saved: saved).text + "\n")
          // If standard output is a file, this makes the figures so far readable.
          fflush(nil)
          measured += figures
        } catch let failure as MeasurementError {
          failures += 1
          warn("bench: \(part.rawValue) could not be measured: \(failure)")
        }
      }

      if let save { try SavedFigures.save(measured, to: save, effort: effort) }
      if failures > 0 { throw ExitCode(69) }

      let isWorse = measured.contains {
        $0.unit.isRepeatable && Change(of: $0, since: saved)?.verdict == .worse
      }
      if isWorse { throw ExitCode(1) }
    } catch let failure as MeasurementError {
      warn("bench: \(failure)")
      throw ExitCode(69)
    }
  }
}

/// A part of the benchmark. The parts run one after the other.
enum Part: String, CaseIterable, ExpressibleByArgument {
  case timeline
  case parsing
  case updates
  case comparison
  case commands
  case editing
  case cases
  case memory
  case instructions

  /// The names of the parts, for the help.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Measures the part.
  ///
  /// - Parameters:
  ///   - effort: How much to measure.
  ///   - parity: The path of the `parity` to measure, or `nil` to build it first.
  /// - Throws: `MeasurementError` with the reason if the part has no figures.
  func figures(_ effort: Effort, parity: String?) async throws -> [Figure] {
    switch self {
    case .timeline: try await TimelinePart(effort: effort).figures()
    case .parsing: try await ParsingPart(effort: effort).figures()
    case .updates: UpdatesPart(effort: effort).figures()
    case .comparison: try ComparisonPart(effort: effort).figures()
    case .commands:
      try await CommandsPart(effort: effort, parity: try await BuiltParity.path(parity, effort))
        .figures()
    case .editing: try await EditingPart(effort: effort).figures()
    case .cases:
      try await CasesPart(effort: effort, parity: try await BuiltParity.path(parity, effort))
        .figures()
    case .memory: try await MemoryPart(effort: effort).figures()
    case .instructions: try await InstructionsPart(effort: effort).figures()
    }
  }
}
