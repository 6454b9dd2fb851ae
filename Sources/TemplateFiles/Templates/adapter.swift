// Connects an implementation of CONTRACT to Parity: JSON-RPC 2.0 on stdin and stdout, one message
// per line. Requires Swift 5.9 or later, and no packages. SCRIPT compiles and runs it.

import Foundation

/// The input of a case.
struct Input: Decodable {
  // FILL IN: the members that your code needs, such as: var text: String
}

/// The output of a case.
struct Output: Encodable {
  // FILL IN: the members that the contract describes
}

/// FILL IN: call your code with the input of a case, and return the output that the contract
/// describes.
func answer(_ input: Input) async throws -> Output {
  throw RPCError(.internalError, "not implemented yet")
}

@main
enum Adapter {
  static let name = "mine"
  static let version = "0.1.0"
  static let methods: [String: Method] = {
    var methods: [String: Method] = [:]
    methods["CONTRACT/OPERATION"] = method(answer)
    return methods
  }()

  // The rest implements the protocol. You don't need to change it.

  static func main() async {
    // Only replies may go to stdout. Redirect other output to stderr, including that of C code and
    // child processes.
    let replies = FileHandle(fileDescriptor: dup(1))
    dup2(2, 1)

    var session = Session()
    for line in LineReader() {
      guard let reply = await session.reply(to: line) else { continue }
      replies.write(reply + [UInt8(ascii: "\n")])
    }
  }
}

/// Throw this to reply with a specific error. Any other error becomes an internal error.
struct RPCError: Error {
  enum Code: Int, Encodable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
  }

  var code: Code
  var message: String
  /// The JSON Pointer of the part of the input that is invalid, which the report then shows.
  var pointer: String?

  init(_ code: Code, _ message: String, pointer: String? = nil) {
    self.code = code
    self.message = message
    self.pointer = pointer
  }

  /// Creates the error for an input that has another form than `Input`.
  init(invalid error: DecodingError) {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default:
      self.init(.invalidParams, "\(error)")
      return
    }

    let steps = context.codingPath.dropFirst().map { key in
      let name = key.intValue.map(String.init) ?? key.stringValue
      return "/"
        + name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
    }
    self.init(.invalidParams, context.debugDescription, pointer: steps.joined())
  }
}

// The types of the protocol, nested so that your code can use the same names.
extension Adapter {
  /// Answers a request, which is one line, with a reply.
  typealias Method = (_ line: Data, _ id: RequestID) async throws -> Data

  /// Returns a method that decodes its input, calls a function, and encodes the output.
  static func method<I: Decodable, O: Encodable>(
    _ function: @escaping (I) async throws -> O
  ) -> Method {
    { line, id in
      let input: I
      do {
        input = try JSONDecoder().decode(Call<I>.self, from: line).params
      } catch let error as DecodingError {
        throw RPCError(invalid: error)
      }
      return try encoded(Reply(id: id, result: try await function(input)))
    }
  }

