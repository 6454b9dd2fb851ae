internal import CanonicalJSON
internal import Conformance

extension Doctor {
  /// Returns the parts that every program must pass, regardless of the contracts that it claims.
  func hardParts(for handshake: Handshake) -> [Part] {
    let unknownOperations = handshake.contracts.prefix(1).map { contract in
      unknown("operation", "\(contract)/no-such-operation")
    }
    return [
      versionMismatch,
      unknown("method", "no-such-method"),
      unknown("contract", "no-such-contract/timeline"),
    ] + unknownOperations + [largeID, largeInput, deepInput]
  }

  /// A part that sends the largest id that every JSON parser preserves.
  private var largeID: Part {
    Part(name: "large id") { program throws(Problem) in
      try await program.ask("no-such-method", id: (1 << 53) - 1)
        .require(or: "return the id unchanged; it may be any integer up to 2^53 - 1")
    }
  }

  /// A part that sends a line of more than 4 MiB.
  private var largeInput: Part {
    Part(name: "large input") { program throws(Problem) in
      let padding = String(repeating: "x", count: 4 << 20)
      return try await program.ask("no-such-method", Array(#"{"padding":"\#(padding)"}"#.utf8))
        .require(
          ", after a request of 4 MiB",
          or: "read each line in linear time, and accept lines much longer than 4 MiB"
        )
    }
  }

  /// A part that sends the deepest nesting that the harness itself can read. It never sends a
  /// deeper one.
  private var deepInput: Part {
    // The request and its parameters are two more levels.
    let depth = JSONDocument.maximumDepth - 2
    return Part(name: "deep input") { program throws(Problem) in
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return try await program.ask("no-such-method", Array(#"{"nested":\#(arrays)}"#.utf8))
        .require(
          ", after a request with \(depth) levels of nesting",
          or:
            "parse JSON without recursion, or with a stack that is large enough "
            + "for \(JSONDocument.maximumDepth) levels"
        )
    }
  }

  /// A part that sends an unknown protocol version, which the program must refuse or answer with
  /// its own.
  private var versionMismatch: Part {
    Part(name: "version mismatch", isGreeted: false, keepsRunning: false) {
      program throws(Problem) in
      let strange: JSONValue = 999
      var parameters = greeting.object ?? [:]
      parameters["protocolVersion"] = strange
      let answer = await program.greet(.object(parameters))
      try answer.require(or: "reply with error -32602 before exiting")

      guard case .success(.result(let output)) = answer else { return "" }
      guard output.value["protocolVersion"] == strange else {
        return "replied with the version that it supports"
      }

      throw Problem(
        observation: "claimed to support protocol version \(strange), which doesn't exist",
        fix:
          "compare params.protocolVersion with 1; for any other version, reply with error -32602 "
          + "or with the version that you support"
      )
    }
  }

  /// Returns a part that sends an unknown method and requires error -32601.
  private func unknown(_ what: String, _ method: String) -> Part {
    Part(name: "unknown \(what)") { program throws(Problem) in
      let answer = await program.ask(method)
      if case .success(.error(let code, _, _)) = answer, code.integer == -32601 {
        return answer.predicate
      }

      throw Problem(
        observation: "\(answer.predicate), for the method \(method)",
        fix: "reply to an unknown method with error -32601"
      )
    }
  }

  /// A part that closes the input and requires the program to exit with status 0 and without extra
  /// output.
  var ending: Part {
    Part(name: "end of input", keepsRunning: false) { program throws(Problem) in
      guard let ending = await program.process.end(within: ProgramLimits.grace) else {
        throw Problem(
          observation: "kept running after its standard input was closed",
          fix: "exit when the input ends; Parity kills the program one second later"
        )
      }

      if let line = try? await program.hear(within: .zero) {
        throw Problem(
          observation: "wrote an unexpected line: \(excerpt(of: line))",
          fix: "write only replies to standard output; write logs to standard error"
        )
      }

      if ending.status == .exited(0) { return "" }
      throw Problem(observation: "\(ending)", fix: "exit with status 0 when the input ends")
    }
  }

  /// Returns the parts that check a program with a case of a contract that it claims.
  func parts(over sample: Sample) -> [Part] {
    [
      result(of: sample),
      escapes(in: sample.testCase),
      splitWrites(of: sample.testCase),
      requestsInFlight(for: sample.testCase),
      lastRequest(for: sample.testCase),
    ]
  }

  /// Returns a part that requires a result for a case, and requires that its text arrives intact.
  /// Any other difference from the golden is only mentioned.
  private func result(of sample: Sample) -> Part {
    let testCase = sample.testCase
    let method = testCase.request.method
    return Part(name: "a case of \(testCase.contract)") { program throws(Problem) in
      let answer = await program.comparableAnswer(to: testCase)
      guard case .success(.result(let output)) = answer else {
        throw Problem(
          observation: "\(answer.predicate), for the input of \(testCase.name)",
          fix:
            "reply to \(method) with a result, and put errors that the contract defines in "
            + "the result"
        )
      }
      guard output.value != sample.golden else { return "" }

      let lost = sample.golden.scalarsBeyondASCII.subtracting(output.value.scalarsBeyondASCII)
      guard output.value.textInASCII == sample.golden.textInASCII, !lost.isEmpty else {
        return "the output differs from the golden; parity check shows the differences"
      }

      let names = lost.map { "U+" + String($0.value, radix: 16, uppercase: true) }.sorted()
        .joined(separator: ", ")
      throw Problem(
        observation: "lost \(names) in the output of \(testCase.name)",
        fix: "read standard input and write standard output as UTF-8, regardless of the locale"
      )
    }
  }

  /// Returns a part that escapes every character beyond ASCII, which doesn't change the input.
  private func escapes(in testCase: Case) -> Part {
    Part(name: "unicode") { program throws(Problem) in
      let raw = await program.comparableAnswer(to: testCase)
      let escapedInput = escaped(testCase.inputText)
      if await program.comparableAnswer(to: testCase, input: escapedInput) == raw { return "" }

      throw Problem(
        observation:
          "answered differently when characters of the input were escaped (\\u00e9)",
        fix:
          "read standard input as UTF-8, regardless of the locale, and decode escapes, "
          + "including surrogate pairs"
      )
    }
  }

  /// Returns a part that sends a request in three pieces, with a cut inside a multibyte character
  /// if there is one.
  private func splitWrites(of testCase: Case) -> Part {
    Part(name: "split writes") { program throws(Problem) in
      let whole = await program.comparableAnswer(to: testCase)

      let id = program.nextID()
      let line = JSONRPC.request(
        id: id,
        method: testCase.request.method,
        params: testCase.inputText
      )
      let middle = line.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? line.count / 2
      let cuts = [0, min(10, middle), middle, line.count]
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        program.process.send(Array(line[start..<end]))
        try? await Task.sleep(for: .milliseconds(30))
      }
      if comparable(await program.answer(to: id), for: testCase) == whole { return "" }

      throw Problem(
        observation: "answered differently when a request arrived in pieces",
        fix:
          "read all bytes up to the line feed before decoding them, because a read may end "
          + "inside a character"
      )
    }
  }

  /// Returns a part that sends many requests in one write, and requires one reply to each.
  private func requestsInFlight(for testCase: Case) -> Part {
    Part(name: "requests in flight") { program throws(Problem) in
      let expected = await program.comparableAnswer(to: testCase)

      let ids = (0..<32).map { _ in program.nextID() }
      let method = testCase.request.method
      let params = testCase.inputText
      program.process.send(
        ids.flatMap { JSONRPC.request(id: $0, method: method, params: params) }
      )

      var waiting = Set(ids)
      let fix =
        "reply exactly once to each of several requests that arrive at once, in any order, "
        + "with the id of the request"
      while !waiting.isEmpty {
        let unanswered = ", with \(waiting.count) of \(ids.count) requests unanswered"
        let (id, answer) = await program.reply()
        guard let id else { return try answer.require(unanswered, or: fix) }
        guard waiting.remove(id) != nil else {
          throw Problem(observation: "sent an extra reply with id \(id)", fix: fix)
        }
        guard comparable(answer, for: testCase) == expected else {
          throw Problem(
            observation: "answered a request differently when others were in flight",
            fix: "don't keep state between requests"
          )
        }
      }
      return ""
    }
  }

  /// Returns a part that closes the input right after a request, which must be answered all the
  /// same.
  private func lastRequest(for testCase: Case) -> Part {
    let method = testCase.request.method
    let params = testCase.inputText
    return Part(name: "last request", isGreeted: false, keepsRunning: false) {
      program throws(Problem) in
      let id = program.nextID()
      program.process.send(
        Handshake.request(greeting) + JSONRPC.request(id: id, method: method, params: params)
      )
      program.process.closeInput()

      _ = await program.answer(to: 0)
      return try await program.answer(to: id).require(
        ", after the end of the input",
        or: "reply to every request that was read before the end of the input, then exit"
      )
    }
  }
}

extension ProgramConversation {
  /// Sends the request of a case and waits for its reply, which must be the next line.
  ///
  /// - Parameters:
  ///   - testCase: The case.
  ///   - input: The input as a JSON text without line breaks, or `nil` for that of the case.
  /// - Returns: The answer, without the members of its output that differ from run to run.
  fileprivate func comparableAnswer(
    to testCase: Case,
    input: [UInt8]? = nil
  ) async -> JSONRPCReply.Answer {
    let answer = await ask(testCase.request.method, input ?? testCase.inputText)
    return comparable(answer, for: testCase)
  }
}

/// Returns an answer without the members of its output that differ from run to run.
private func comparable(
  _ answer: JSONRPCReply.Answer,
  for testCase: Case
) -> JSONRPCReply.Answer {
  guard case .success(.result(let output)) = answer else { return answer }
  return .success(.result(testCase.operation.comparable(output)))
}

/// Returns a JSON text with every character beyond ASCII escaped.
private func escaped(_ text: [UInt8]) -> [UInt8] {
  let units = String(decoding: text, as: UTF8.self).utf16.map { unit in
    unit < 0x80
      ? String(decoding: [unit], as: UTF16.self)
      : "\\u\(String(0x1_0000 + Int(unit), radix: 16).dropFirst())"
  }
  return Array(units.joined().utf8)
}

extension JSONValue {
  /// The text that remains if a wrong encoding removed every character beyond ASCII or replaced it
  /// with a question mark.
  fileprivate var textInASCII: [UInt8] {
    canonicalUTF8().filter { $0 < 0x80 && $0 != UInt8(ascii: "?") }
  }
}
