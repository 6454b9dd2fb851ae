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

  init(parsing text: String) throws {
    guard !text.isEmpty, text != "-" else {
      throw ValidationError("--badge requires a path, such as --badge parity.svg")
    }
    path = text
  }

  /// The file to write if the path has no placeholder.
  var destination: FilePath { FileSystem.destination(Surroundings.current.path(path)) }

  /// Returns the badges of a run: one for each implementation with a name, or one for the whole run
  /// if the path has no placeholder.
  func files(of report: RunRecord) -> [ReportFile] {
    guard path.contains(Self.placeholder) else {
      return [ReportFile(kind: .badge, path: path) { report.badge().svg }]
    }
    return report.namedImplementations.map { name in
      // A name has neither a slash nor a leading period, so the file is in the same folder.
      let path = path.replacing(Self.placeholder, with: name)
      return ReportFile(kind: .badge, path: path) { report.badge(of: name).svg }
    }
  }
}
