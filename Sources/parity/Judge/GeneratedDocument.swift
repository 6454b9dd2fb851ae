internal import Conformance
internal import SystemPackage

/// A Markdown document that a command prints, and whose copy in the repository it keeps fresh; the copy may have other text
/// before it.
struct GeneratedDocument {
  let text: String
  /// The command that prints it.
  let command: String

  /// Ends the command where the file does not end with the document.
  func requireFresh(_ path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = try FileSystem.read(FilePath(path), limit: SourceFile.sizeLimit)
    } catch {
      throw CommandFailure(.unusableData, "\(path): \(error.reason)")
    }
    guard bytes.suffix(text.utf8.count) == Array(text.utf8)[...] else {
      throw CommandFailure(.notConformant, "\(path) is out of date; run: \(command) > \(path)")
    }
  }
}
