internal import Conformance

/// How far a run has come, and how long it still takes if it goes on at the same speed.
struct ProgressEstimate {
  /// What a run does with its items, as in "checked 3 cases".
  let activity: ProgressActivity
  /// The number of items that are finished.
  let done: Int
  let goal: ProgressGoal?
  let elapsed: Duration

  /// The finished part of the run, from 0 to 1, or `nil` if the goal isn't known.
  var fraction: Double? {
    switch goal {
    case .items(let total): total > 0 ? min(1, Double(done) / Double(total)) : 1
    case .time(let limit): min(1, elapsed / limit)
    case nil: nil
    }
  }

  /// The time until the goal is reached, or `nil` if it is too early to say.
  var remaining: Duration? {
    switch goal {
    case .time(let limit): return max(.zero, limit - elapsed)
    case .items, nil:
      guard let fraction, fraction > 0, fraction < 1, elapsed >= Self.shortestSample else {
        return nil
      }

      return elapsed * (1 / fraction - 1)
    }
  }

  /// The time after which the speed of a run is known well enough.
  private static let shortestSample = Duration.seconds(1)

  /// The width of the bar in columns, without its brackets.
  private static let barWidth = 20

  /// Returns the line that shows the progress on a terminal. Without room for the bar, the line has
  /// only the text.
  ///
  /// - Parameter columns: The maximum number of characters.
  func bar(columns: Int) -> String {
    guard let fraction else { return String(text.prefix(columns)) }

    let filled = Int(fraction * Double(Self.barWidth))
    let bar =
      "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: Self.barWidth - filled) + "] "
    return String((bar.count + text.count <= columns ? bar + text : text).prefix(columns))
  }

  /// The progress as a text, such as "checked 120 of 400 cases, 12 s left".
  var text: String {
    let items =
      switch goal {
      case .items(let total): "\(done) of \(counted(total, activity.noun))"
      case .time, nil: counted(done, activity.noun)
      }
    return "\(activity.verb) \(items)" + (remaining.map { ", \(Self.rounded($0)) left" } ?? "")
  }

  /// Returns a duration in whole seconds, or in minutes from two minutes on.
  private static func rounded(_ duration: Duration) -> String {
    let seconds = duration.components.seconds + 1
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
  }
}

/// What a run does with its items.
enum ProgressActivity {
  case checkingCases
  case tryingInputs
  case runningMutants

  fileprivate var verb: String {
    switch self {
    case .checkingCases: "checked"
    case .tryingInputs: "tried"
    case .runningMutants: "ran"
    }
  }

  fileprivate var noun: String {
    switch self {
    case .checkingCases: "case"
    case .tryingInputs: "input"
    case .runningMutants: "mutant"
    }
  }
}

/// When a run is finished.
enum ProgressGoal {
  /// After a number of items.
  case items(Int)
  /// After some time.
  case time(Duration)
}
