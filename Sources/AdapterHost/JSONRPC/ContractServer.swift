internal import CanonicalJSON
package import Conformance

/// A program that implements contracts for another process of Parity: it reads one request per line
/// and writes one reply per line, as docs/reference/wire-protocol.md specifies.
package struct ContractServer: Sendable {
  /// A contract, and the implementation that answers requests for it.
  package struct Service: Sendable {
    let contract: String
    let operations: [ContractOperation]
    let implementation: any Implementation

    package init(
      _ contract: String,
      operations: [ContractOperation],
      implementation: any Implementation
    ) {
      self.contract = contract
      self.operations = operations
      self.implementation = implementation
    }
  }

  /// The maximum length of a line in bytes, 1 GiB.
  package static let lineLimit = 1 << 30

  private var server: JSONRPCServer

  /// - Parameter name: The name of the program, for the reply to `initialize`.
  package init(_ services: [Service], name: String) {
    server = JSONRPCServer(
      implementation: [
        "name": .string(name), "version": .string(harnessVersion), "language": "Swift",
      ],
      contracts: services.map(\.contract),
      capabilities: Set(services.flatMap(\.implementation.capabilities)).sorted()
    ) { method, params, document in
      await Self.answer(to: method, params, in: document, by: services)
    }
  }

  /// Replies to each line as soon as it is read, until the input ends.
  ///
  /// - Parameters:
  ///   - read: Reads bytes into a buffer and returns their number, which is 0 at the end.
  ///   - write: Writes the bytes of a reply.
  /// - Throws: `LineSplitter.LineTooLong`, and what the closures throw.
  package mutating func run(
    read: (UnsafeMutableRawBufferPointer) throws -> Int,
    write: ([UInt8]) throws -> Void
  ) async throws {
    var splitter = LineSplitter(limit: Self.lineLimit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }

    while true {
      let count = try read(buffer)
      // The last line may lack its line feed.
      let lines =
        count == 0
        ? [splitter.unfinished].filter { !$0.isEmpty }
        : try splitter.lines(after: UnsafeRawBufferPointer(rebasing: buffer[..<count]))

      for line in lines {
        if let reply = await server.reply(to: line) { try write(reply) }
      }
      if count == 0 { return }
    }
  }

  /// Returns the answer to a request for an operation.
  ///
  /// - Parameters:
  ///   - method: The name of the operation, `CONTRACT/OPERATION`.
  ///   - document: The whole request, which must not be ambiguous, such as by repeated keys.
  private static func answer(
    to method: String,
    _ params: JSONNode,
    in document: JSONDocument,
    by services: [Service]
  ) async -> JSONRPCServer.Answer {
    for service in services {
      let operation = service.operations.first { method == "\(service.contract)/\($0.name)" }
      guard let operation else { continue }

      let fault = document.anomalies().first(where: \.isAmbiguous)
      if let fault {
        return .error(.invalidParams, "column \(fault.location.column): \(fault.message)")
      }
      let request = Request(
        contract: service.contract,
        operation: operation,
        input: params.value
      )
      return answer(with: await service.implementation.respond(to: request))
    }

    let known = services.flatMap { service in
      service.operations.map { "\(service.contract)/\($0.name)" }
    }
    return .error(.methodNotFound, Suggestion.unknown("operation", method, among: known))
  }

  /// Returns the answer for an outcome. A refusal of the input differs from any other failure.
  private static func answer(with outcome: Outcome) -> JSONRPCServer.Answer {
    switch outcome {
    case .output(let output): .result(output.value)
    case .failure(let failure):
      .error(
        failure.pointer == nil ? .internalError : .invalidParams,
        failure.message,
        at: failure.pointer
      )
    case .skipped(let reason): .error(.skipped, reason)
    case .notRun: .error(.internalError, "the implementation didn't run the request")
    }
  }
}
