internal import Foundation

/// The `parity` program to measure.
enum BuiltParity {
  /// Returns the path of the named program, or builds `parity` next to this program and returns
  /// that path.
  ///
  /// - Parameter effort: A quick run doesn't build a program that is there already.
  static func path(_ named: String?, _ effort: Effort) async throws -> String {
    if let named {
      return URL(fileURLWithPath: named).path
    }

    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("parity").path
    if effort.isQuick, FileManager.default.isExecutableFile(atPath: beside) { return beside }

    let configuration = beside.contains("/debug/") ? "debug" : "release"
    warn("building parity for \(configuration)")
    _ = try await OtherProgram(words: [
      "swift", "build", "-c", configuration, "--product", "parity",
    ]).run()
    return beside
  }
}
