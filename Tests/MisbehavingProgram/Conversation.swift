internal import CanonicalJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The messages between the harness and this program.
struct Conversation {
  let mode: Mode
  /// The text of the request to misbehave over, or `*` for every request.
  let mark: String?
  var lines = InputLines()
  private var requests = 0
  /// Requests that wait for an answer, in the modes that collect several.
  private var waiting: [Request] = []

  init(mode: Mode, mark: String?) {
    self.mode = mode
    self.mark = mark
  }

  mutating func begin() {
    switch mode {
    case .exitsAtOnce:
      write("licence expired\n", to: STDERR_FILENO)
      exit(3)
    case .printsBanner: write("Welcome!\n")
    case .floodsAtStart: while true { write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)) }
    case .leavesChild: startChild(.lingers)
    case .leavesChildAway: startChild(.lingersAway)
    case .leavesChildInItsOwnGroup: startChild(.lingersInItsOwnGroup)
    case .lingers:
      signal(SIGTERM, SIG_IGN)
      sleepForever()
    case .lingersInItsOwnGroup:
      setpgid(0, 0)
      startChild(.lingers)
      sleepForever()
    case .lingersAway:
      setsid()
      alarm(600)
      sleepForever()
    default: break
    }
  }

  mutating func answer(_ line: [UInt8]) {
    guard let request = Request(line) else { return write("no request\n", to: STDERR_FILENO) }
    guard request.method != "initialize" else { return greet(request) }
    requests += 1
    if let mark, mark == "*" || texts(of: request.params).contains(mark) {
      return misbehave(over: request)
    }
    switch mode {
    case .exitsAtThirdRequest:
      if requests == 3 { exit(4) }
      write("\(request.reply)\n")
    case .hangsAlways: break
    case .exitsAlways: exit(5)
    case .knowsNoMethod:
      write(
        request.reply(error: #"{"code":-32601,"message":"no method \#(request.method)"}"#) + "\n"
      )
    case .answersInReverse:
      waiting.append(request)
      if lines.isFollowed(within: 150) { return }
      for request in waiting.reversed() { write("\(request.reply)\n") }
      waiting = []
    case .crashesWithTwoInFlight:
      waiting.append(request)
      if waiting.count > 1 { crash() }
      if lines.isFollowed(within: 150) { return }
      for request in waiting { write("\(request.reply)\n") }
      waiting = []
    case .tellsHowManyWait:
      waiting.append(request)
      if lines.isFollowed(within: 300) { return }
      for request in waiting { write(request.reply("\(waiting.count)") + "\n") }
      waiting = []
    case .tellsItsProcess:
      pause(milliseconds: 50)
      write(request.reply("\(getpid())") + "\n")
    case .answersTheFirstID: write(#"{"jsonrpc":"2.0","id":1,"result":0}"# + "\n")
    case .answersByteByByte:
      for byte in "\(request.reply)\n".utf8 { write([byte]) }
    case .answersSlowly:
      pause(milliseconds: 250)
      write("\(request.reply)\n")
    case .readsSlowly:
      write("\(request.reply)\n")
      pause(milliseconds: 100)
    case .endsLinesWithCRLF: write("\(request.reply)\r\n")
    case .answersInItsOwnForm:
      // Spaces, the id as another form of the same number, and escapes.
      let text = request.reply.replacing("\"rowCount\":1", with: "\"rowCount\" : 10e-1")
      write(text.replacing("\"id\":\(request.id),", with: "\"id\" : \(request.id).0,\t") + "\n")
    case .mixesStreams:
      let reply = Array("\(request.reply)\n".utf8)
      write(Array(reply[..<20]))
      write("working on it\n{\"jsonrpc\":", to: STDERR_FILENO)
      pause(milliseconds: 5)
      write(Array(reply[20...]))
    case .writesMuchToErrors:
      for number in 0..<20_000 {
        write(
          "line \(number) of a log that nobody asked for and that is long all the same\n",
          to: STDERR_FILENO
        )
      }
      write("\(request.reply)\n")
    default: write("\(request.reply)\n")
    }
  }

  func end() {
    switch mode {
    case .exitsInErrorAtEnd: exit(3)
    case .crashesAtEnd: crash()
    case .speaksAtEnd: write("Good bye!\n")
    case .speaksHalfALineAtEnd: write("Good")
    case .closesOutputAtEnd:
      close(STDOUT_FILENO)
      pause(milliseconds: 400)
    case .staysInALineAtEnd:
      write("Good")
      sleepForever()
    case .staysAtEnd:
      signal(SIGTERM, SIG_IGN)
      sleepForever()
    default: break
    }
  }

  // MARK: - Handshake

  private func greet(_ request: Request) {
    switch mode {
    case .exitsInHandshake:
      write(#"{"jsonrpc":"2.0","id":0,"res"#)
      exit(1)
    case .givesNoHandshake: break
    case .refusesHandshake:
      write(request.reply(error: #"{"code":-32603,"message":"out of memory"}"#) + "\n")
    case .answersAnotherHandshake: write(#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
    case .speaksAnotherVersion: greet(request, ["protocolVersion": 2])
    case .hasNoName: greet(request, ["implementation": [:]])
    case .hasBadName: greet(request, ["implementation": ["name": "no name!"]])
    case .hasHostileName: greet(request, ["implementation": ["name": .string(hostileText)]])
    case .refusesHandshakeHostilely:
      write(
        request.reply(error: "\(JSONValue.object(["code": 1, "message": .string(hostileText)]))")
          + "\n"
      )
    case .hasTakenName: greet(request, ["implementation": ["name": "reference"]])
    case .hasHugeName:
      greet(
        request,
        ["implementation": ["name": .string(String(repeating: "é", count: 1_500_000))]]
      )
    case .claimsAgainAndAgain:
      let contracts = [JSONValue](repeating: "session-detail", count: 100_000)
      greet(request, ["contracts": .array(contracts), "capabilities": .array(contracts)])
    case .claimsNothing: greet(request, ["contracts": []])
    case .claimsAnotherContract: greet(request, ["contracts": ["weather"]])
    case .namesNoCapabilities: greet(request, ["capabilities": nil])
    case .capabilitiesAreNumbers: greet(request, ["capabilities": [1]])
    case .exitsAfterHandshake:
      greet(request, [:])
      exit(0)
    case .greetsTwice:
      greet(request, [:])
      greet(request, [:])
    case .closesInputAfterHandshake:
      close(STDIN_FILENO)
      greet(request, [:])
      sleepForever()
    default: greet(request, [:])
    }
  }

  /// Sends the result of the handshake.
  ///
  /// - Parameter changes: Members to replace in the result, or to leave out if they are `nil`.
  private func greet(_ request: Request, _ changes: [String: JSONValue?]) {
    var result: JSONObject = [
      "protocolVersion": 1,
      "implementation": ["name": "misbehaving", "version": "1", "language": "Swift"],
      "contracts": ["session-detail"],
      "capabilities": [],
    ]
    for (key, value) in changes { result[key] = value }
    write(request.reply("\(JSONValue.object(result))") + "\n")
  }
}

func crash() -> Never {
  signal(SIGSEGV, SIG_DFL)
  raise(SIGSEGV)
  exit(70)
}
