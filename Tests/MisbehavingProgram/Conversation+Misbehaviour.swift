internal import CanonicalJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Conversation {
  func misbehave(over request: Request) {
    switch mode {
    case .exits, .exitsInPeace, .crashes, .stops, .hangs, .hangsInSpiteOfTERM, .hangsWithChild,
      .hangsWithChildInItsOwnGroup, .exitsWithChild, .closesInput, .closesOutput, .writesHalfALine,
      .floodsOutput,
      .floodsLines, .dripsOutput, .floodsErrors, .answersLate:
      fail(over: request)
    case .answersTwice: write("\(request.reply)\n\(request.reply)\n")
    case .answersForever:
      let reply = "\(request.reply)\n"
      while true {
        write(reply)
        // The test needs an endless stream, not a heavy load.
        pause(milliseconds: 1)
      }
    case .answersWithHostileError:
      write(
        request.reply(error: "\(JSONValue.object(["code": 1, "message": .string(hostileText)]))")
          + "\n"
      )
    case .exitsWithHostileLog:
      write(hostileText, to: STDERR_FILENO)
      exit(7)
    case .writesHostileLine: write(hostileText.replacing("\n", with: "") + "\n")
    case .writesHugeLine:
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      write(#"{"jsonrpc":"2.0","id":\#(request.id),"result":""#)
      for _ in 0..<100 { write(megabyte) }
      write("\"}\n")
    case .writesDeepLine:
      write(
        request.reply(String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000))
          + "\n"
      )
    case .writesInvalidUTF8:
      write(Array(#"{"jsonrpc":"2.0","id":\#(request.id),"result":""#.utf8) + [0xFF] + "\"}\n".utf8)
    default: write("\(line(for: request))\n")
    }
  }

  /// Fails over a request: ends, hangs, closes or floods a stream, or answers too late.
  private func fail(over request: Request) {
    switch mode {
    case .exits:
      write("first word\nlast word\n", to: STDERR_FILENO)
      exit(7)
    case .exitsInPeace: exit(0)
    case .crashes: crash()
    case .stops: raise(SIGSTOP)
    case .hangsInSpiteOfTERM:
      signal(SIGTERM, SIG_IGN)
      sleepForever()
    case .hangsWithChild:
      startChild(.lingers)
      sleepForever()
    case .hangsWithChildInItsOwnGroup:
      startChild(.lingersInItsOwnGroup)
      sleepForever()
    case .exitsWithChild:
      startChild(.lingers)
      exit(7)
    case .closesInput:
      close(STDIN_FILENO)
      sleepForever()
    case .closesOutput:
      close(STDOUT_FILENO)
      sleepForever()
    case .writesHalfALine:
      write(String(request.reply.prefix(30)))
      exit(7)
    case .floodsOutput: while true { write([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)) }
    case .floodsLines: while true { write(String(repeating: "tick\n", count: 10_000)) }
    case .dripsOutput:
      while true {
        for _ in 0..<200 { write([UInt8(ascii: "x")]) }
        pause(milliseconds: 1)
      }
    case .floodsErrors:
      while true {
        write(String(repeating: "tick\n", count: 10_000), to: STDERR_FILENO)
        pause(milliseconds: 5)
      }
    case .answersLate:
      pause(milliseconds: 20_000)
      write("\(request.reply)\n")
    // `hangs` leaves this request unanswered and goes on with the next ones.
    default: break
    }
  }

  private func line(for request: Request) -> String {
    let result = "\(timeline(of: request.params))"
    return switch mode {
    case .answersUnknown: #"{"jsonrpc":"2.0","id":99,"result":{}}"#
    case .answersWithoutID: #"{"jsonrpc":"2.0","result":\#(result)}"#
    case .answersToNull: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#
    case .answersToString: #"{"jsonrpc":"2.0","id":"\#(request.id)","result":\#(result)}"#
    case .notifies: #"{"jsonrpc":"2.0","method":"log","params":["at work"]}"# + "\n\(request.reply)"
    case .asks: #"{"jsonrpc":"2.0","id":1,"method":"workspace/read"}"#
    case .writesArray: "[]"
    case .writesBatch: "[\(request.reply)]"
    case .writesEmptyLine: "\n\(request.reply)"
    case .writesInvalidJSON: #"{"jsonrpc":"2.0","id":\#(request.id),"result":{]}"#
    case .writesByteOrderMark: "\u{FEFF}\(request.reply)"
    case .printsLog: "at work\n\(request.reply)"
    case .answersWithError: request.reply(error: #"{"code":-32603,"message":"out of memory"}"#)
    case .answersWithHugeError:
      request.reply(
        error: #"{"code":-32603,"message":"\#(String(repeating: "é", count: 500_000))"}"#
      )
    case .answersWithBadError: request.reply(error: #""out of memory""#)
    case .answersWithBoth:
      #"{"jsonrpc":"2.0","id":\#(request.id),"result":\#(result),"error":null}"#
    case .answersWithNeither: #"{"jsonrpc":"2.0","id":\#(request.id)}"#
    case .answersInAnotherVersion: #"{"id":\#(request.id),"result":\#(result)}"#
    case .repeatsKey: request.reply(#"{"rowCount":1,"rowCount":1,"entries":[]}"#)
    case .writesLoneSurrogate: request.reply(#"{"rowCount":1,"entries":["\uD800"]}"#)
    case .answersNull: request.reply("null")
    case .answersWrongly: request.reply(#"{"rowCount":2,"entries":[]}"#)
    default: request.reply
    }
  }
}
