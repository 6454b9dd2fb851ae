internal import Foundation
internal import SystemPackage

/// What differs between the systems that this target runs on.
enum Platform {
  /// Returns the ids of all processes that the system lists.
  static func processes() -> [pid_t] {
    #if canImport(Darwin)
      // Leave room for processes that start meanwhile.
      var processes = [pid_t](repeating: 0, count: Int(max(0, proc_listallpids(nil, 0))) + 64)
      let size = CInt(processes.count * MemoryLayout<pid_t>.stride)
      let count = proc_listallpids(&processes, size)
      return Array(processes.prefix(Int(max(0, count))))
    #else
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
      return (names ?? []).compactMap { pid_t($0) }
    #endif
  }

  /// Opens a pipe that programs don't inherit.
  ///
  /// On Darwin, which has no `pipe2`, a program that another thread starts at this moment may
  /// inherit it.
  ///
  /// - Throws: The error of the system, usually because too many files are open.
  static func pipe() throws(Errno) -> (reading: FileDescriptor, writing: FileDescriptor) {
    #if os(Linux)
      let pipe = try FileDescriptor.pipe(options: .closeOnExec)
      return (pipe.readEnd, pipe.writeEnd)
    #else
      var ends: [CInt] = [-1, -1]
      guard Foundation.pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    #endif
  }
}
