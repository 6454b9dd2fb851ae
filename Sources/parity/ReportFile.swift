internal import Conformance

/// JSON reports on disk.
enum ReportFile {
  static func document(_ path: String) throws(CommandFailure) -> ReportDocument {
    let bytes = try InputFile(path).bytes()
    do {
      return try ReportDocument(parsing: bytes)
    } catch {
      throw CommandFailure(.unusableData, "\(path): \(error.message)")
    }
  }
}
