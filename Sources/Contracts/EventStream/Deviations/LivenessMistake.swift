internal import CanonicalJSON

/// What can go wrong in telling whether a session is live, each with the rule that it breaks.
enum LivenessMistake: String, CaseIterable, Sendable {
  case onlyStatus = "L1: only the status is asked"
  case onlyMode = "L1: only the mode is asked"
  case statusFirst = "L1: the status comes before the mode"
  case completeIsFinal = "L1: a complete session is never live"
  case anyModeButComplete = "L1: every mode but complete is live"
  case noModeIsLive = "L1: a session of unknown mode is live"
  case noSessionIsLive = "L1: no session is live"
  case anyStatus = "L1: every status is live"
  case pausedIsNot = "L1: a paused session is not live"
  case runningIsNot = "L1: a running session is not live"
  case anyCase = "L1: case makes no difference"
  case trimmed = "L1: white space makes no difference"
  case prefix = "L1: a word may go on"

  func isActive(_ session: JSONValue) -> Bool {
    guard let object = session.object else { return self == .noSessionIsLive }
    let mode = object["mode"]?.string
    let status = object["status"]?.string
    let isLiveMode = matches(mode, "live")
    let isLiveStatus = matches(status, "running") || matches(status, "paused")
    switch self {
    case .onlyStatus: return isLiveStatus
    case .onlyMode: return isLiveMode
    case .statusFirst: return status == nil ? isLiveMode : isLiveStatus
    case .completeIsFinal: return isLiveMode || (isLiveStatus && mode != "complete")
    case .anyModeButComplete: return (mode != nil && mode != "complete") || isLiveStatus
    case .noModeIsLive: return mode == nil || isLiveMode || isLiveStatus
    case .anyStatus: return isLiveMode || status != nil
    case .pausedIsNot: return isLiveMode || matches(status, "running")
    case .runningIsNot: return isLiveMode || matches(status, "paused")
    case .noSessionIsLive, .anyCase, .trimmed, .prefix: return isLiveMode || isLiveStatus
    }
  }

  private func matches(_ text: String?, _ word: String) -> Bool {
    guard let text else { return false }
    switch self {
    case .anyCase: return text.lowercased() == word
    case .trimmed: return String(text.split(separator: " ").first ?? "") == word
    case .prefix: return text.hasPrefix(word)
    default: return text.hasSameBytes(as: word)
    }
  }
}
