internal import CanonicalJSON
package import Conformance

/// One run of a program with the protocol `stdio`: its command and its standard input.
package struct StdioCall: Sendable {
  package let command: ProgramCommand
  /// The bytes of standard input. There may be none.
  package let input: [UInt8]

  /// Creates the call for a request.
  ///
  /// - Parameters:
  ///   - template: The command, in whose arguments places in braces are replaced by parts of the
  ///     input.
  ///   - options: The part of the input that standard input gets.
  ///   - request: The request.
  package init(of template: ProgramCommand, _ options: StdioOptions, for request: Request) {
    let arguments = template.words.dropFirst().map { ArgumentTemplate($0) }
    let words = template.words.prefix(1) + arguments.flatMap { $0.arguments(for: request) }
    command = template.running(Array(words))
    input = Self.input(
      options.input,
      of: request,
      isInArguments: arguments.contains { $0.usesInput }
    )
  }

  /// Returns the bytes of standard input: a string as its text, and any other value as JSON with a
  /// line feed.
  ///
  /// - Parameters:
  ///   - pointer: The part of the input to write, or `nil` to write the whole input unless an
  ///     argument has a part of it.
  ///   - request: The request. If its input lacks the part, nothing is written.
  ///   - isInArguments: Whether an argument has a part of the input.
  private static func input(
    _ pointer: JSONPointer?,
    of request: Request,
    isInArguments: Bool
  ) -> [UInt8] {
    if pointer == nil, isInArguments { return [] }

    let pointer = pointer ?? JSONPointer()
    guard let part = request.input[pointer] else { return [] }

    if let text = part.string { return Array(text.utf8) }
    let json = pointer.tokens.isEmpty ? request.inputText : part.writtenUTF8()
    return json + [UInt8(ascii: "\n")]
  }

  /// Runs the program to its end. Canceling the task kills it.
  package func run(within limits: ProgramLimits) async -> StdioRun {
    // The system passes an argument up to its first zero byte, so the program would get less.
    guard !command.words.contains(where: { $0.utf8.contains(0) }) else {
      return StdioRun(fault: "can't get an argument that contains U+0000")
    }

    switch await command.run(
      on: input,
      within: limits.timeout,
      outputLimit: limits.replyBytes
    ) {
    case .overdue:
      let reason = "did not exit within \(limits.timeout.formattedSeconds) (--timeout)"
      return StdioRun(fault: ImplementationFailure(reason, .timeout))
    case .tooLong:
      let reason =
        "wrote more than \(limits.replyBytes) bytes to standard output (--reply-limit)"
      return StdioRun(fault: ImplementationFailure(reason, isOverSizeLimit: true))
    case .ended(let output, let ending):
      return StdioRun(output: output, ending: ending)
    }
  }
}

/// What a program wrote in one run, and how it ended.
package struct StdioRun: Sendable {
  /// The bytes on standard output, or none if Parity killed the program.
  package let output: [UInt8]
  /// How the program ended, as a predicate whose subject is the program.
  package let end: String
  /// The lines of its standard error, without those in the middle if there are many.
  package let log: [String]
  private let status: Status

  /// The result of a run before its output is read.
  private enum Status {
    /// The program exited with 0.
    case succeeded
    /// The program exited with the code that skips a case.
    case skipped
    /// The program has no usable output, for this reason.
    case failed(ImplementationFailure)
  }

  /// The exit code by which a program says that it can't run a case, as in Automake's tests.
  private static let skippingCode: CInt = 77

  /// Creates a run that has no output, because Parity killed the program or never started it.
  fileprivate init(fault: ImplementationFailure) {
    output = []
    end = fault.message
    log = []
    status = .failed(fault)
  }

  /// Creates a run of a program that ended by itself or by a signal, or that couldn't be started.
  fileprivate init(output: [UInt8], ending: ProgramEnding) {
    self.output = output
    end = ending.description
    log = ending.log

    status =
      switch ending.status {
      case .exited(0): .succeeded
      case .exited(Self.skippingCode): .skipped
      case .exited: .failed(ImplementationFailure(ending.description, log: ending.log))
      case .killed, .notStarted, .lacksOpenFiles:
        .failed(ImplementationFailure(ending.description, .crash, log: ending.log))
      }
  }

  /// Returns the outcome of the request that the run was for.
  package func outcome(of operation: ContractOperation) -> Outcome {
    switch status {
    case .succeeded: parsed(as: operation.output)
    case .skipped: .skipped(reason: boundedText(log.last ?? end))
    case .failed(let failure): .failure(failure)
    }
  }

  /// Returns the output as a text or as JSON, as the operation declares it, or a failure if it
  /// isn't one.
  private func parsed(as form: ContractOperation.OutputForm) -> Outcome {
    switch form {
    case .text:
      guard let text = String(validating: output, as: UTF8.self) else {
        return .failure("wrote something other than UTF-8 to standard output")
      }
      return .output(.string(text))
    case .json:
      return parsedJSON()
    }
  }

  /// Returns the output as JSON, or a failure if it isn't JSON that every parser reads alike.
  private func parsedJSON() -> Outcome {
    guard !output.isEmpty else {
      return .failure(ImplementationFailure("wrote nothing to standard output", log: log))
    }

    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: output)
      // JSON parsers disagree about what such a text means.
      if let fault = document.anomalies().first(where: \.isAmbiguous) {
        return failure("wrote ambiguous JSON", fault.location, fault.message)
      }
      return .output(Output(document.root))
    } catch {
      return failure("wrote something other than JSON", error.location, error.message)
    }
  }

  /// Returns the failure of a run whose output isn't JSON that Parity can compare.
  private func failure(_ reason: String, _ place: TextLocation, _ message: String) -> Outcome {
    let text =
      "\(reason) to standard output "
      + "(line \(place.line), column \(place.column)): \(message)"
    return .failure(ImplementationFailure(text, log: log))
  }
}
