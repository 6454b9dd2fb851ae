/// One line of the table.
struct Figure {
  /// The unit of a figure. The raw value is its symbol in the table.
  enum Unit: String, Codable {
    case megabytesPerSecond = "MB/s"
    case milliseconds = "ms"
    case microseconds = "µs"
    case times = "×"
    case casesPerSecond = "cases/s"
    case megabytes = "MB"
    case instructionsPerByte = "instr/B"
    /// Bytes of memory per byte of the input.
    case memoryPerByte = "B/B"
  }

  /// The value that the median must have at least, or be less than.
  enum Goal {
    case atLeast(Double)
    case under(Double)
  }

  let name: String
  let unit: Unit
  let samples: Samples
  var goal: Goal?

  /// Creates a figure, by default one without a goal.
  init(name: String, unit: Unit, _ samples: Samples, goal: Goal? = nil) {
    self.name = name
    self.unit = unit
    self.samples = samples
    self.goal = goal
  }

  /// Returns the figure with another goal, or with `nil` to have none.
  func withGoal(_ goal: Goal?) -> Figure {
    var figure = self
    figure.goal = goal
    return figure
  }

  /// Whether the median meets the goal, or `nil` if there is no goal.
  var isMet: Bool? {
    switch goal {
    case .atLeast(let bound): samples.median >= bound
    case .under(let bound): samples.median < bound
    case nil: nil
    }
  }
}

/// The results of several runs. They are NaN if there were no runs.
struct Samples {
  /// The end of the samples that is the best one.
  enum Better {
    case highest
    case lowest
  }

  var median: Double
  var best: Double
  let count: Int

  /// Sorts the results.
  ///
  /// - Parameter better: Whether the best of them is the highest, as for a throughput, or the
  ///   lowest.
  init(_ values: [Double], best better: Better) {
    let sorted = values.sorted()
    best = (better == .highest ? sorted.last : sorted.first) ?? .nan
    count = sorted.count

    let middle = sorted.count / 2
    if sorted.isEmpty {
      median = .nan
    } else if sorted.count.isMultiple(of: 2) {
      median = (sorted[middle - 1] + sorted[middle]) / 2
    } else {
      median = sorted[middle]
    }
  }
}
