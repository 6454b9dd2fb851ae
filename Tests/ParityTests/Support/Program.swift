import Foundation
import TestPrograms
import Testing

/// The programs that these tests start.
enum Program {
  /// A `parity` that finds no built-in suite, whatever is around its build folder.
  static var url: URL { get throws { try bare.get() } }
  static var misbehaving: URL { get throws { try misbehavingProgram.get().url } }

  /// Links the program at another place, from which it looks for its built-in suites.
  static func link(to place: URL) throws {
    let new = place.appendingPathExtension("\(getpid())")
    let program = try BuiltProgram("parity").url
    // On another file system, a copy takes the place of a link.
    do { try FileManager.default.linkItem(at: program, to: new) } catch {
      try FileManager.default.copyItem(at: program, to: new)
    }
    try #require(rename(new.path, place.path) == 0)
    // If both names already referred to the same file, the rename leaves both.
    unlink(new.path)
  }

  /// The program in a folder at which the search for suites ends.
  private static let bare = Result {
    let folder = try BuiltProgram("parity").url.deletingLastPathComponent()
      .appendingPathComponent("parity-that-carries-nothing")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git"),
      withIntermediateDirectories: true
    )
    let place = folder.appendingPathComponent("parity")
    try link(to: place)
    return place
  }
  private static let misbehavingProgram = Result { try BuiltProgram("misbehaving-program") }
}
