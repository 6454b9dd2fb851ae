#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The lines of standard input.
struct InputLines {
  private var buffer: [UInt8] = []

  /// Returns the next line without its line feed, or `nil` at the end of input.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        return line
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { return nil }
      buffer += bytes[..<count]
    }
  }

  /// Returns whether another line begins to arrive within `milliseconds`.
  func isFollowed(within milliseconds: CInt) -> Bool {
    guard buffer.isEmpty else { return true }
    var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return Self.wait(&poll, milliseconds) > 0 && poll.revents & Int16(POLLIN) != 0
  }

  private static func wait(_ descriptor: inout pollfd, _ milliseconds: CInt) -> CInt {
    poll(&descriptor, 1, milliseconds)
  }
}

/// Writes all bytes, unless the reader has closed the stream.
func write(_ bytes: [UInt8], to descriptor: CInt = STDOUT_FILENO) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes {
      write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
    }
    guard count > 0 else { return }
    written += count
  }
}

func write(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
  write(Array(text.utf8), to: descriptor)
}

func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

func sleepForever() -> Never {
  while true { pause() }
}

/// Starts another process of this program, with the same streams.
func startChild(_ mode: Mode) {
  let arguments = [CommandLine.arguments[0], mode.rawValue] + CommandLine.arguments.dropFirst(2)
  // The variables that a Swift program may need to start.
  let variables = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { (name: String) -> String? in
    getenv(name).map { "\(name)=\(String(cString: $0))" }
  }
  let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  let envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
  var process = pid_t()
  let result = posix_spawn(&process, arguments[0], nil, nil, argv, envp)
  guard result == 0 else {
    write("no child: error \(result)\n", to: STDERR_FILENO)
    exit(70)
  }
}
