internal import AdapterHost
internal import Conformance
internal import Foundation
internal import SystemPackage

/// The git repository that contains a folder, which the program git reads.
struct GitRepository: Sendable {
  private let program: String
  private let folder: FilePath

  /// The time after which git is killed.
  private static let limit = Duration.seconds(30)

  /// Creates a repository, or returns `nil` if git isn't installed.
  ///
  /// - Parameter folder: The folder in which git runs, without links.
  init?(of folder: FilePath) {
    guard let program = ProgramCommand.path(of: "git", in: environment("PATH") ?? "") else {
      return nil
    }

    self.program = program
    self.folder = folder
  }

  /// Runs git, and returns what it writes to standard output.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, beginning with the subcommand or with options of git itself.
  ///   - input: The text of its standard input.
  func output(
    of arguments: [String],
    for input: String = ""
  ) async throws(ProgramRunFailure) -> [UInt8] {
    var variables =
      Surroundings.current.programs?.variables ?? ProcessInfo.processInfo.environment
    // A hook sets these for its own repository and folder.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_ATTR_SOURCE"] {
      variables[name] = nil
    }
    variables["GIT_ATTR_NOSYSTEM"] = "1"
    variables["LC_ALL"] = "C"

    let command = ProgramCommand(
      words: [program] + arguments,
      in: ProgramSurroundings(folder: folder, variables: variables)
    )
    return try await command.output(for: Array(input.utf8), within: Self.limit)
  }
}

// MARK: - Earlier files

extension GitRepository {
  /// Returns the id of the commit that a revision names.
  ///
  /// - Parameter revision: A branch, a tag, an id or another revision, such as `HEAD~3`.
  func commit(of revision: String) async throws(ProgramRunFailure) -> String {
    let arguments = [
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
    ]
    let output = try await output(of: arguments)
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Returns the files that a commit has directly in a folder, by name, compared with those on
  /// disk.
  ///
  /// Git compares the files, so line ends that it converts don't count. The contents of equal files
  /// aren't read.
  ///
  /// - Parameters:
  ///   - path: The path of the folder, relative to the folder of the repository.
  ///   - names: The names of the files that are on disk.
  func goldens(
    in path: String,
    at commit: String,
    comparedWith names: [String]
  ) async throws(ProgramRunFailure) -> [String: GoldenChanges.Earlier] {
    let objects = try await objects(in: path, at: commit)
    let current = try await currentObjects(names.filter { objects[$0] != nil }, in: path)

    let differing = objects.filter { name, object in current[name] != object }
    let contents = try await contents(of: Set(differing.values).sorted())
    return objects.mapValues { object in
      contents[object].map { .other($0) } ?? .same
    }
  }

  /// Returns the ids of the objects of the files in a folder, by name.
  private func objects(
    in path: String,
    at commit: String
  ) async throws(ProgramRunFailure) -> [String: String] {
    let output = try await output(of: ["ls-tree", "-z", commit, "--", "\(path)/"])

    // Each entry is `<mode> blob <object>\t<path>`. The path is relative to the folder.
    let entries = output.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
    let files = entries.compactMap { entry -> (String, String)? in
      let parts = entry.split(separator: "\t", maxSplits: 1)
      let fields = parts[0].split(separator: " ")
      guard parts.count == 2, fields.count == 3, fields[1] == "blob" else { return nil }
      return (String(parts[1].dropFirst(path.count + 1)), String(fields[2]))
    }
    return Dictionary(files) { first, _ in first }
  }

  /// Returns the ids that git would give the files on disk, by name.
  private func currentObjects(
    _ names: [String],
    in path: String
  ) async throws(ProgramRunFailure) -> [String: String] {
    guard !names.isEmpty else { return [:] }

    let prefix = try await prefix()
    let input = names.map { "\(prefix)\(path)/\($0)\n" }.joined()
    let output = try await output(of: ["hash-object", "--stdin-paths"], for: input)

    let ids = output.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return Dictionary(zip(names, ids)) { first, _ in first }
  }

  /// Returns the path from the top of the work tree to the folder, with a slash at its end, or an
  /// empty text if the folder is the top.
  ///
  /// `git hash-object --stdin-paths` expects paths from the top, wherever it runs.
  private func prefix() async throws(ProgramRunFailure) -> String {
    let output = try await output(of: ["rev-parse", "--show-prefix"])
    return String(decoding: output.dropLast(), as: UTF8.self)
  }

  /// Returns the contents of objects by id.
  private func contents(of objects: [String]) async throws(ProgramRunFailure) -> [String: [UInt8]] {
    guard !objects.isEmpty else { return [:] }
    let input = objects.map { "\($0)\n" }.joined()
    var rest = try await output(of: ["cat-file", "--batch"], for: input)[...]

    // Before each object, git writes the line `<object> blob <size>`, and after it a line feed.
    var found: [String: [UInt8]] = [:]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let fields = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      let start = end + 1
      guard fields.count == 3, let size = Int(fields[2]), start + size < rest.endIndex else {
        throw ProgramRunFailure(reason: "wrote an unexpected output", log: [])
      }

      found[String(fields[0])] = Array(rest[start..<(start + size)])
      rest = rest[(start + size + 1)...]
    }
    return found
  }
}

extension ProgramRunFailure {
  /// Whether git failed because the folder isn't in a repository.
  var isAboutMissingRepository: Bool {
    log.contains { $0.contains("not a git repository (or any") }
  }
}
