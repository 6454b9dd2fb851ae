import Foundation

/// A bind mount that only one shell command sees.
enum Mount {
  /// Whether this user can mount. On Linux, root usually can.
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

  /// Returns the start of a shell command that mounts the folder. Append the program to run and its
  /// arguments.
  static func command(_ folder: URL, at place: String) -> String {
    let script = #"mount --bind "$1" "$2" && shift 2 && exec "$@""#
    return "exec unshare -m sh -c '\(script)' sh '\(folder.path)' '\(place)'"
  }
}
