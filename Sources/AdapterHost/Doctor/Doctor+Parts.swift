internal import CanonicalJSON
internal import Conformance

extension Doctor {
  /// Returns the parts that every program must pass, regardless of the contracts that it claims.
  func hardParts(for handshake: Handshake) -> [Part] {
    let depth = JSONDocument.maximumDepth - 2
    return [
      versionMismatch, unknown("method", "no-such-method"),
      unknown("contract", "no-such-contract/timeline"),
    ] + handshake.contracts.prefix(1).map { unknown("operation", "\($0)/no-such-operation") } + [
      // This is the largest id that every JSON parser preserves.
      Part(name: "large id") { program throws(Problem) in
        try await program.ask("no-such-method", id: (1 << 53) - 1)
          .require(or: "return the id unchanged; it may be any integer up to 2^53 - 1")
      },
      Part(name: "large input") { program throws(Problem) in
        let padding = String(repeating: "x", count: 4 << 20)
        return try await program.ask("no-such-method", Array(#"{"padding":"\#(padding)"}"#.utf8))
          .require(
            ", after a request of 4 MiB",
            or: "read each line in linear time, and accept lines much longer than 4 MiB"
          )
      },
      // The harness itself can't read deeper nesting, so it never sends any.
      Part(name: "deep input") { program throws(Problem) in
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return try await program.ask("no-such-method", Array(#"{"nested":\#(arrays)}"#.utf8))
          .require(
            ", after a request with \(depth) levels of nesting",
            or:
              "parse JSON without recursion, or with a stack that is large enough "
              + "for \(JSONDocument.maximumDepth) levels"
          )
      },
    ]
  }

  /// A part that sends an unknown protocol version, which the program must refuse or answer with
  /// its own.
  private var versionMismatch: Part {
    Part(name: "version mismatch", isGreeted: false, goesOn: false) { program throws(Problem) in
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
    Part(name: "end of input", goesOn: false) { program throws(Problem) in
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
    let method = sample.testCase.request.method
    let params = sample.testCase.inputText
    // Ignore what differs from run to run.
    let comparable = { (answer: JSONRPCReply.Answer) -> JSONRPCReply.Answer in
      guard case .success(.result(let output)) = answer else { return answer }
      return .success(.result(sample.testCase.operation.comparable(output)))
    }
    return [
      // Check that there is a result, and that its text arrives intact.
      Part(name: "a case of \(sample.testCase.contract)") { program throws(Problem) in
        let answer = comparable(await program.ask(method, params))
        guard case .success(.result(let output)) = answer else {
          throw Problem(
            observation: "\(answer.predicate), for the input of \(sample.testCase.name)",
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
          observation: "lost \(names) in the output of \(sample.testCase.name)",
          fix: "read standard input and write standard output as UTF-8, regardless of the locale"
        )
      },
      // Escaping every character beyond ASCII doesn't change the input.
      Part(name: "unicode") { program throws(Problem) in
        let raw = comparable(await program.ask(method, params))
        if comparable(await program.ask(method, escaped(params))) == raw { return "" }
        throw Problem(
          observation:
            "answered differently when characters of the input were escaped (\\u00e9)",
          fix:
            "read standard input as UTF-8, regardless of the locale, and decode escapes, "
            + "including surrogate pairs"
        )
      },
      // Send a request in three pieces, with a cut inside a multibyte character if there is one.
      Part(name: "split writes") { program throws(Problem) in
        let whole = comparable(await program.ask(method, params))
        let id = program.nextID()
        let line = JSONRPC.request(id: id, method: method, params: params)
        let middle = line.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? line.count / 2
        let cuts = [0, min(10, middle), middle, line.count]
        for (start, end) in zip(cuts, cuts.dropFirst()) {
          program.process.send(Array(line[start..<end]))
          try? await Task.sleep(for: .milliseconds(30))
        }
        if comparable(await program.answer(to: id)) == whole { return "" }
        throw Problem(
          observation: "answered differently when a request arrived in pieces",
          fix:
            "read all bytes up to the line feed before decoding them, because a read may end "
            + "inside a character"
        )
      },
      // Send many requests in one write.
      Part(name: "requests in flight") { program throws(Problem) in
        let expected = comparable(await program.ask(method, params))
        let ids = (0..<32).map { _ in program.nextID() }
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
          guard comparable(answer) == expected else {
            throw Problem(
              observation: "answered a request differently when others were in flight",
              fix: "don't keep state between requests"
            )
          }
        }
        return ""
      },
      // Requests that were sent before the end of the input must be answered.
      Part(name: "last request", isGreeted: false, goesOn: false) { program throws(Problem) in
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
      },
    ]
  }
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
