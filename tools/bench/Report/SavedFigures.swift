internal import CanonicalJSON
internal import Foundation

/// The medians of an earlier run, by the names of the figures.
struct SavedFigures {
  let medians: [String: Double]

  /// Reads the medians from a file.
  ///
  /// - Throws: `MeasurementError` if the file can't be read, or if its inputs differ from those of
  ///   this run.
  init(file: String, effort: Effort) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file)),
      let saved = try? JSONDocument(parsing: Array(data)).root.value,
      let members = saved["figures"]?.object
    else { throw MeasurementError("\(file) has no figures that 'bench --save' wrote") }

    guard saved["inputs"] == Self.inputs(effort) else {
      throw MeasurementError("\(file) is of other inputs: use the same --size, --seed and --quick")
    }

    medians = Dictionary(
      members.compactMap { member in member.value.number.map { (member.key, $0.double) } },
      uniquingKeysWith: { $1 }
    )
  }

  /// Writes the medians and the inputs of a run. Figures without a number are left out.
  static func save(_ figures: [Figure], to file: String, effort: Effort) throws {
    let medians = figures.compactMap { figure in
      JSONNumber(figure.samples.median).map { (figure.name, JSONValue.number($0)) }
    }

    let saved: JSONValue = ["inputs": inputs(effort), "figures": .object(JSONObject(medians))]
    let text = saved.canonicalText(.indented) + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  /// Returns what the inputs of a run depend on. Only runs with equal inputs can be compared.
  private static func inputs(_ effort: Effort) -> JSONValue {
    ["bytes": .number(JSONNumber(effort.bytes)), "seed": .string("\(effort.seed)")]
  }
}

/// The change of a figure from its saved value.
struct Change {
  /// Whether a figure changed by more than noise. The raw value is the text in the table.
  enum Verdict: String {
    case same = ""
    case better
    case worse
  }

  let saved: Double
  let verdict: Verdict

  /// Compares a figure with the saved one, or returns `nil` if there is none.
  init?(of figure: Figure, since saved: SavedFigures?) {
    guard let median = saved?.medians[figure.name] else { return nil }
    self.saved = median

    let ratio = figure.samples.median / median
    if abs(ratio - 1) <= figure.unit.noise {
      verdict = .same
    } else {
      verdict = (ratio > 1) == figure.unit.isMoreBetter ? .better : .worse
    }
  }
}

extension Figure.Unit {
  /// The relative difference between runs of the same program that counts as noise.
  var noise: Double {
    switch self {
    case .instructionsPerByte: 0.005
    case .memoryPerByte, .megabytes: 0.05
    case .times: 0.15
    case .megabytesPerSecond, .milliseconds, .microseconds, .casesPerSecond: 0.3
    }
  }

  /// Whether runs differ so little that a change must come from the program.
  var isRepeatable: Bool { self == .instructionsPerByte }

  /// Whether a greater figure is better.
  var isMoreBetter: Bool {
    switch self {
    case .megabytesPerSecond, .times, .casesPerSecond: true
    case .milliseconds, .microseconds, .instructionsPerByte, .memoryPerByte, .megabytes: false
    }
  }
}
