internal import CanonicalJSON
internal import Conformance

/// What a program has to stand over a case of a contract that it claims.
struct SampleQuestions {
  private let doctor: Doctor
  private let sample: Doctor.Sample
  private let method: String
  private let params: [UInt8]

  init(_ doctor: Doctor, _ sample: Doctor.Sample) {
    self.doctor = doctor
    self.sample = sample
    method = "\(sample.testCase.contract)/\(sample.testCase.operation.name)"
    params = sample.testCase.input.canonicalUTF8()
  }

  /// Whether there is an answer at all, and whether it comes through with its text whole.
  func plain() async -> Doctor.Finding {
    await doctor.examine("a case of \(sample.testCase.contract)") { patient in
      let answer = await patient.ask(method, params)
      guard case .result(let result) = answer else {
        return (
          "\(answer.description), to the input of \(sample.testCase.name)",
          "answer \(method) with a result; errors that the contract asks for are part of it"
        )
      }
      let lost = sample.golden.scalarsBeyondASCII.subtracting(result.scalarsBeyondASCII)
      guard result != sample.golden, result.textInASCII == sample.golden.textInASCII, !lost.isEmpty else {
        return (
          result == sample.golden ? "" : "the answer is not the golden yet, which is for parity check to tell", nil
        )
      }
      let names = lost.map { "U+" + String($0.value, radix: 16, uppercase: true) }.sorted().joined(separator: ", ")
      return (
        "lost \(names) on the way, in \(sample.testCase.name)",
        "read standard input and write standard output as UTF-8, whatever the locale"
      )
    }
  }

  /// The same input with every character beyond ASCII escaped is the same input.
  func unicode() async -> Doctor.Finding {
    await doctor.examine("unicode") { patient in
      let raw = await patient.ask(method, params)
      let escaped = await patient.ask(method, escapedParams)
      return raw == escaped
        ? ("", nil)
        : (
          "answers an input otherwise when its characters are escaped (\\u00e9) than when they are not",
          "read standard input as UTF-8, whatever the locale, and decode escapes, pairs of surrogates included"
        )
    }
  }

  /// A request in three pieces, one cut in the middle of a character where there is one.
  func splitWrites() async -> Doctor.Finding {
    await doctor.examine("split writes") { patient in
      let whole = await patient.ask(method, params)
      let id = patient.nextID()
      let line = JSONRPC.request(id: id, method: method, params: params)
      let middle = line.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? line.count / 2
      let cuts = [0, min(10, middle), middle, line.count]
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        await patient.conversation.send(Array(line[start..<end]))
        try? await Task.sleep(for: .milliseconds(30))
      }
      return await patient.answer(to: id) == whole
        ? ("", nil)
        : (
          "answers a request otherwise that comes in pieces",
          "gather bytes up to the line feed, and only then decode them; a read may end within a character"
        )
    }
  }

  /// Many requests in one write.
  func inFlight() async -> Doctor.Finding {
    await doctor.examine("requests in flight") { patient in
      let expected = await patient.ask(method, params)
      let ids = (0..<32).map { _ in patient.nextID() }
      await patient.conversation.send(ids.flatMap { JSONRPC.request(id: $0, method: method, params: params) })
      var waiting = Set(ids)
      let remedy = "answer each of several requests that have come at once, in any order, each once with its own id"
      while !waiting.isEmpty {
        switch await patient.reply() {
        case .failure(let fault):
          return ("\(fault), with \(waiting.count) of \(ids.count) requests unanswered", remedy)
        case .success(let reply):
          guard waiting.remove(reply.id) != nil else { return ("answered the id \(reply.id) once too often", remedy) }
          guard Patient.Answer(reply.content) == expected else {
            return (
              "answers a request otherwise when others are in flight", "keep no state from one request to the next"
            )
          }
        }
      }
      return ("", nil)
    }
  }

  /// What was read before the end of the input has to be answered.
  func endOfInput() async -> Doctor.Finding {
    let part = "last request"
    var patient = await Patient(doctor.command, limits: doctor.limits)
    let id = patient.nextID()
    await patient.conversation.send(
      Handshake.request(doctor.greeting)
        + JSONRPC.request(id: id, method: method, params: params))
    await patient.conversation.closeInput()
    _ = await patient.answer(to: 0)
    let answer = await patient.answer(to: id)
    _ = await patient.conversation.end(within: ProgramLimits.grace)
    guard case .fault(let fault) = answer else { return .init(part: part, observation: "", remedy: nil) }
    return .init(
      part: part, observation: "\(fault), after the input had ended",
      remedy: "answer what was read before the end of the input, then exit")
  }

  private var escapedParams: [UInt8] {
    var text = ""
    for scalar in String(decoding: params, as: UTF8.self).unicodeScalars {
      guard !scalar.isASCII else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return Array(text.utf8)
  }
}
