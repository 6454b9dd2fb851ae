package import SystemPackage

/// A path in a repository, with its links followed one by one.
package struct FollowedPath: Sendable {
  /// The place that the path leads to, relative to the root, without links and dots.
  package let place: FilePath
  /// The places on the way, relative to the root: links, and folders before a `..`.
  package let passed: [FilePath]

  /// The number of links after which the system gives up as well.
  private static let linkLimit = 40

  /// Follows the links of a path.
  ///
  /// - Parameters:
  ///   - path: A path relative to `root`. It doesn't have to exist.
  ///   - root: The root of the repository.
  /// - Throws: A `FileError` for a link that leads out of `root` or in a circle.
  package init(_ path: FilePath, under root: FilePath) throws(FileError) {
    try self.init(path, underResolved: FileSystem.resolved(root))
  }

  /// Follows the links of a path, under a root that is resolved already.
  ///
  /// - Parameters:
  ///   - path: A path relative to `root`. It doesn't have to exist.
  ///   - root: The root of the repository, or another folder, without links on its own path.
  ///   - rootName: What messages call `root`.
  /// - Throws: A `FileError` for a link that leads out of `root` or in a circle.
  package init(
    _ path: FilePath,
    underResolved root: FilePath,
    named rootName: String = "the repository"
  ) throws(FileError) {
    var place = FilePath()
    var passed: [FilePath] = []
    var links = 0
    // The components that are left, in reverse order.
    var ahead = Array(path.components.reversed())

    while let component = ahead.popLast() {
      switch component.kind {
      case .currentDirectory:
        continue
      case .parentDirectory:
        passed.append(place)
        guard place.removeLastComponent() else {
          throw Self.outside(path, root.pushing(path), rootName)
        }
        continue
      case .regular:
        place.append(component)
      }

      guard let text = FileSystem.linkText(of: root.pushing(place)) else { continue }
      links += 1
      guard links <= Self.linkLimit else {
        throw FileError(path: place, errno: .tooManySymbolicLinkLevels)
      }
      passed.append(place)

      let target = try Self.target(text, of: place, under: root, rootName)
      place = target.isFromRoot ? FilePath() : place.removingLastComponent()
      ahead += target.way.reversed()
    }

    self.place = place
    self.passed = passed
  }

  /// Returns the target of a link, relative to the link's own folder or to the root.
  ///
  /// - Throws: A `FileError` if the target is outside of the root.
  private static func target(
    _ text: FilePath,
    of link: FilePath,
    under root: FilePath,
    _ rootName: String
  ) throws(FileError) -> (way: [FilePath.Component], isFromRoot: Bool) {
    if text.isRelative {
      let way = link.removingLastComponent().pushing(text).lexicallyNormalized()
      if way.components.first?.kind != .parentDirectory { return (Array(text.components), false) }
    }

    let destination = FileSystem.resolved(root.pushing(link))
    var way = destination
    guard destination != root.pushing(link), way.removePrefix(root) else {
      let folder = root.pushing(link).removingLastComponent()
      let target = destination == root.pushing(link) ? folder.pushing(text) : destination
      throw outside(link, target, rootName)
    }
    return (Array(way.components), true)
  }

  /// Returns the error for a path that leaves the root.
  ///
  /// - Parameters:
  ///   - path: The path or the link that leads out, for the beginning of the message.
  ///   - target: The place that it leads to, which may contain dots.
  private static func outside(
    _ path: FilePath,
    _ target: FilePath,
    _ rootName: String
  ) -> FileError {
    let target = target.lexicallyNormalized()
    return FileError(
      path: path,
      reason: "the link points outside \(rootName), to \(target)",
      advice: "move the target into \(rootName)"
    )
  }
}
