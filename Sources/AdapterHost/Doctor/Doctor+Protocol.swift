internal import CanonicalJSON
internal import Conformance

/// What any program has to stand, whatever it claims.
extension Doctor {
  func versionMismatch() async -> Finding {
    let part = "version mismatch"
    let strange = 999
    guard var parameters = greeting.object else { return Finding(part: part, observation: "", remedy: nil) }
    parameters["protocolVersion"] = .number(JSONNumber(strange))
    var patient = await Patient(command, limits: limits)
    let answer = await patient.ask(Handshake.method, JSONValue.object(parameters).canonicalUTF8(), id: 0)
    _ = await patient.conversation.end(within: ProgramLimits.grace)
    switch answer {
    case .error: return Finding(part: part, observation: "", remedy: nil)
    case .result(let result) where result["protocolVersion"] != .number(JSONNumber(strange)):
      return Finding(part: part, observation: "answered with the version that it speaks", remedy: nil)
    case .result:
      return Finding(
        part: part, observation: "says that it speaks version \(strange), which there is not",
        remedy:
          "compare params.protocolVersion with 1; answer any other with error -32602, or with the version you speak")
    case .fault(let fault):
      return Finding(part: part, observation: fault, remedy: "answer with error -32602, and don't exit before")
    }
  }

  func unknownMethod(_ part: String, _ method: String) async -> Finding {
    await examine(part) { patient in
      let answer = await patient.ask(method, Array("{}".utf8))
      if case .error("-32601", _) = answer { return (answer.description, nil) }
      return (
        "\(answer.description), to the method \(method)", "answer a method that you don't know with error -32601"
      )
    }
  }

  /// The largest id that every reader of JSON keeps.
  func largeID() async -> Finding {
    await examine("large id") { patient in
      switch await patient.ask("no-such-method", Array("{}".utf8), id: (1 << 53) - 1) {
      case .fault(let fault): (fault, "send the id back as it came; it may be any integer up to 2^53 - 1")
      case .error, .result: ("", nil)
      }
    }
  }

  func largeInput() async -> Finding {
    await examine("large input") { patient in
      let size = 4 << 20
      let params =
        Array(#"{"padding":""#.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size) + Array(#""}"#.utf8)
      return switch await patient.ask("no-such-method", params) {
      case .fault(let fault):
        (
          "\(fault), over a request of 4 MiB",
          "read a line in time linear in its length, and without a limit near that"
        )
      case .error, .result: ("", nil)
      }
    }
  }

  /// The harness itself reads no text that is nested deeper, and so sends none.
  func deepInput() async -> Finding {
    await examine("deep input") { patient in
      let depth = JSONDocument.maximumDepth - 2
      let params =
        Array((#"{"nested":"# + String(repeating: "[", count: depth)).utf8)
        + Array(repeating: UInt8(ascii: "]"), count: depth) + Array("}".utf8)
      return switch await patient.ask("no-such-method", params) {
      case .fault(let fault):
        (
          "\(fault), over \(depth) levels of nesting",
          "read JSON without recursion, or with a stack for \(JSONDocument.maximumDepth) levels"
        )
      case .error, .result: ("", nil)
      }
    }
  }

  func ending() async -> Finding {
    let part = "end of input"
    switch await patient() {
    case .failure(let fault):
      return Finding(part: part, observation: "\(fault)", remedy: "start the same way each time")
    case .success(let patient):
      guard let ending = await patient.conversation.end(within: ProgramLimits.grace) else {
        return Finding(
          part: part, observation: "runs on after its standard input was closed",
          remedy: "exit when reading gives end of file; the harness kills what is left after a second")
      }
      if case .line(let line) = await patient.conversation.hear(within: .zero) {
        return Finding(
          part: part, observation: "wrote, unasked: \(excerpt(of: line))",
          remedy: "write to standard output nothing but replies; logs belong on standard error")
      }
      return ending.isSuccess
        ? Finding(part: part, observation: "", remedy: nil)
        : Finding(part: part, observation: ending.failure.message, remedy: "exit with status 0 when the input ends")
    }
  }

  /// One part with a fresh process, which must go on living and say nothing more than it was asked.
  func examine(
    _ part: String, _ question: (inout Patient) async -> (observation: String, remedy: String?)
  ) async -> Finding {
    switch await patient() {
    case .failure(let fault):
      return Finding(part: part, observation: "\(fault)", remedy: "start the same way each time")
    case .success(var patient):
      let (observation, remedy) = await question(&patient)
      guard remedy == nil else {
        _ = await patient.conversation.end(within: .zero)
        return Finding(part: part, observation: observation, remedy: remedy)
      }
      let after = await patient.ask("no-such-method", Array("{}".utf8))
      _ = await patient.conversation.end(within: .zero)
      if case .fault(let fault) = after {
        return Finding(
          part: part, observation: "\(fault), right after its answer", remedy: "answer each request once and go on")
      }
      return Finding(part: part, observation: observation, remedy: nil)
    }
  }
}
