internal import CanonicalJSON
package import SystemPackage

/// An edit of one implementation's source that breaks a rule in a way in which someone could get it wrong.
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
        diagnostic: finding(.mutant, name, "'\(file.name)' can't be read: \(error.reason)", at: file.location))
    }
    let places = bytes.ranges(of: Array(find.name.utf8))
    guard places.count == 1 else {
      let lines = places.map { place in "\(bytes[..<place.lowerBound].count { $0 == 0x0A } + 1)" }
      let message =
        places.isEmpty
        ? "\(file.name) does not have this text"
        : "\(file.name) has this text \(places.count) times, in the lines \(lines.joined(separator: ", "))"
      let note = "'find' is a text that the file has once"
      throw SourceError(diagnostic: finding(.mutant, name, message, at: find.location, notes: [note]))
    }
    bytes.replaceSubrange(places[0], with: Array(replacement.utf8))
    return bytes
  }
}

extension ProgramEntry {
  /// What is copied so that a file can be edited beside the program: the innermost folder that holds both, relative to the
  /// root. Nil where nothing tells where the program lies, or where it or the file lies outside.
  package func sources(with file: String, under root: FilePath) -> FilePath? {
    let script = command.first { FileSystem.entry(at: root.pushing(FilePath($0))) == .regular && !$0.hasPrefix("/") }
    guard let home = workingDirectory.map({ FilePath($0) }) ?? script.map({ FilePath($0).removingLastComponent() })
    else { return nil }
    let folders = [home, FilePath(file).removingLastComponent()].map { $0.lexicallyNormalized() }
    guard folders.allSatisfy({ $0.isRelative && $0.components.first?.kind != .parentDirectory }) else { return nil }
    let common = zip(folders[0].components, folders[1].components).prefix { $0 == $1 }.map(\.0)
    return FilePath(root: nil, common.filter { $0.kind == .regular })
  }
}
