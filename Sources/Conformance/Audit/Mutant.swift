internal import CanonicalJSON
package import SystemPackage

/// An edit of one implementation's source that breaks a rule in a way in which someone could get it
/// wrong.
package struct Mutant: Sendable {
  /// The clause that it breaks; nil where a tool made it, which knows of none.
  package let clause: Matrix.Reference?
  /// What it gets wrong, in a few words: `last arrival wins`.
  package let mistake: String
  package let implementation: Matrix.Reference
  /// Relative to the root.
  package let file: Matrix.Reference
  /// Occurs once in the file.
  package let find: Matrix.Reference
  package let replacement: String
  package let location: SourceLocation

  /// `R1: last arrival wins`
  package var name: String { clause.map { "\($0.name): \(mistake)" } ?? mistake }

  /// The bytes of the file with the edit made.
  package func edited(under root: FilePath) throws(SourceError) -> [UInt8] {
    var bytes: [UInt8]
    do {
      bytes = try FileSystem.read(root.pushing(FilePath(file.name)), limit: SourceFile.sizeLimit)
    } catch {
      throw SourceError(
        diagnostic: finding(
          .mutant,
          name,
          "'\(file.name)' can't be read: \(error.reason)",
          at: file.location
        )
      )
    }
    let places = bytes.occurrences(of: Array(find.name.utf8))
    guard places.count == 1 else {
      let message =
        places.isEmpty
        ? "\(file.name) does not have this text"
        : "\(file.name) has this text \(places.count) times, in the lines \(Self.list(places))"
      let note = "'find' is a text that the file has once"
      throw SourceError(
        diagnostic: finding(.mutant, name, message, at: find.location, notes: [note])
      )
    }
    let end = places[0].offset + find.name.utf8.count
    bytes.replaceSubrange(places[0].offset..<end, with: Array(replacement.utf8))
    return bytes
  }

  /// Returns the lines of the first places, and how many more there are.
  private static func list(_ places: [TextOccurrence]) -> String {
    let lines = places.prefix(mostLines).map { "\($0.line)" }.joined(separator: ", ")
    let hidden = places.count - mostLines
    return hidden > 0 ? "\(lines) and \(hidden) more" : lines
  }

  private static let mostLines = 10
}

/// A place in a text where another text stands.
private struct TextOccurrence {
  let offset: Int
  /// From 1.
  let line: Int
}

extension [UInt8] {
  /// Returns the places of a text, none of which overlap.
  ///
  /// - Complexity: O(*n*) for a text that is rarely begun.
  fileprivate func occurrences(of text: [UInt8]) -> [TextOccurrence] {
    guard let first = text.first, text.count <= count else { return [] }

    var found: [TextOccurrence] = []
    var line = 1
    var offset = 0
    while offset <= count - text.count {
      if self[offset] == first, self[offset..<offset + text.count].elementsEqual(text) {
        found.append(TextOccurrence(offset: offset, line: line))
        line += text.count { $0 == UInt8(ascii: "\n") }
        offset += text.count
      } else {
        if self[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
      }
    }
    return found
  }
}

extension ProgramEntry {
  /// Returns the innermost folder that holds both the program and a file, links followed.
  ///
  /// A copy of it is where the file can be edited next to the program.
  ///
  /// - Parameter file: relative to `root`, as the result is.
  /// - Returns: `nil` if the command names no file below the root, or the file is named outside it.
  /// - Throws: a `FileError` if the file is reached through a link that leads out of the root.
  package func sources(with file: String, under root: FilePath) throws(FileError) -> FilePath? {
    guard Self.isBelowRoot(FilePath(file)) else { return nil }
    let source = try FollowedPath(FilePath(file), under: root).place
    guard let home = home(under: root), Self.isBelowRoot(home),
      let ownFolder = try? FollowedPath(home, under: root).place
    else { return nil }
    var folders = [ownFolder, source.removingLastComponent()]

    // An interpreter looks for modules where the program really is.
    let script = script(under: root).flatMap { try? FollowedPath($0, under: root) }
    if let script, !script.passed.isEmpty { folders.append(script.place.removingLastComponent()) }

    let first = folders[0].components
    let common = folders.dropFirst().reduce(first.count) { count, folder in
      min(count, zip(first, folder.components).prefix { $0 == $1 }.count)
    }
    return FilePath(root: nil, first.prefix(common))
  }

  /// What a copy of the sources has to reach for the program to start, relative to the root.
  package func startingPoints(under root: FilePath) -> [FilePath] {
    let paths = [home(under: root), script(under: root)].compactMap(\.self)
    return paths.filter { (try? FollowedPath($0, under: root)) != nil }
  }

  /// The folder that the program runs in, or that of the file that its command names.
  private func home(under root: FilePath) -> FilePath? {
    workingDirectory.map { FilePath($0) } ?? script(under: root)?.removingLastComponent()
  }

  /// The file that the command names, relative to the root.
  private func script(under root: FilePath) -> FilePath? {
    let folder = FilePath(workingDirectory ?? "")
    return command.lazy.filter { !$0.hasPrefix("/") }.map { folder.appending($0) }
      .first { FileSystem.entry(at: root.pushing($0)) == .regular }
  }

  private static func isBelowRoot(_ path: FilePath) -> Bool {
    path.isRelative && path.lexicallyNormalized().components.first?.kind != .parentDirectory
  }
}
