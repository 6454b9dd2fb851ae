internal import CanonicalJSON
internal import Conformance

/// Who answers.
enum Responder: Sendable {
  case linked(any Implementation)
  case program(ProgramStart)

  func started() async throws(CommandFailure) -> any Implementation {
    switch self {
    case .linked(let implementation): return implementation
    case .program(let start):
      switch await start.result() {
      case .success(let started): return started.implementation
      case .failure(let incident):
        throw CommandFailure(
          .unavailable,
          lines: ["\(incident.implementation) can't be asked: it \(incident.failure.message)"]
            + incident.failure.log.map { "  | \($0)" })
      }
    }
  }
}

/// What is asked.
enum Question: Sendable {
  case text([UInt8])
  case recording(RecordedPayloads)
  /// An input per line, with the lines' numbers. An empty line is answered by one.
  case lines([(number: Int, text: [UInt8])])

  func result(of operation: NamedOperation, on responder: Responder) async -> Result<ExitStatus, CommandFailure> {
    do throws(CommandFailure) {
      let implementation = try await responder.started()
      let status: Result<ExitStatus, CommandFailure>
      do throws(CommandFailure) {
        status = .success(try await ask(implementation, operation))
      } catch {
        status = .failure(error)
      }
      _ = await implementation.finish()
      return status
    } catch {
      return .failure(error)
    }
  }

  private func ask(
    _ implementation: any Implementation, _ operation: NamedOperation
  ) async throws(CommandFailure) -> ExitStatus {
    func answer(to question: () throws(BadInput) -> AskedInput) async -> Answer {
      do throws(BadInput) {
        return try await question().answer(by: implementation)
      } catch {
        return .badInput(error.messages)
      }
    }
    switch self {
    case .text(let text):
      return try print(await answer { () throws(BadInput) in try operation.question(text) })
    case .recording(let payloads):
      return try print(await answer { () throws(BadInput) in try payloads.question(to: operation.contract) })
    case .lines(let lines):
      var status = ExitStatus.success
      for (number, text) in lines where !Task.isCancelled {
        guard !text.isEmpty else {
          try Terminal.write(data: "\n")
          continue
        }
        let answer = await answer { () throws(BadInput) in try operation.question(text, line: number) }
        if case .output = answer {} else { status = .notConformant }
        try Terminal.write(json: answer.json.canonicalUTF8() + [UInt8(ascii: "\n")])
      }
      return status
    }
  }

  private func print(_ answer: Answer) throws(CommandFailure) -> ExitStatus {
    switch answer {
    case .output(let output):
      try output.writeIndentedUTF8 { piece throws(CommandFailure) in try Terminal.write(json: piece) }
      try Terminal.write(data: "\n")
    case .badInput(let messages): throw CommandFailure(.unusableData, lines: messages)
    case .noOutput(let message): throw CommandFailure(.notConformant, message)
    }
    return .success
  }
}
