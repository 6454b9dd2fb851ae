import ChatHistory
import Conformance
import Foundation
import HistoryTrials
import Testing

/// Something that happens to a file of sessions. It must not lose a saved session or expose a
/// half-saved one.
enum StorageTrial: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case killed = "killed while it saves"
  /// Requires root.
  case fullDisk = "the disk is full"
  case outOfSpace = "files may not grow"
  case readOnlyFile = "the file is read-only"
  case readOnlyFolder = "the folder is read-only"
  case lockedForWriting = "another process writes"
  case lockedWhole = "another process has the file alone"
  case garbage = "the file is garbage"
  case truncated = "the file's end is missing"
  case overwrittenPage = "a page of the file is overwritten"
  case newerSchema = "the schema is newer"
  case twoProcesses = "two processes save"

  static let forEveryone = allCases.filter { $0 != .fullDisk }

  var testDescription: String { rawValue }

  /// Runs the trial and returns the problems found. All choices depend only on the seed.
  func problems(seed: UInt64) async throws -> [String] {
    var generator = SplitMix64(seed: seed)
    return try await withTemporaryFolder { folder in
      let trial = TrialFolder(folder: folder)
      return switch self {
      case .killed: try await trial.kill(&generator)
      case .fullDisk: try await trial.fillDisk(&generator)
      case .outOfSpace: try await trial.runOutOfSpace(&generator)
      case .readOnlyFile: try await trial.useReadOnly(folderMode: 0o777, fileMode: 0o444)
      case .readOnlyFolder: try await trial.useReadOnly(folderMode: 0o555, fileMode: 0o666)
      case .lockedForWriting: try await trial.lockForWriting(&generator)
      case .lockedWhole: try await trial.lockWhole(&generator)
      case .garbage: try await trial.damage { $0.fill(0..<$0.count, &generator) }
      case .truncated:
        try await trial.damage { $0.removeLast(1 + generator.number(below: $0.count - 1)) }
      case .overwrittenPage: try await trial.damage { $0.overwritePage(&generator) }
      case .newerSchema: try await trial.openNewerSchema()
      case .twoProcesses: try await trial.saveByTwo(&generator)
      }
    }
  }
}

extension Data {
  fileprivate mutating func fill(_ range: Range<Int>, _ generator: inout SplitMix64) {
    for index in range { self[index] = UInt8(truncatingIfNeeded: generator.next()) }
  }

  /// Overwrites a page with zeros or with random bytes.
  fileprivate mutating func overwritePage(_ generator: inout SplitMix64) {
    let size = 4_096
    let start = generator.number(below: count / size) * size
    if generator.number(below: 2) == 0 {
      fill(start..<start + size, &generator)
    } else {
      replaceSubrange(start..<start + size, with: repeatElement(0, count: size))
    }
  }
}
