import Foundation

/// One request and its response. Every response ends the connection.
struct Exchange {
  let path: String
  private let headers: [String: String]
  private let socket: Socket

  init(on socket: Socket) {
    self.socket = socket
    let lines = socket.readHead().components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    path = words.count > 1 ? String(words[1]) : ""

    let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
      .filter { $0.count == 2 }
      .map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) }
    headers = Dictionary(fields) { _, last in last }
  }

  /// The id of the last event that the client has, or 0 if the client doesn't send one.
  var lastEventID: Int { header("last-event-id").flatMap { Int($0) } ?? 0 }

  /// Returns the value of a header by its name in lower case.
  func header(_ name: String) -> String? { headers[name] }

  /// Sends a complete response at once.
  func answer(_ status: Int, _ body: String = "", headers: [String] = []) {
    let head =
      ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    socket.write(Array((head.map { $0 + "\r\n" }.joined() + "\r\n" + body).utf8))
    socket.end()
  }

  func startStream() {
    let head = [
      "HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked",
      "Connection: close",
    ]
    socket.write(Array((head.map { $0 + "\r\n" }.joined() + "\r\n").utf8))
  }

  /// Sends a text as one packet for each piece, and returns whether the client still reads.
  ///
  /// - Parameter cuts: The offsets in bytes at which a new piece starts.
  @discardableResult
  func send(_ text: String, cutAt cuts: [Int] = []) -> Bool {
    let bytes = Array(text.utf8)
    let ends = cuts + [bytes.count]
    for (start, end) in zip([0] + cuts, ends) where start < end {
      guard send(bytes: bytes[start..<end]) else { return false }
      if !cuts.isEmpty { Thread.sleep(forTimeInterval: 0.003) }
    }
    return true
  }

  /// Sends bytes as one packet, and returns whether the client still reads.
  @discardableResult
  func send(bytes: ArraySlice<UInt8>) -> Bool {
    socket.write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
  }

  func endStream() {
    socket.write(Array("0\r\n\r\n".utf8))
    socket.end()
  }

  /// Waits until the client closes the connection.
  func waitForClient() {
    socket.waitForEnd()
    socket.end()
  }

  /// Ends the connection as a crash does.
  func drop() { socket.drop() }
}
