package import Testing

/// A section of `Messages.snapshot`, the one file with the exact words of the messages.
///
/// Tests assert on exit codes, locations and categories, and compare the words with the entry that
/// has their name:
///
/// ```swift
/// private let messages = MessageSnapshot("Unknown names")
///
/// messages.expect(run.errors, "an unknown case")
/// ```
///
/// After rewording a message, run `tools/renew messages`, and read the changes with `git diff`.
package struct MessageSnapshot: Sendable {
  /// The name of the section, which only one suite uses.
  package let section: String

  package init(_ section: String) {
    self.section = section
  }

  /// Expects that a text is the recorded one, or records it if the tests renew the file.
  ///
  /// Paths of temporary folders are replaced by `ROOT`, and spaces at the end of a line are
  /// removed.
  ///
  /// - Parameters:
  ///   - text: The message or messages, in the order in which they are printed.
  ///   - name: The name of the entry in its section.
  package func expect(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let entry = SnapshotFile.Entry(section: section, name: name)
    let text = Self.normalized(text)
    if SnapshotFile.isRenewing {
      if let problem = SnapshotFile.shared.record(text, as: entry) {
        Issue.record("\(problem)", sourceLocation: sourceLocation)
      }
      return
    }
    let recorded = SnapshotFile.shared.text(of: entry)
    #expect(
      text == recorded,
      """
      \(recorded == nil ? "no message is" : "another message is") recorded as '\(entry)'; if this one \
      is right, run: tools/renew messages
      """,
      sourceLocation: sourceLocation
    )
  }

  /// Expects that texts, one to a line, are the recorded ones.
  package func expect(
    _ texts: [String],
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(texts.joined(separator: "\n"), name, sourceLocation: sourceLocation)
  }

  /// Returns a text without temporary paths, spaces at the end of a line, and empty lines around
  /// it.
  private static func normalized(_ text: String) -> String {
    let folder = #/[^\s'"=(]*/[a-z]+-tests-[-0-9A-Fa-f]{36}(/suite)?/#
    let lines = text.replacing(folder, with: "ROOT")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(#/\s+$/#, with: "") }
      .drop(while: \.isEmpty)
    let end = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex - 1
    return lines[...end].joined(separator: "\n")
  }
}
