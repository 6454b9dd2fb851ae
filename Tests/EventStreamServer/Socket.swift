#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A TCP socket, by its descriptor.
struct Socket: Sendable {
  private let descriptor: Int32

  /// Listens on a port of the loopback interface that the system chooses.
  init?() {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard descriptor >= 0, isBound, listen(descriptor, 16) == 0 else { return nil }
  }

  private init(accepted descriptor: Int32) {
    self.descriptor = descriptor
    // Each piece has to be a packet of its own.
    var isOn: Int32 = 1
    setsockopt(
      descriptor,
      Int32(IPPROTO_TCP),
      TCP_NODELAY,
      &isOn,
      socklen_t(MemoryLayout<Int32>.size)
    )
  }

  /// The port that the socket listens on.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Waits for the next connection. Returns `nil` if accepting it fails.
  func accept() -> Socket? {
    let accepted = systemAccept(descriptor)
    return accepted < 0 ? nil : Socket(accepted: accepted)
  }

  /// Reads up to the first blank line, or until the connection ends.
  func readHead() -> String {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(descriptor, &byte, 1, 0) == 1 {
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Writes bytes, and returns whether the other side accepted them.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads until the other side ends the connection.
  func waitForEnd() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {}
  }

  func end() { close(descriptor) }

  /// Ends the connection as a crash does: with a reset, and without sending what is still buffered.
  func drop() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_LINGER,
      &linger,
      socklen_t(MemoryLayout.size(ofValue: linger))
    )
    close(descriptor)
  }
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
