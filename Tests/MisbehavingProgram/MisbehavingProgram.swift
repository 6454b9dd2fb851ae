internal import CanonicalJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program for the contract session-detail that does one thing wrong: `misbehaving-program MODE
/// [MARK [TAG]]`.
///
/// It decides when to misbehave only from these arguments and the messages it receives. The tag has
/// no effect. Tests use it to find the program's processes.
@main
enum MisbehavingProgram {
  static func main() {
    // Ends the process after ten minutes, even if the test has crashed.
    alarm(600)
    let arguments = CommandLine.arguments.dropFirst()
    guard let mode = arguments.first.flatMap(Mode.init) else {
      write("one of: \(Mode.allCases.map(\.rawValue).joined(separator: " "))\n", to: STDERR_FILENO)
      exit(64)
    }
    var conversation = Conversation(mode: mode, mark: arguments.dropFirst().first)
    conversation.begin()
    while let line = conversation.lines.next() { conversation.answer(line) }
    conversation.end()
  }
}

/// A request as it was received.
struct Request {
  /// The id as JSON.
  let id: String
  let method: String
  let params: JSONValue

  init?(_ line: [UInt8]) {
    guard let value = try? JSONDocument(parsing: line).root.value, let id = value["id"] else {
      return nil
    }
    self.id = "\(id)"
    method = value["method"]?.string ?? ""
    params = value["params"] ?? .null
  }

  /// The correct reply, without a line feed.
  var reply: String { reply("\(timeline(of: params))") }

  func reply(_ result: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"# }
  func reply(error: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"error":\#(error)}"# }
}
