internal import CanonicalJSON
internal import ChatHistory
internal import Conformance
internal import Foundation
internal import SystemPackage

/// The reference library with one of its repositories.
struct HistoryImplementation: Implementation {
  let name: String
  let capabilities: Set<String>
  private let keepsFile: Bool

  static let inMemory = HistoryImplementation(name: "reference", capabilities: [], keepsFile: false)
  static let inFile = HistoryImplementation(name: "reference-sqlite", capabilities: ["persistence"], keepsFile: true)

  /// A file waits for the disk, and the others need not; more would only have more files open.
  var window: Int { min(ProcessInfo.processInfo.activeProcessorCount, 8) }

  var obstacle: ImplementationFailure? {
    guard keepsFile, case .failure(let error) = Self.newFile else { return nil }
    return error as? ImplementationFailure ?? ImplementationFailure("can make no database: \(error)")
  }

  func respond(to request: Request) async -> Outcome {
    guard let script = HistoryScript(request.input) else { return .failure("the input is not one of history") }
    do {
      guard keepsFile else { return .output(try await script.output(of: .inMemory)) }
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let path = "\(folder.path)/history.sqlite"
      // Foundation would wait for the disk.
      try FileSystem.append(try Self.newFile.get(), to: FilePath(path))
      return .output(try await script.output(of: .file(path)))
    } catch let failure as ImplementationFailure {
      return .failure(failure)
    } catch {
      return .failure(ImplementationFailure("\(error)"))
    }
  }
}

extension HistoryImplementation {
  /// A file with the tables that the first opening makes, which takes far longer than copying them.
  private static let newFile = Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/history.sqlite"
    try SQLiteHistoryRepository(path: path, waitsForDisk: false).close()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }
}

/// Where a script finds its repository.
enum HistoryStore {
  case inMemory
  case file(String)

  func open() throws -> any ScriptedHistoryRepository {
    switch self {
    case .inMemory: InMemoryHistoryRepository()
    // No case cuts the power, so none waits for the disk.
    case .file(let path): try SQLiteHistoryRepository(path: path, waitsForDisk: false)
    }
  }

  /// As a new start of the app does.
  func reopen() throws -> any ScriptedHistoryRepository {
    guard case .file = self else {
      throw ImplementationFailure("memory can't be opened again; the case requires persistence")
    }
    return try open()
  }
}
