internal import CanonicalJSON

/// The messages of errors, with the parts masked that vary from case to case.
///
/// Quoted text and numbers are kept if they say what the errors have in common: if on average at
/// least two errors with otherwise equal messages have the same ones.
struct ErrorPatterns {
  /// The patterns by message.
  private var patterns: [TextKey: TextKey] = [:]

  /// Compares the messages that are equal except for their quoted texts and numbers.
  init(of messages: [String]) {
    let all = messages.map(ErrorMessage.init)

    for group in all.grouped(by: \.skeleton) {
      let distinct = Set(group.map { TextKey($0.text) })
      let isRepeated = group.count >= 2 * distinct.count
      let keepsVariables = distinct.count == 1 || isRepeated

      for message in group where patterns[TextKey(message.text)] == nil {
        let pattern = keepsVariables ? message.text.oneLine : message.masked(as: group)
        patterns[TextKey(message.text)] = TextKey(pattern)
      }
    }
  }

  /// Returns the pattern of a message. One that wasn't compared with others is kept, on one line.
  func pattern(of message: String) -> TextKey {
    patterns[TextKey(message)] ?? TextKey(message.oneLine)
  }
}

/// An error message, split into constant parts and parts that depend on the input.
private struct ErrorMessage {
  let text: String
  /// The parts that depend on the input: quoted text with its quotation marks, and numbers.
  let variables: [String]
  /// The parts before, between and after the variables.
  let constants: [String]

  /// The constant parts. Messages with equal skeletons have the same number of variables.
  var skeleton: [TextKey] { constants.map { TextKey($0) } }

  /// The closing mark for each opening one.
  private static let quotationMarks: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»",
  ]

  /// Splits a message from left to right. A number within a quotation is part of the quotation.
  init(_ text: String) {
    self.text = text
    let scalars = Array(text.unicodeScalars)
    var constants = [""]
    var variables: [String] = []
    var index = 0

    while index < scalars.count {
      if let end = Self.endOfQuotation(at: index, in: scalars) ?? Self.endOfNumber(index, scalars) {
        variables.append(String(scalars[index..<end]))
        constants.append("")
        index = end
      } else {
        constants[constants.count - 1].unicodeScalars.append(scalars[index])
        index += 1
      }
    }

    self.constants = constants
    self.variables = variables
  }

  /// Returns the message with the variables masked that aren't the same in all messages of a group.
  func masked(as group: [ErrorMessage]) -> String {
    var text = constants[0]
    for (index, variable) in variables.enumerated() {
      let isConstant = group.allSatisfy { $0.variables[index].hasSameBytes(as: variable) }
      text += isConstant ? variable : Self.mask(variable)
      text += constants[index + 1]
    }
    return text.oneLine
  }

  /// Returns `…` in the quotation marks of a variable, or `#` for a number.
  private static func mask(_ variable: String) -> String {
    guard let first = variable.unicodeScalars.first, let close = quotationMarks[first] else {
      return "#"
    }
    return "\(first)…\(close)"
  }

  /// Returns the end of the quotation that starts at an index, or `nil` if none does.
  ///
  /// A quotation mark between two letters is an apostrophe. The quotation ends at the last closing
  /// mark before a space or the end, because the text may contain marks of its own.
  private static func endOfQuotation(at start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard let close = quotationMarks[scalars[start]],
      start == 0 || !scalars[start - 1].properties.isAlphabetic
    else { return nil }

    var index = start + 1
    while index < scalars.count {
      let isClosing = scalars[index] == close
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      if isClosing, next.properties.isWhitespace || [",", ".", ";", ":", ")"].contains(next) {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  /// Returns the end of the digits that start at an index, or `nil` if none do.
  private static func endOfNumber(_ start: Int, _ scalars: [Unicode.Scalar]) -> Int? {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    guard isDigit(scalars[start]) else { return nil }
    return scalars[start...].firstIndex { !isDigit($0) } ?? scalars.count
  }
}

extension String {
  /// The text on one line, limited to the length of a title.
  fileprivate var oneLine: String {
    let words = unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
    return String(words.joined(separator: " ").unicodeScalars.prefix(200))
  }
}

extension String {
  /// Creates a text from scalars of any collection, such as a slice of an array.
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self = String(view)
  }
}
