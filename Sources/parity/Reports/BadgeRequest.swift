internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The value of `--badge FILE`: the path of one badge, or of a badge for each implementation.
struct BadgeRequest: Hashable {
  /// The part of a path that each implementation replaces with its name.
  static let placeholder = "{implementation}"

  /// The path as the user wrote it, possibly with the placeholder.
  let path: String

  /// Reads the value of `--badge`, which must be a file and not `-`.
  init(parsing text: String) throws {
    guard !text.isEmpty, text != "-" else {
      throw ValidationError("--badge requires a path, such as --badge parity.svg")
    }

    path = text
  }

  /// The file to write if the path has no placeholder.
  var destination: FilePath { Self.destination(path) }

  /// Returns the files to write for implementations.
  func destinations(of implementations: [String]) -> [FilePath] {
    implementations.map { Self.destination(path(for: $0)) }
  }

  /// Returns the file that a path names, with links followed.
  private static func destination(_ path: String) -> FilePath {
    FileSystem.destination(Surroundings.current.path(path))
  }

  /// Returns the path of an implementation's badge.
  ///
  /// A name has neither a slash nor a leading period, so the file is in the same folder.
  private func path(for implementation: String) -> String {
    path.replacing(Self.placeholder, with: implementation)
  }

  /// Returns the badges of a run: one for each implementation with a name, or one for the whole run
  /// if the path has no placeholder.
  func files(of report: RunRecord) -> [ReportFile] {
    guard path.contains(Self.placeholder) else {
      return [ReportFile(kind: .badge, path: path) { report.badge().svg }]
    }

    return report.namedImplementations.map { name in
      ReportFile(kind: .badge, path: path(for: name)) { report.badge(of: name).svg }
    }
  }
}
