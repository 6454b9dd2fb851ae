internal import Conformance

/// Implementations whose programs have been started and have to be ended.
///
/// A check takes over the programs and ends them itself, because the end is part of what it checks.
/// Other commands call ``run(_:)``.
struct ProgramSession: Sendable {
  /// The programs that have answered `initialize`, and linked implementations that are used with
  /// them.
  let programs: [Plan.Program]
  /// The incidents of the programs that can't be used.
  let incidents: [Incident]

  init(_ programs: [Plan.Program], incidents: [Incident] = []) {
    self.programs = programs
    self.incidents = incidents
  }

  var implementations: [any Implementation] { programs.map(\.implementation) }

  /// Runs `body`, and then ends the programs, even if `body` throws.
  ///
  /// - Returns: The value of `body`, and the incidents of the programs that the outcomes don't
  ///   report: those at the start, then those at the end.
  func run<Value>(
    _ body: (ProgramSession) async throws -> Value
  ) async throws -> (value: Value, incidents: [Incident]) {
    do {
      let value = try await body(self)
      return (value, incidents + (await end()))
    } catch {
      _ = await end()
      throw error
    }
  }

  /// Ends the programs, one after another, and returns the incidents of their ends.
  func end() async -> [Incident] {
    var incidents: [Incident] = []
    for implementation in implementations { incidents += await implementation.finish() }
    return incidents
  }
}
