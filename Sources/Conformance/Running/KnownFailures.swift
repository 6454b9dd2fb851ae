internal import CanonicalJSON
internal import Foundation
package import RFC3339

/// The list of known failures, which is compared with the results of a run.
package struct KnownFailures: Sendable {
  private let failures: [Verdict.Key: KnownFailure]
  private let today: CalendarDay?
  /// The options to repeat in the command that renews a line, with a space before each.
  private let options: String

  /// Creates a list of known failures. Of lines with the same case and implementation, the first is
  /// kept.
  ///
  /// - Parameters:
  ///   - today: The day to compare expiry dates with, or `nil` if no failure expires.
  ///   - options: The options that decide which orderings run, as they were given.
  package init(_ failures: [KnownFailure] = [], today: CalendarDay? = nil, options: String = "") {
    self.failures = Dictionary(failures.map { ($0.key, $0) }) { first, _ in first }
    self.today = today
    self.options = options
  }

  /// Returns the result as a known failure if it is exactly the failure that a line excuses.
  ///
  /// - Parameter output: The output without ignored members, or `nil` if there is none. It is used
  ///   only if the list has a line for the case.
  func applyingKnownFailure(
    _ result: Verdict.Result,
    _ key: Verdict.Key,
    output: @autoclosure () -> KeptOutput?
  ) -> Verdict.Result {
    guard case .failed(let failures) = result, let known = self.failures[key],
      !isExpired(known)
    else { return result }

    let isExcused = known.pin.isComplete && known.pin == result.pin(output: output())
    return isExcused ? .known(failures, .knownFailure(known)) : result
  }

  /// Returns the findings on outdated lines.
  ///
  /// More than five lines of one implementation that are outdated in the same way become one
  /// finding.
  func diagnostics(after verdicts: [Verdict]) -> [Diagnostic] {
    let outdated = verdicts.compactMap { verdict -> OutdatedLine? in
      guard let known = failures[verdict.key],
        let reason = staleness(of: known, after: verdict)
      else { return nil }
      return OutdatedLine(known: known, reason: reason)
    }

    let groups = outdated.grouped { line in
      Group(kind: line.reason.kind, implementation: line.known.implementation)
    }
    return groups.flatMap { lines in
      lines.count > Self.lineLimit ? [finding(onAll: lines)] : lines.map { finding(onAll: [$0]) }
    }
  }

  /// The maximum number of lines that are reported one by one.
  private static let lineLimit = 5

  // MARK: - Outdated lines

  /// A line that doesn't match the result of its case, and why.
  private struct OutdatedLine {
    let known: KnownFailure
    let reason: Staleness
  }

  /// Why a line is outdated.
  private enum Staleness {
    /// The failure was excused until this day, which is over.
    case expired(CalendarDay)
    /// The case passes now.
    case passes
    /// The case fails in another way. The text says how, as the end of a message.
    case failsOtherwise(String)

    /// The reason without its details, to group lines by.
    enum Kind {
      case expired, passes, failsOtherwise
    }

    var kind: Kind {
      switch self {
      case .expired: .expired
      case .passes: .passes
      case .failsOtherwise: .failsOtherwise
      }
    }
  }

  /// The key of the lines that may share one finding.
  private struct Group: Hashable {
    let kind: Staleness.Kind
    let implementation: String
  }

  /// Whether a line has an expiry date that is over. Without a day to compare it with, none is.
  private func isExpired(_ known: KnownFailure) -> Bool {
    guard let expires = known.expires, let today else { return false }
    return expires < today
  }

  /// Returns why a line is outdated, or `nil` if it isn't.
  private func staleness(of known: KnownFailure, after verdict: Verdict) -> Staleness? {
    if isExpired(known), let expires = known.expires { return .expired(expires) }
    if verdict.isPassed { return .passes }

    // `RepositoryLint` reports an incomplete line.
    guard let pin = verdict.pin, pin != known.pin, known.pin.isComplete else { return nil }
    return .failsOtherwise(Self.change(from: known.pin, to: pin))
  }

  /// Returns how a failure differs from the recorded one, as the end of a message: by its kind, its
  /// error code, or its output.
  private static func change(from known: FailurePin, to pin: FailurePin) -> String {
    if known.kind != pin.kind {
      return "but with '\(pin.kind)' instead of the recorded '\(known.kind)'"
    }
    if let code = known.code, let now = pin.code {
      return "but with error \(now) instead of the recorded error \(code)"
    }
    return "but its output differs from the one recorded in the known failure"
  }

  /// Returns one finding for all the lines, located at the first of them.
  private func finding(onAll lines: [OutdatedLine]) -> Diagnostic {
    let first = lines[0]
    return Conformance.finding(
      .knownFailure,
      first.known.caseName,
      lines.count == 1 ? message(on: first) : message(on: first, andOthersOf: lines.count),
      at: first.known.location,
      notes: [advice(on: first, isSingle: lines.count == 1)]
    )
  }

  /// Returns the message on a line that is reported by itself.
  private func message(on line: OutdatedLine) -> String {
    let subject = "'\(line.known.implementation)'"
    let name = "'\(line.known.caseName)'"

    return switch line.reason {
    case .expired(let day):
      "the known failure of \(name) in implementation \(subject) expired on \(day)"
    case .passes:
      "implementation \(subject) passes \(name), which is listed as a known failure"
    case .failsOtherwise(let change):
      "implementation \(subject) still fails \(name), \(change)"
    }
  }

  /// Returns the message on `count` lines of an implementation that are outdated in the same way,
  /// with the first of them as an example.
  private func message(on first: OutdatedLine, andOthersOf count: Int) -> String {
    let subject = "'\(first.known.implementation)'"
    let name = "'\(first.known.caseName)'"

    return switch first.reason {
    case .expired(let day):
      "\(count) known failures of implementation \(subject) have expired, "
        + "such as \(name) on \(day)"
    case .passes:
      "implementation \(subject) passes \(count) cases that are listed as known failures, "
        + "such as \(name)"
    case .failsOtherwise:
      "implementation \(subject) still fails \(count) cases, such as \(name), but not as "
        + "recorded in their known failures"
    }
  }

  /// Returns what to do about outdated lines, with the command that does it.
  ///
  /// - Parameter isSingle: Whether the finding is about this line only. Otherwise the command
  ///   renews all lines of the implementation.
  private func advice(on line: OutdatedLine, isSingle: Bool) -> String {
    let known = line.known
    let subject = "'\(known.implementation)'"
    let renewal = (isSingle ? known.renewal : known.renewalOfAll) + options

    return switch line.reason {
    case .expired: "fix \(subject), or set a later date: \(renewal) --expires YYYY-MM-DD"
    case .passes:
      "remove the known failures that pass: parity known prune "
        + "--implementation \(known.implementation)\(known.listOption)"
    case .failsOtherwise where isSingle:
      "fix \(subject), or update the known failure to match the new failure: \(renewal)"
    case .failsOtherwise:
      "fix \(subject), or update the known failures to the new failures: \(renewal)"
    }
  }
}

