internal import CanonicalJSON
internal import Conformance

/// An input as JSON on one line, which can be copied from a terminal or a log.
struct PrintedInput {
  let text: String

  /// The size in bytes up to which an input is printed whole, and fits on a command line.
  static let byteLimit = 8 << 10

  /// Creates the text of an input, which has no written forms.
  init(_ input: JSONValue) {
    // The console escapes log commands in another way, which isn't valid in JSON.
    text = printableJSON(input.writtenText()).withoutLogCommands(\.escapedInJSON)
  }

  /// The size in bytes.
  var size: Int { text.utf8.count }
  var isShort: Bool { size <= Self.byteLimit }
}
