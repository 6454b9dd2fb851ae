internal import Conformance
internal import Reporting

extension Report {
  /// The JSON report on disk.
  init(at path: String) throws(CommandFailure) {
    let bytes = try InputFile(path).bytes()
    do {
      try self.init(parsing: bytes)
    } catch {
      throw CommandFailure(.unusableData, "\(path): \(error.message)")
    }
  }
}
