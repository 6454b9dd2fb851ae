import Conformance
import Foundation
import SystemPackage
import TestSuites
import Testing

struct FollowedPathTests {
  private let folder = ScratchFolder()
  private var root: FilePath { folder.root.appending("root") }

  init() throws {
    try folder.write("", to: "root/shared/deep/file")
    try folder.write("", to: "root/lib/other")
    try folder.write("", to: "outside/file")
    for (path, destination) in [
      ("root/file", "shared/deep/file"),
      ("root/shared/up", "../lib"),
      ("root/to-up", "shared/up"),
      ("root/absolute", root.appending("shared").string),
      ("root/around", "../root/lib"),
      ("root/out", "../outside"),
      ("root/out-absolute", folder.root.appending("outside").string),
      ("root/out-later", "shared/../../outside/file"),
      ("root/gone", "shared/nothing"),
      ("root/gone-outside", "../nothing"),
      ("root/loop", "loop"),
    ] { try folder.link(path, to: destination) }
  }

  @Test(arguments: [
    ("shared/deep/file", "shared/deep/file", []),
    ("./shared//deep/../deep/file", "shared/deep/file", ["shared/deep"]),
    ("nothing/at/all", "nothing/at/all", []),
    ("", "", []),
    ("file", "shared/deep/file", ["file"]),
    ("to-up/other", "lib/other", ["to-up", "shared/up", "shared"]),
    ("absolute/deep", "shared/deep", ["absolute"]),
    ("around/other", "lib/other", ["around"]),
    ("gone", "shared/nothing", ["gone"]),
  ])
  func `a path leads where its links lead, by what it passes`(
    path: String,
    place: String,
    passed: [String]
  ) throws {
    let followed = try FollowedPath(FilePath(path), under: root)
    #expect(followed.place == FilePath(place))
    #expect(followed.passed == passed.map { FilePath($0) })
  }

  @Test(arguments: [
    ("out/file", "out"),
    ("out-absolute", "out-absolute"),
    ("out-later", "out-later"),
    ("gone-outside", "gone-outside"),
    ("shared/../..", "shared/../.."),
    ("loop", "loop"),
  ])
  func `a path out of the root is refused with the link that leads there`(
    path: String,
    link: String
  ) {
    let error = #expect(throws: FileError.self) { try FollowedPath(FilePath(path), under: root) }
    #expect(error?.path == FilePath(link))
  }

  @Test func `a root that is a link itself is none on the way`() throws {
    try folder.link("alias", to: "root")
    let followed = try FollowedPath("file", under: folder.root.appending("alias"))
    #expect(followed.place == "shared/deep/file")
  }
}
