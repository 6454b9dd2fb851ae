package import CanonicalJSON
package import Conformance

extension ChatHistoryContract {
  package func input(_ source: InputSource, operation: String, in file: SourceFile) -> JSONValue? {
    guard case .input(let node) = source else { return nil }
    let input = HistoryInput(file: file)
    return input.isGood(node) ? node.value : nil
  }
}

/// Reports everything in an input that an implementation need not guard against.
private struct HistoryInput {
  let file: SourceFile

  private static let steps = [
    "updateProfile", "startSession", "endSession", "save", "getSessions", "delete", "clear", "advance", "failNext",
    "row", "reopen",
  ]

  func isGood(_ node: JSONNode) -> Bool {
    guard let reader = ObjectReader(node, "an input", keys: ["now", "steps"], in: file),
      let steps = reader.required("steps"), isArray(steps, "'steps'"),
      reader["now"].map({ isInteger($0, "'now'") }) ?? true
    else { return false }
    let areGood = steps.elements.map(isStep)
    return !areGood.contains(false) && staysInRange(from: reader["now"], steps.elements)
  }

  /// The clock can't leave the range of its integers.
  private func staysInRange(from start: JSONNode?, _ steps: JSONNode.Elements) -> Bool {
    var now = start?.number?.integer ?? 0
    for step in steps {
      guard let advance = step["advance"], let milliseconds = advance.number?.integer else { continue }
      let (sum, isOutside) = now.addingReportingOverflow(milliseconds)
      guard !isOutside else {
        file.report("'advance' leads to a time that is no signed 64-bit integer", at: advance)
        return false
      }
      now = sum
    }
    return true
  }

  private func isStep(_ node: JSONNode) -> Bool {
    guard let (name, value) = ObjectReader.step(node, of: Self.steps, in: file) else { return false }
    return isArgument(value, of: name)
  }

  private func isArgument(_ node: JSONNode, of step: String) -> Bool {
    switch step {
    case "updateProfile": return isProfile(node, "'updateProfile'")
    case "startSession": return isState(node)
    case "save":
      guard let reader = ObjectReader(node, "'save'", keys: ["session", "profile"], in: file),
        let session = reader.required("session"), let profile = reader.required("profile")
      else { return false }
      return all([isSession(session), isProfile(profile, "'profile'")])
    case "delete", "row": return isString(node, "'\(step)'")
    case "advance": return isInteger(node, "'advance'")
    case "failNext":
      if node.isString("networkError") { return true }
      file.report("'failNext' is \"networkError\", the one failure that a repository can be made to have", at: node)
      return false
    default: return ObjectReader.isTrue(node, of: step, in: file)
    }
  }

  private func isProfile(_ node: JSONNode, _ subject: String) -> Bool {
    if node.kind == .null { return true }
    let texts = ["id", "displayName", "nativeLanguage", "currentTargetLanguage"]
    guard node.kind == .object else {
      file.report("\(subject) is an object or null, not \(node.kind.withArticle)", at: node)
      return false
    }
    guard let reader = ObjectReader(node, subject, keys: texts + ["isPremium"], in: file) else { return false }
    let isPremium = reader["isPremium"]
    if let isPremium, isPremium.bool == nil {
      file.report("'isPremium' is true or false, not \(isPremium.kind.withArticle)", at: isPremium)
    }
    return all(texts.map { isString(reader[$0], "'\($0)'") } + [isPremium == nil || isPremium?.bool != nil])
  }

  private func isState(_ node: JSONNode) -> Bool {
    let keys = ["scenario", "stats", "dialogHistory"]
    guard let reader = ObjectReader(node, "'startSession'", keys: keys, in: file) else { return false }
    return all([
      reader["scenario"].map { node in
        ObjectReader(node, "'scenario'", keys: ["name"], in: file).map { isString($0["name"], "'name'") } ?? false
      } ?? true,
      reader["stats"].map { node in
        ObjectReader(node, "'stats'", keys: ["sessionId", "startedAt"], in: file).map {
          all([isString($0["sessionId"], "'sessionId'"), isInteger($0["startedAt"], "'startedAt'")])
        } ?? false
      } ?? true,
      reader["dialogHistory"].map { isDialog($0, "'dialogHistory'") } ?? true,
    ])
  }

  private func isSession(_ node: JSONNode) -> Bool {
    let (texts, integers) = (["sessionId", "scenarioTitle", "targetLanguage"], ["timestamp", "durationSeconds"])
    let keys = texts + integers + ["dialogLines"]
    guard let reader = ObjectReader(node, "'session'", keys: keys, in: file) else { return false }
    return all(
      keys.map { reader.required($0) != nil } + texts.map { isString(reader[$0], "'\($0)'") }
        + integers.map { isInteger(reader[$0], "'\($0)'") }
        + [reader["dialogLines"].map { isDialog($0, "'dialogLines'") } ?? false])
  }

  private func isDialog(_ node: JSONNode, _ subject: String) -> Bool {
    isArray(node, subject) && all(node.elements.map(isLine))
  }

  private func isLine(_ node: JSONNode) -> Bool {
    let texts = ["id", "roleName", "textNative", "textTranslated"]
    guard let reader = ObjectReader(node, "a line", keys: texts + ["speakerId", "timestamp"], in: file) else {
      return false
    }
    return all(
      texts.map { reader.required($0) != nil } + (texts + ["speakerId"]).map { isString(reader[$0], "'\($0)'") }
        + [isInteger(reader["timestamp"], "'timestamp'")])
  }

  // MARK: - Parts

  /// A whole array of answers, so that everything that is wrong has been reported.
  private func all(_ answers: [Bool]) -> Bool { !answers.contains(false) }

  private func isArray(_ node: JSONNode, _ subject: String) -> Bool {
    if node.kind == .array { return true }
    file.report("\(subject) is an array, not \(node.kind.withArticle)", at: node)
    return false
  }

  private func isString(_ node: JSONNode?, _ subject: String) -> Bool {
    guard let node, node.kind != .string else { return true }
    file.report("\(subject) is a string, not \(node.kind.withArticle)", at: node)
    return false
  }

  private func isInteger(_ node: JSONNode?, _ subject: String) -> Bool {
    guard let node, node.number?.integer == nil else { return true }
    file.report("\(subject) is a whole number that fits in a signed 64-bit integer", at: node)
    return false
  }
}
