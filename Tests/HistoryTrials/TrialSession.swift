package import ChatHistory

/// Sessions in which every part contains the version, so that a half-saved one is recognizable.
package enum TrialSession {
  /// The number of ids. Saves cycle through them, and replace sessions from the second cycle on.
  package static let idCount = 10

  package static let premium = UserProfile(id: "", isPremium: true)

  /// Returns a session that is made from its version.
  ///
  /// - Parameter id: The id of the session. By default, it has the prefix and one of `idCount`
  ///   numbers.
  package static func session(
    _ prefix: String,
    version: Int,
    id: String? = nil
  ) -> HistorySession {
    let text = "é\u{0}\(version) "
    return HistorySession(
      sessionId: id ?? "\(prefix)-\(version % idCount)",
      scenarioTitle: text,
      timestamp: Int64(version),
      targetLanguage: text,
      durationSeconds: Int64(-version),
      dialogLines: (0...(version * 7) % 40).map { number in
        DialogLine(
          id: "\(number)",
          speakerId: number % 2 == 0 ? text : nil,
          roleName: text,
          // Some texts are longer than a page of the file.
          textNative: String(repeating: text, count: number == 0 ? (version * 131) % 1_500 : 3),
          textTranslated: text,
          timestamp: number % 3 == 0 ? Int64(version) : nil
        )
      }
    )
  }

  /// Returns the problems in a list that was found after some saves.
  ///
  /// - Parameter last: The version of the last confirmed save, or `nil` if none was confirmed.
  package static func problems(
    in list: [HistorySession],
    of prefix: String,
    confirmed last: Int?
  ) -> [String] {
    let last = last ?? -1
    let own = list.filter { $0.sessionId.hasPrefix("\(prefix)-") }
    var problems = own.compactMap { session in
      session == Self.session(prefix, version: Int(session.timestamp))
        ? nil : "\(session.sessionId) is not whole"
    }
    for slot in 0..<idCount {
      let id = "\(prefix)-\(slot)"
      let found = own.filter { $0.sessionId == id }.map { Int($0.timestamp) }
      let expected = last < slot ? [] : [last - (last - slot) % idCount]
      // The next version may have been saved without its confirmation being printed in full.
      let next = (last + 1) % idCount == slot ? [last + 1] : expected
      if found != expected, found != next {
        problems.append(
          "\(id) is there in versions \(found), and \(expected) was confirmed, of all \(last)"
        )
      }
    }
    return problems
  }
}
