internal import CanonicalJSON
package import SystemPackage

/// An edit of one implementation's source that breaks a rule with a plausible mistake.
package struct Mutant: Sendable {
  /// The clause that the edit breaks, or `nil` if a tool generated the mutant and it isn't tied to
  /// a clause.
  package let clause: LocatedName?
  /// A short description of the mistake, such as `last arrival wins`.
  package let mistake: String
  package let implementation: LocatedName
  /// The source file to edit, relative to the root.
  package let file: LocatedName
  /// The text to replace. It occurs exactly once in the file.
  package let find: LocatedName
  package let replacement: String
  package let location: SourceLocation

  /// The clause and the mistake, such as `R1: last arrival wins`, or only the mistake if there is
  /// no clause.
  package var name: String { clause.map { "\($0.name): \(mistake)" } ?? mistake }

  /// Returns the bytes of the file after the edit.
  ///
  /// - Throws: A `SourceError` if the file can't be read or doesn't contain `find` exactly once.
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
        ? "'\(file.name)' doesn't contain the text in 'find'"
        : "'\(file.name)' contains the text in 'find' \(places.count) times, "
          + "on \(Self.lines(of: places))"
      let note = "the text in 'find' must occur exactly once in the file"
      throw SourceError(
        diagnostic: finding(.mutant, name, message, at: find.location, notes: [note])
      )
    }

    let end = places[0].offset + find.name.utf8.count
    bytes.replaceSubrange(places[0].offset..<end, with: Array(replacement.utf8))
    return bytes
  }

  /// Returns the numbers of the lines that contain the places. After the first ones, it says only
  /// how many more there are.
  private static func lines(of places: [TextOccurrence]) -> String {
    let lines = Set(places.map(\.line)).sorted()
    let shown = lines.prefix(mostLines).map { "\($0)" }.joined(separator: ", ")
    guard lines.count > 1 else { return "line \(shown)" }

    let hidden = lines.count - mostLines
    return "lines \(shown)" + (hidden > 0 ? " and \(hidden) more" : "")
  }

  /// The most lines to list in a message.
  private static let mostLines = 10
}

/// An occurrence of a text in another text.
private struct TextOccurrence {
  let offset: Int
  /// The line number, starting at 1.
  let line: Int
}

extension [UInt8] {
  /// Returns the non-overlapping occurrences of a text.
  ///
  /// - Complexity: O(*n*) if few positions start like the text.
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
  /// Returns the innermost folder that contains both the program and a file, after following links.
  ///
  /// A mutant edits the file in a copy of this folder and runs the program there.
  ///
  /// - Parameters:
  ///   - file: A path relative to `root`.
  ///   - root: The root of the repository.
  /// - Returns: The folder, relative to `root`, or `nil` if the program has no working directory
  ///   and its command names no file below the root, or if the file or the program's folder is
  ///   outside the root.
  /// - Throws: A `FileError` if a link leads from the file's path out of the root.
  package func sources(with file: String, under root: FilePath) throws(FileError) -> FilePath? {
    guard Self.isBelowRoot(FilePath(file)) else { return nil }

    let source = try FollowedPath(FilePath(file), under: root).place
    guard let home = home(under: root), Self.isBelowRoot(home),
      let ownFolder = try? FollowedPath(home, under: root).place
    else { return nil }

    var folders = [ownFolder, source.removingLastComponent()]

    // An interpreter looks for modules next to the real file, not next to a link to it.
    let script = script(under: root).flatMap { try? FollowedPath($0, under: root) }
    if let script, !script.passed.isEmpty { folders.append(script.place.removingLastComponent()) }

    let first = folders[0].components
    let common = folders.dropFirst().reduce(first.count) { count, folder in
      min(count, zip(first, folder.components).prefix { $0 == $1 }.count)
    }
    return FilePath(root: nil, first.prefix(common))
  }

  /// Returns the paths, relative to the root, that a copy of the sources must contain for the
  /// program to start.
  package func startingPoints(under root: FilePath) -> [FilePath] {
    let paths = [home(under: root), script(under: root)].compactMap(\.self)
    return paths.filter { (try? FollowedPath($0, under: root)) != nil }
  }

  /// Returns the program's working directory, or the folder of the file that its command names.
  private func home(under root: FilePath) -> FilePath? {
    workingDirectory.map { FilePath($0) } ?? script(under: root)?.removingLastComponent()
  }

  /// Returns the file that the command names, relative to the root.
  private func script(under root: FilePath) -> FilePath? {
    let folder = FilePath(workingDirectory ?? "")
    return command.lazy.filter { !$0.hasPrefix("/") }.map { folder.appending($0) }
      .first { FileSystem.entry(at: root.pushing($0)) == .regular }
  }

  /// Returns whether a path stays below the folder that it is relative to, without following links.
  private static func isBelowRoot(_ path: FilePath) -> Bool {
    path.isRelative && path.lexicallyNormalized().components.first?.kind != .parentDirectory
  }
}
