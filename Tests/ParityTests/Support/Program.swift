import Foundation
import TestPrograms
import Testing

/// The programs that these tests start.
enum Program {
  /// One that carries no suite, whatever there is around the folder that it was built in.
  static var url: URL { get throws { try bare.get() } }
  static var misbehaving: URL { get throws { try misbehavingProgram.get().url } }

  /// Gives the program another name, from which it looks for what it carries.
  static func link(to place: URL) throws {
    let new = place.appendingPathExtension("\(getpid())")
    let program = try BuiltProgram("parity").url
    // Another file system takes a copy.
    do { try FileManager.default.linkItem(at: program, to: new) } catch {
      try FileManager.default.copyItem(at: program, to: new)
    }
    try #require(rename(new.path, place.path) == 0)
    // Where both names were of one file already, both are left.
    unlink(new.path)
  }

  /// In a folder that the search ends at.
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
