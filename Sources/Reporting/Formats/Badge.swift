internal import CanonicalJSON
package import Conformance

/// A small picture for a page such as a README: what was checked, and how many cases passed.
package struct Badge: Hashable, Sendable {
  /// The result that the color of a badge shows.
  package enum Result: Sendable {
    case passed
    /// All cases passed or are known to fail, and at least one is known.
    case known
    case failed
    /// No case was checked, or the run was interrupted.
    case incomplete
  }

  package let result: Result
  /// The text on the left, such as the name of the implementation.
  package let subject: String
  /// The text on the right, such as `620 of 628 passed`.
  package let message: String

  /// Creates a badge.
  ///
  /// - Parameters:
  ///   - subject: The text on the left.
  ///   - counts: The counts of the verdicts that the badge is about.
  ///   - errors: The number of problems other than failed cases.
  ///   - isInterrupted: Whether a signal interrupted the run.
  init(subject: String, _ counts: RunRecord.Counts, errors: Int, isInterrupted: Bool) {
    let known = counts.known > 0 ? ", \(figure(counts.known)) known" : ""
    let errorText = errors > 0 ? ", \(figure(errors, "error"))" : ""
    let isComplete = counts.failed == 0 && counts.known == 0
    let passed = isComplete ? "" : "\(figure(counts.passed)) of "

    self.subject = printable(subject).clipped(columns: Self.mostColumns)
    if isInterrupted {
      result = .incomplete
      message = "interrupted"
    } else if counts.checked == 0 {
      result = .incomplete
      message = "not checked"
    } else {
      if counts.failed > 0 || errors > 0 {
        result = .failed
      } else {
        result = counts.known > 0 ? .known : .passed
      }
      message = "\(passed)\(figure(counts.checked)) passed\(known)\(errorText)"
    }
  }

  /// The number of columns after which a subject is cut.
  private static let mostColumns = 60
}

extension RunRecord {
  /// Returns the badge of one implementation, or of the whole run.
  ///
  /// - Parameter name: The name of the implementation, or `nil` for the whole run.
  package func badge(of name: String? = nil) -> Badge {
    let own = results.filter { name == nil || $0.implementation == name }
    let incidents = incidents.filter { name == nil || $0.implementation == name }

    // Problems of the suite aren't problems of one implementation.
    let errors = name == nil ? diagnostics.count { $0.severity == .error } : 0

    let isOnlyImplementation = name == nil && implementations.count == 1
    let subject = [
      own.map(\.contract).distinct(by: \.self).onlyElement,
      name ?? (isOnlyImplementation ? implementations[0] : nil),
    ]

    return Badge(
      subject: subject.compactMap(\.self).joined(separator: " ").nilIfEmpty ?? "parity",
      Counts(own),
      errors: incidents.count + errors,
      isInterrupted: isInterrupted
    )
  }

  /// The implementations that can have a badge in a file of their own: those with a name, and not
  /// only a command.
  package var namedImplementations: [String] { implementations.filter(NameForm.any.fits) }
}

extension Collection {
  /// The element of a collection with exactly one, otherwise `nil`.
  fileprivate var onlyElement: Element? { count == 1 ? first : nil }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}

// MARK: - SVG

extension Badge {
  /// The badge as an SVG document. Equal badges have equal bytes.
  package var svg: String {
    let left = Self.width(of: subject)
    let right = Self.width(of: message)
    // A rectangle whose corners on the right are round.
    let background = "M\(left) 0h\(right - 3)a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H\(left)z"
    let title = "\(xmlEscaped(subject)): \(xmlEscaped(message))"

    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(title)">
        <title>\(title)</title>
        <rect width="\(left + right)" height="20" rx="3" fill="#444"/>
        <path fill="\(result.color)" d="\(background)"/>
        <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
          \(Self.text(subject, at: 0, width: left))
          \(Self.text(message, at: left, width: right))
        </g>
      </svg>

      """
  }

  /// The space on each side of a text.
  private static let margin = 6
  /// The width that a character has. Viewers stretch a text to its width, whatever font they have.
  private static let characterWidth = 7

  /// Returns the width of a text with its margins, in pixels.
  private static func width(of text: String) -> Int {
    text.unicodeScalars.count * characterWidth + 2 * margin
  }

  /// Returns the element for a text that is centered in a part of the badge.
  ///
  /// - Parameters:
  ///   - x: The left edge of the part, in pixels.
  ///   - width: The width of the part, in pixels.
  private static func text(_ text: String, at x: Int, width: Int) -> String {
    let place = "x=\"\(x + margin)\" y=\"14\" textLength=\"\(width - 2 * margin)\""
    return "<text \(place) lengthAdjust=\"spacingAndGlyphs\">\(xmlEscaped(text))</text>"
  }
}

extension Badge.Result {
  /// The color of the message's background. White text on it has a contrast of at least 4.5 to 1.
  fileprivate var color: String {
    switch self {
    case .passed: "#1a7f37"
    case .known: "#9a6700"
    case .failed: "#cf222e"
    case .incomplete: "#6e7781"
    }
  }
}
