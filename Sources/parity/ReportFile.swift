internal import Conformance
internal import SystemPackage

/// JSON reports on disk.
enum ReportFile {
  /// A report holds no value of more than 64 KiB, so that even large suites stay far below.
  private static let sizeLimit = 1 << 30

  static func document(_ path: String) throws(CommandFailure) -> ReportDocument {
    do {
      return try ReportDocument(parsing: FileSystem.read(FilePath(path), limit: sizeLimit))
    } catch let error as FileError {
      throw CommandFailure(.unusableData, "\(path): \(error.reason)")
    } catch let fault as ReportFault {
      throw CommandFailure(.unusableData, "\(path): \(fault.message)")
    } catch {
      throw CommandFailure(.unusableData, "\(path): \("\(error)")")
    }
  }
}