  /// The id of a request, which its reply repeats.
  enum RequestID: Codable {
    case number(Int)
    case text(String)
    case null

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .number(let number): try value.encode(number)
      case .text(let text): try value.encode(text)
      case .null: try value.encodeNil()
      }
    }
  }

  /// A request without its parameters, whose form depends on the method.
  struct Request: Decodable {
    var id: RequestID
    var method: String?
    var isVersion2: Bool
    var isNotification: Bool
    var hasParams: Bool

    private enum Key: CodingKey {
      case jsonrpc, id, method, params
    }

    /// The names of the members don't matter, only that the value is an object.
    private struct AnyKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }

      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      id = try members.contains(.id) ? members.decode(RequestID.self, forKey: .id) : .null
      method = try? members.decode(String.self, forKey: .method)
      isVersion2 = (try? members.decode(String.self, forKey: .jsonrpc)) == "2.0"
      isNotification = !members.contains(.id) && members.contains(.method)
      hasParams = (try? members.nestedContainer(keyedBy: AnyKey.self, forKey: .params)) != nil
    }
  }

  struct Call<Params: Decodable>: Decodable {
    var params: Params
  }

  struct Reply<Result: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var id: RequestID
    var result: Result
  }

  struct ErrorReply: Encodable {
    struct Body: Encodable {
      var code: RPCError.Code
      var message: String
      var data: [String: String]?
    }

    var jsonrpc = "2.0"
    var id: RequestID
    var error: Body

    init(id: RequestID, _ error: RPCError) {
      self.id = id
      self.error = Body(
        code: error.code,
        message: error.message,
        data: error.pointer.map { ["pointer": $0] }
      )
    }
  }

  /// Returns a message as JSON on one line.
  static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(value)
  }

  /// A conversation, which begins with `initialize`.
  struct Session {
    private struct Greeting: Decodable {
      var protocolVersion: Int
    }

    private struct Handshake: Encodable {
      var protocolVersion = 1
      var implementation = [
        "name": Adapter.name, "version": Adapter.version, "language": "Swift",
      ]
      var contracts = Set(Adapter.methods.keys.map { String($0.prefix { $0 != "/" }) }).sorted()
      var capabilities: [String] = []
    }

    private var isInitialized = false

    /// Returns the reply to one line, without a line feed, or `nil` for a notification.
    mutating func reply(to line: Data) async -> Data? {
      var id = RequestID.null
      let failure: RPCError
      do {
        let request = try request(in: line)
        if request.isNotification { return nil }
        id = request.id
        return try await result(of: request, in: line)
      } catch let error as RPCError {
        failure = error
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        failure = RPCError(.internalError, "\(type(of: error)): \(error)")
      }
      return try? encoded(ErrorReply(id: id, failure))
    }

    private func request(in line: Data) throws -> Request {
      // JSONDecoder replaces invalid UTF-8 on some systems.
      guard String(data: line, encoding: .utf8) != nil else {
        throw RPCError(.parseError, "the line isn't valid UTF-8")
      }
      do {
        return try JSONDecoder().decode(Request.self, from: line)
      } catch DecodingError.dataCorrupted(let context) {
        throw RPCError(.parseError, "the line isn't valid JSON: \(context.debugDescription)")
      } catch {
        throw RPCError(
          .invalidRequest,
          "a request must be an object whose id is a number or a string"
        )
      }
    }

    private mutating func result(of request: Request, in line: Data) async throws -> Data {
      guard request.isVersion2, let name = request.method else {
        throw RPCError(
          .invalidRequest,
          "a request must have \"jsonrpc\": \"2.0\" and a string \"method\""
        )
      }
      let isFirst = name == "initialize"
      guard isFirst || isInitialized else {
        throw RPCError(.notInitialized, "the first request must be initialize")
      }
      let method = Adapter.methods[name]
      guard isFirst || method != nil else {
        throw RPCError(.methodNotFound, "unknown method '\(name)'")
      }
      guard request.hasParams else { throw RPCError(.invalidParams, "params must be an object") }

      if let method { return try await method(line, request.id) }
      let greeting = try? JSONDecoder().decode(Call<Greeting>.self, from: line).params
      guard greeting?.protocolVersion == 1 else {
        throw RPCError(.invalidParams, "protocolVersion must be 1")
      }
      isInitialized = true
      return try encoded(Reply(id: request.id, result: Handshake()))
    }
  }

  /// The lines of standard input, without their line feeds.
  struct LineReader: Sequence, IteratorProtocol {
    private var lines: ArraySlice<Data> = []
    private var rest = Data()

    mutating func next() -> Data? {
      while lines.isEmpty {
        let chunk = FileHandle.standardInput.availableData
        guard !chunk.isEmpty else {
          defer { rest = Data() }
          return rest.isEmpty ? nil : rest
        }
        let pieces = chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest += pieces[0]
        guard pieces.count > 1 else { continue }
        lines = [rest] + pieces[1..<(pieces.count - 1)]
        rest = pieces[pieces.count - 1]
      }
      return lines.removeFirst()
    }
  }
}
