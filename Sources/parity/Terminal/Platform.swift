internal import Foundation

/// What differs between the systems that this target runs on.
enum Platform {
  #if canImport(Darwin)
    /// The resource whose limit is the number of open files.
    static let openFiles = RLIMIT_NOFILE
    /// The highest limit on open files that the system accepts.
    static let mostOpenFiles = rlim_t(OPEN_MAX)
  #else
    /// The resource whose limit is the number of open files.
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    /// The highest limit on open files that the system accepts.
    static let mostOpenFiles = rlim_t.max
  #endif

  /// Leaves a signal to the dispatch source that was registered for it.
  ///
  /// On Darwin, the source only observes the signal, which would still end the process. On other
  /// systems, the source has installed its own handler.
  static func leaveToSource(signal number: CInt) {
    #if canImport(Darwin)
      signal(number, SIG_IGN)
    #endif
  }

  /// Returns the path of the running program, with links resolved.
  static func program() -> String {
    let program = ProcessInfo.processInfo.arguments.first ?? ""
    #if canImport(Darwin)
      return Bundle.main.executablePath ?? program
    #else
      let link = "/proc/self/exe"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? program
    #endif
  }
}
