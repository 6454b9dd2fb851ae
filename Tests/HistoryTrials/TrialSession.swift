package import ChatHistory

/// Sessions of which every part tells the version, so that half of one shows.
package enum TrialSession {
  /// Saves go round so many ids, and replace from the second round on.
  package static let idCount = 10

  package static let premium = {
    var profile = UserProfile()
    profile.isPremium = true
    return profile
  }()

  package static func session(_ prefix: String, version: Int) -> HistorySession {
    let text = "é\u{0}\(version) "
    return HistorySession(
      sessionId: "\(prefix)-\(version % idCount)",
      scenarioTitle: text,
      timestamp: Int64(version),
      targetLanguage: text,
      durationSeconds: Int64(-version),
      dialogLines: (0...(version * 7) % 40).map { number in
        DialogLine(
          id: "\(number)",
          speakerId: number % 2 == 0 ? text : nil,
          roleName: text,
          // Some are longer than a page of the file.
          textNative: String(repeating: text, count: number == 0 ? (version * 131) % 1_500 : 3),
          textTranslated: text,
          timestamp: number % 3 == 0 ? Int64(version) : nil
        )
      }
    )
  }

  /// What is wrong with a list that was found after saves of which the last confirmed had this
  /// version; nil: none had.
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
      // The next may have been saved, and its confirmation cut off.
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
