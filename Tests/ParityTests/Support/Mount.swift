import Foundation

/// A folder that a shell command has at another place too, for itself alone.
enum Mount {
  /// Whether this user may mount; on Linux a superuser usually may.
  static let isPossible: Bool = {
    #if os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "unshare -m sh -c 'mount --bind /tmp /tmp' 2>/dev/null"]
      do { try process.run() } catch { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    #else
      return false
    #endif
  }()

  /// The beginning of a shell command, before the program to run and its arguments.
  static func command(_ folder: URL, at place: String) -> String {
    let script = #"mount --bind "$1" "$2" && shift 2 && exec "$@""#
    return "exec unshare -m sh -c '\(script)' sh '\(folder.path)' '\(place)'"
  }
}
