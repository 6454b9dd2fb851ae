import Conformance
import Testing

@testable import parity

struct CommandResultTests {
  /// The result of a command, without its effects.
  private func result(
    of words: String...,
    in suite: TemporarySuite,
    _ console: CapturingConsole
  ) async throws -> (CommandResult, Surroundings) {
    let surroundings = try suite.surroundings(of: words, console)
    let result = await Surroundings.$current.withValue(surroundings) { await Parity.result() }
    return (result, surroundings)
  }

  private func perform(_ result: CommandResult, in surroundings: Surroundings) async -> ProgramEnd {
    await Surroundings.$current.withValue(surroundings) { await result.perform() }
  }

  @Test func `a command writes and prints when its result is carried out, and not before`()
    async throws
  {
    let suite = try TemporarySuite()
    let before = try suite.contents()
    let console = CapturingConsole(input: "")
    let (result, surroundings) = try await result(of: "regenerate", in: suite, console)
    #expect(try suite.contents() == before)
    #expect(console.output + console.errors == "")
    let edits = result.effects.filter { effect in
      guard case .edit = effect else { return false }
      return true
    }
    #expect(edits.count == 1)

    guard case .code(0) = await perform(result, in: surroundings) else {
      Issue.record("regenerate should exit with 0: \(console.errors)")
      return
    }
    #expect(try suite.contents(of: "Golden").keys.contains("session-detail/answer.json"))
    #expect(console.output.contains("session-detail/answer"), "\(console.output)")
  }

  @Test func `a command that fails prints what it found before it says why`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.write("{", to: Sample.messages)
    let console = CapturingConsole(input: "")
    let (result, surroundings) = try await result(of: "check", in: suite, console)
    guard case .failure(let failure) = result.end else {
      Issue.record("check should fail: \(result)")
      return
    }
    #expect(failure.status == .unusableData)
    #expect(result.effects.count == failure.effects.count && !result.effects.isEmpty)
    #expect(console.output + console.errors == "")

    guard case .code(65) = await perform(result, in: surroundings) else {
      Issue.record("check should exit with 65")
      return
    }
    #expect(console.output.contains("\(Sample.messages):1:"), "\(console.output)")
    #expect(console.errors.hasPrefix("error: "), "\(console.errors)")
  }

  @Test(
    arguments: [
      ([], ["check"], [], nil), (["--only", "x"], ["check"], ["--only", "x"], nil),
      (["lint", "--fix"], ["lint"], ["--fix"], nil),
      (["new", "case", "x"], ["new", "case"], ["x"], nil),
      (["--root", "a", "new", "case", "x"], ["new", "case"], ["--root", "a", "x"], nil),
      (["--root=a", "run", "b"], ["run"], ["--root=a", "b"], nil),
      (["--root", "a"], ["check"], ["--root", "a"], nil), (["--help"], [], ["--help"], nil),
      (["chek"], [], ["chek"], "chek"),
    ] as [([String], [String], [String], String?)]
  )
  func `the first words name the command, and the rest is for it`(
    words: [String],
    names: [String],
    arguments: [String],
    unknownName: String?
  ) {
    let read = CommandWords(words, standard: CheckCommand.self)
    #expect(read.names == names)
    #expect(read.arguments == arguments)
    #expect(read.unknownName == unknownName)
  }
}
