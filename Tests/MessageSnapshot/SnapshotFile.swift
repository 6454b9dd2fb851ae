import Foundation
import Synchronization

/// The file `Messages.snapshot`, which is read once per process.
///
/// An entry is a line with its name, `=== SECTION: NAME`, and then its text.
final class SnapshotFile: Sendable {
  struct Entry: Hashable, Comparable, CustomStringConvertible {
    let section: String
    let name: String

    var description: String { "\(section): \(name)" }

    static func < (a: Entry, b: Entry) -> Bool {
      (a.section, a.name) < (b.section, b.name)
    }
  }

  static let shared = SnapshotFile(url: url)

  /// Whether tests write what they get into the file, instead of comparing it.
  static let isRenewing = ProcessInfo.processInfo.environment["PARITY_RENEW_MESSAGES"] == "1"

  static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Messages.snapshot")

  private static let lead = "=== "

  private let url: URL
  private let recorded: [Entry: String]
  private let renewed = Mutex<[Entry: String]>([:])

  init(url: URL) {
    self.url = url
    let text = try? String(contentsOf: url, encoding: .utf8)
    recorded = Self.entries(in: text ?? "")
  }

  var entries: [Entry] { recorded.keys.sorted() }

  func text(of entry: Entry) -> String? { recorded[entry] }

  /// Writes a text into the file, whose other entries stay.
  ///
  /// - Returns: What prevents it, or `nil`.
  func record(_ text: String, as entry: Entry) -> String? {
    renewed.withLock { renewed in
      if let earlier = renewed[entry], earlier != text {
        return "two messages are called '\(entry)':\n\(earlier)\n\(text)"
      }
      renewed[entry] = text
      do {
        let all = recorded.merging(renewed) { _, new in new }
        try Self.contents(of: all).write(to: url, atomically: true, encoding: .utf8)
      } catch {
        return "can't write \(url.path): \(error)"
      }
      return nil
    }
  }

  private static func entries(in text: String) -> [Entry: String] {
    var entries: [Entry: String] = [:]
    for block in "\n\(text)".components(separatedBy: "\n\(lead)").dropFirst() {
      let (title, body) = split(block, at: "\n")
      let (section, name) = split(title, at: ": ")
      entries[Entry(section: section, name: name)] = body.trimmingCharacters(in: .newlines)
    }
    return entries
  }

  private static func contents(of entries: [Entry: String]) -> String {
    entries.sorted { $0.key < $1.key }.map { "\(lead)\($0.key)\n\($0.value)\n" }
      .joined(separator: "\n")
  }

  private static func split(_ text: String, at separator: String) -> (String, String) {
    guard let range = text.range(of: separator) else { return (text, "") }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }
}
