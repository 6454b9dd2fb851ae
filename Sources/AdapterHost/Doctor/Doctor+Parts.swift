internal import CanonicalJSON
internal import Conformance

extension Doctor {
  /// What any program has to stand, whatever it claims.
  func hardParts(for handshake: Handshake) -> [Part] {
    let depth = JSONDocument.maximumDepth - 2
    return [
      versionMismatch, unknown("method", "no-such-method"), unknown("contract", "no-such-contract/timeline"),
    ] + handshake.contracts.prefix(1).map { unknown("operation", "\($0)/no-such-operation") } + [
      // The largest id that every reader of JSON keeps.
      Part(name: "large id") { patient throws(Complaint) in
        try await patient.ask("no-such-method", id: (1 << 53) - 1)
          .require(or: "send the id back as it came; it may be any integer up to 2^53 - 1")
      },
      Part(name: "large input") { patient throws(Complaint) in
        let padding = String(repeating: "x", count: 4 << 20)
        return try await patient.ask("no-such-method", Array(#"{"padding":"\#(padding)"}"#.utf8)).require(
          ", over a request of 4 MiB", or: "read a line in time linear in its length, and without a limit near that")
      },
      // The harness itself reads no text that is nested deeper, and so sends none.
      Part(name: "deep input") { patient throws(Complaint) in
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return try await patient.ask("no-such-method", Array(#"{"nested":\#(arrays)}"#.utf8)).require(
          ", over \(depth) levels of nesting",
          or: "read JSON without recursion, or with a stack for \(JSONDocument.maximumDepth) levels")
      },
    ]
  }

  private var versionMismatch: Part {
    Part(name: "version mismatch", isGreeted: false, goesOn: false) { patient throws(Complaint) in
      let strange: JSONValue = 999
      var parameters = greeting.object ?? [:]
      parameters["protocolVersion"] = strange
      let answer = await patient.greet(.object(parameters))
      try answer.require(or: "answer with error -32602, and don't exit before")
      guard case .success(.result(let output)) = answer else { return "" }
      guard output.value["protocolVersion"] == strange else { return "answered with the version that it speaks" }
      throw Complaint(
        observation: "says that it speaks version \(strange), which there is not",
        remedy:
          "compare params.protocolVersion with 1; answer any other with error -32602, or with the version you speak")
    }
  }

  private func unknown(_ what: String, _ method: String) -> Part {
    Part(name: "unknown \(what)") { patient throws(Complaint) in
      let answer = await patient.ask(method)
      if case .success(.error("-32601", _, _)) = answer { return answer.predicate }
      throw Complaint(
        observation: "\(answer.predicate), to the method \(method)",
        remedy: "answer a method that you don't know with error -32601")
    }
  }

  var ending: Part {
    Part(name: "end of input", goesOn: false) { patient throws(Complaint) in
      guard let ending = await patient.process.end(within: ProgramLimits.grace) else {
        throw Complaint(
          observation: "runs on after its standard input was closed",
          remedy: "exit when reading gives end of file; the harness kills what is left after a second")
      }
      if let line = try? await patient.hear(within: .zero) {
        throw Complaint(
          observation: "wrote, unasked: \(excerpt(of: line))",
          remedy: "write to standard output nothing but replies; logs belong on standard error")
      }
      if ending.status == .exited(0) { return "" }
      throw Complaint(observation: "\(ending)", remedy: "exit with status 0 when the input ends")
    }
  }

  /// What a program has to stand over a case of a contract that it claims.
  func parts(over sample: Sample) -> [Part] {
    let method = sample.testCase.request.method
    let params = sample.testCase.canonicalInput
    // Less what differs from run to run.
    let judged = { (answer: JSONRPCReply.Answer) -> JSONRPCReply.Answer in
      guard case .success(.result(let output)) = answer else { return answer }
      return .success(.result(sample.testCase.operation.judged(output)))
    }
    return [
      // Whether there is an answer at all, and whether it comes through with its text whole.
      Part(name: "a case of \(sample.testCase.contract)") { patient throws(Complaint) in
        let answer = judged(await patient.ask(method, params))
        guard case .success(.result(let output)) = answer else {
          throw Complaint(
            observation: "\(answer.predicate), to the input of \(sample.testCase.name)",
            remedy: "answer \(method) with a result; errors that the contract asks for are part of it")
        }
        guard output.value != sample.golden else { return "" }
        let lost = sample.golden.scalarsBeyondASCII.subtracting(output.value.scalarsBeyondASCII)
        guard output.value.textInASCII == sample.golden.textInASCII, !lost.isEmpty else {
          return "the answer is not the golden yet, which is for parity check to tell"
        }
        let names = lost.map { "U+" + String($0.value, radix: 16, uppercase: true) }.sorted().joined(separator: ", ")
        throw Complaint(
          observation: "lost \(names) on the way, in \(sample.testCase.name)",
          remedy: "read standard input and write standard output as UTF-8, whatever the locale")
      },
      // The same input with every character beyond ASCII escaped is the same input.
      Part(name: "unicode") { patient throws(Complaint) in
        let raw = judged(await patient.ask(method, params))
        if judged(await patient.ask(method, escaped(params))) == raw { return "" }
        throw Complaint(
          observation: "answers an input otherwise when its characters are escaped (\\u00e9) than when they are not",
          remedy: "read standard input as UTF-8, whatever the locale, and decode escapes, pairs of surrogates included")
      },
      // A request in three pieces, one cut in the middle of a character where there is one.
      Part(name: "split writes") { patient throws(Complaint) in
        let whole = judged(await patient.ask(method, params))
        let id = patient.nextID()
        let line = JSONRPC.request(id: id, method: method, params: params)
        let middle = line.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? line.count / 2
        let cuts = [0, min(10, middle), middle, line.count]
        for (start, end) in zip(cuts, cuts.dropFirst()) {
          patient.process.send(Array(line[start..<end]))
          try? await Task.sleep(for: .milliseconds(30))
        }
        if judged(await patient.answer(to: id)) == whole { return "" }
        throw Complaint(
          observation: "answers a request otherwise that comes in pieces",
          remedy: "gather bytes up to the line feed, and only then decode them; a read may end within a character")
      },
      // Many requests in one write.
      Part(name: "requests in flight") { patient throws(Complaint) in
        let expected = judged(await patient.ask(method, params))
        let ids = (0..<32).map { _ in patient.nextID() }
        patient.process.send(ids.flatMap { JSONRPC.request(id: $0, method: method, params: params) })
        var waiting = Set(ids)
        let remedy = "answer each of several requests that have come at once, in any order, each once with its own id"
        while !waiting.isEmpty {
          let unanswered = ", with \(waiting.count) of \(ids.count) requests unanswered"
          let (id, answer) = await patient.reply()
          guard let id else { return try answer.require(unanswered, or: remedy) }
          guard waiting.remove(id) != nil else {
            throw Complaint(observation: "answered the id \(id) once too often", remedy: remedy)
          }
          guard judged(answer) == expected else {
            throw Complaint(
              observation: "answers a request otherwise when others are in flight",
              remedy: "keep no state from one request to the next")
          }
        }
        return ""
      },
      // What was read before the end of the input has to be answered.
      Part(name: "last request", isGreeted: false, goesOn: false) { patient throws(Complaint) in
        let id = patient.nextID()
        patient.process.send(Handshake.request(greeting) + JSONRPC.request(id: id, method: method, params: params))
        patient.process.closeInput()
        _ = await patient.answer(to: 0)
        return try await patient.answer(to: id).require(
          ", after the input had ended", or: "answer what was read before the end of the input, then exit")
      },
    ]
  }
}

/// A JSON text with every character beyond ASCII escaped.
private func escaped(_ text: [UInt8]) -> [UInt8] {
  let units = String(decoding: text, as: UTF8.self).utf16.map { unit in
    unit < 0x80 ? String(decoding: [unit], as: UTF16.self) : "\\u\(String(0x1_0000 + Int(unit), radix: 16).dropFirst())"
  }
  return Array(units.joined().utf8)
}

extension JSONValue {
  /// What is left where a wrong encoding has eaten everything else, or put question marks in its place.
  fileprivate var textInASCII: [UInt8] { canonicalUTF8().filter { $0 < 0x80 && $0 != UInt8(ascii: "?") } }
}
