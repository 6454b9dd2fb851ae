import Foundation

/// One request and its response. Every response ends the connection.
struct Exchange {
  let path: String
  /// The id of the last event that the client has, or 0 if the client doesn't send one.
  let lastEventID: Int
  private let socket: Socket

  init(on socket: Socket) {
    self.socket = socket
    let lines = socket.readHead().components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    path = words.count > 1 ? String(words[1]) : ""
    let header = lines.lazy.map { $0.split(separator: ":", maxSplits: 1) }
      .first { $0.count == 2 && $0[0].lowercased() == "last-event-id" }
    lastEventID = header.flatMap { Int($0[1].trimmingCharacters(in: .whitespaces)) } ?? 0
  }

  /// Sends a complete response at once.
  func answer(_ status: Int, _ body: String = "") {
    socket.write(
      Array(
        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
          .utf8
      )
    )
    socket.end()
  }

  func startStream() {
    socket.write(
      Array(
        """
        HTTP/1.1 200 OK\r
        Content-Type: text/event-stream\r
        Transfer-Encoding: chunked\r
        Connection: close\r
        \r

        """.utf8
      )
    )
  }

  /// Sends a text as one packet for each piece.
  ///
  /// - Parameter cuts: The offsets in bytes at which a new piece starts.
  func send(_ text: String, cutAt cuts: [Int] = []) {
    let bytes = Array(text.utf8)
    let ends = cuts + [bytes.count]
    for (start, end) in zip([0] + cuts, ends) where start < end {
      let piece = bytes[start..<end]
      socket.write(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
      Thread.sleep(forTimeInterval: 0.003)
    }
  }

  func endStream() {
    socket.write(Array("0\r\n\r\n".utf8))
    socket.end()
  }

  /// Ends the connection as a crash does.
  func drop() { socket.drop() }
}
