import AdapterHost
import CanonicalJSON
import Conformance
import Foundation
import Testing

extension ProgramHost {
  /// Creates a host for `misbehaving-program`.
  ///
  /// - Parameters:
  ///   - mode: What the program does wrong.
  ///   - mark: The text of the request to misbehave over.
  ///   - name: The name of the implementation, or `nil` to use the program's own.
  ///   - limits: The limits on the process.
  static func misbehaving(
    _ mode: String,
    over mark: String = "",
    name: String? = nil,
    limits: ProgramLimits = .patient
  ) throws -> ProgramHost {
    let folders =
      ([Bundle.main.executableURL].compactMap(\.self) + Bundle.allBundles.map(\.bundleURL)).map {
        $0.resolvingSymlinksInPath().deletingLastPathComponent()
      }
    let program = try #require(
      folders.map { $0.appendingPathComponent("misbehaving-program").path }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      },
      "misbehaving-program should be built together with these tests"
    )
    return ProgramHost(ProgramCommand(words: [program, mode, mark]), name: name, limits: limits)
  }

  func start(jobs: Int = 1) async throws(ImplementationFailure) -> Handshake {
    try await start(
      greeting: Handshake.parameters(harnessVersion: "1", contracts: [("session-detail", "1.0.0")]),
      jobs: jobs
    )
  }

  /// Requests a timeline with one text. The text is also the name of the case.
  func say(_ text: String) async -> Outcome { await outcomes(of: [Self.request(text)])[0] }

  private static func request(_ text: String) -> Request {
    let payload: JSONValue = ["type": "user", "message": ["content": .string(text)]]
    let row: JSONValue = [
      "id": "row", "sequence_number": 1, "content": .string(payload.canonicalText()),
    ]
    return Request(
      contract: "session-detail",
      operation: ContractOperation("timeline"),
      input: ["rows": [row]],
      caseName: text
    )
  }

  /// Sends all requests in one call.
  func sayTogether(_ texts: [String]) async -> [Outcome] {
    await outcomes(of: texts.map(Self.request))
  }

  /// Sends each request in a task of its own, all at the same time.
  func say(_ texts: [String]) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (index, text) in texts.enumerated() { group.addTask { (index, await self.say(text)) } }
      var outcomes = [Outcome](repeating: .notRun, count: texts.count)
      for await (index, outcome) in group { outcomes[index] = outcome }
      return outcomes
    }
  }
}

extension ProgramLimits {
  /// Long enough for a busy machine.
  static let patient = ProgramLimits(timeout: .seconds(30))

  /// So long that a program that hangs ends by itself first, and the host reports that end.
  static let boundless = ProgramLimits(timeout: .seconds(3600))

  static func impatient(
    _ timeout: Duration = .seconds(5),
    restarts: Int = 10,
    window: Int = 8
  ) -> ProgramLimits {
    ProgramLimits(timeout: timeout, restarts: restarts, window: window)
  }
}

extension Outcome {
  /// The message of the failure, or `nil` if there is an output.
  var failure: String? {
    if case .failure(let failure) = self {
      failure.message
    } else {
      nil
    }
  }

  /// The text of the first entry in the timeline.
  var said: String? { output?.value["entries"]?.elements?.first?["content"]?.string }
}
