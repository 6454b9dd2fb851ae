internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#endif

/// A new pipe, which no program inherits unasked: none may hold another's, or its own from both sides.
struct PipeEnds {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws(Errno) {
    #if canImport(Darwin)
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    #else
      (reading, writing) = try FileDescriptor.pipe(options: .closeOnExec)
    #endif
  }
}