extension CalendarDay {
  /// The day on which known failures expire by default: today in UTC.
  package static var today: CalendarDay {
    let secondsOfDay = 86_400.0
    return CalendarDay(
      daysSince1970: Int((Date.now.timeIntervalSince1970 / secondsOfDay).rounded(.down))
    )
  }
}

// MARK: - Editing the list

/// The list of known failures after `parity known add`.
package struct KnownFailureAddition: Sendable {
  /// The parts of a new line other than its failure.
  package struct Terms: Sendable {
    let reason: String?
    let link: String?
    let expires: CalendarDay?

    package init(reason: String?, link: String?, expires: CalendarDay?) {
      self.reason = reason
      self.link = link
      self.expires = expires
    }
  }

  /// The lines of the earlier list, some of them renewed in place, and then the added ones.
  package let list: [KnownFailure]
  package let addedCount: Int
  package let renewedCount: Int

  /// Adds a line for each failed case, and renews each line that excuses another failure.
  ///
  /// A line that excuses exactly the failure of its case doesn't change.
  ///
  /// - Parameters:
  ///   - terms: The reason, link and expiry date of the lines. A renewal keeps the old value for
  ///     `nil`.
  ///   - isRenewal: Whether to only renew lines and add none.
  package init(of verdicts: [Verdict], to list: [KnownFailure], _ terms: Terms, isRenewal: Bool) {
    let lines = Dictionary(list.map { ($0.key, $0) }) { first, _ in first }
    var replacements: [Verdict.Key: KnownFailure] = [:]
    var added: [KnownFailure] = []

    for verdict in verdicts where !verdict.result.isAcceptedDivergence {
      guard let pin = verdict.pin else { continue }
      let line = lines[verdict.key]
      if let line, line.pin == pin, line.pin.isComplete, !isRenewal { continue }
      guard line != nil || !isRenewal else { continue }

      let kept = isRenewal ? line : nil
      let new = KnownFailure(
        of: verdict.implementation,
        verdict.testCase.name,
        pin,
        reason: terms.reason ?? kept?.reason ?? "",
        link: terms.link ?? kept?.link,
        expires: terms.expires ?? kept?.expires,
        at: line?.location ?? SourceLocation(file: KnownFailuresFile.path)
      )
      if line == nil {
        added.append(new)
      } else if line != new {
        replacements[verdict.key] = new
      }
    }

    var written: Set<Verdict.Key> = []
    let kept = list.compactMap { line -> KnownFailure? in
      guard let replacement = replacements[line.key] else { return line }
      return written.insert(line.key).inserted ? replacement : nil
    }
    self.list = kept + added
    addedCount = added.count
    renewedCount = replacements.count
  }
}

extension [KnownFailure] {
  /// Returns the list without some of its lines, except those whose case still fails.
  ///
  /// - Parameters:
  ///   - lines: The lines to drop, wherever they are in the list.
  ///   - verdicts: The verdicts on their cases.
  package func dropping(
    _ lines: [KnownFailure],
    exceptFailing verdicts: [Verdict]
  ) -> [KnownFailure] {
    let dropped = Set(lines.map { KnownFailuresFile.bytes(of: [$0]) })
    let failing = Set(verdicts.filter { $0.result.failureKind != nil }.map(\.key))
    return filter { line in
      failing.contains(line.key) || !dropped.contains(KnownFailuresFile.bytes(of: [line]))
    }
  }
}
