import CanonicalJSON
import Conformance
import Contracts
import Foundation
import Testing

struct StreamCutsTests {
  private static let parsed = Repository.here.checkedCases.filter {
    $0.testCase.contract == "event-stream" && $0.testCase.operation.name == "parse"
      && $0.implementation.origin == .default
  }

  // MARK: - Enumeration

  @Test(arguments: [("a", 1), ("ab", 2), ("abc", 4), ("abcd", 8), ("abcde", 12)])
  func `a stream has every cut into two and into three, and is cut byte by byte`(
    text: String,
    count: Int
  ) throws {
    let cuts = try #require(StreamCuts(of: ["chunks": [.string(text)]]))
    #expect(cuts.count == count)
    let inputs = (0..<count).map { cuts.input(of: cuts.schedule(number: $0)) }
    #expect(Set(inputs).count == count, "each once")
    #expect(inputs.allSatisfy { whole($0) == text })
    #expect(inputs.allSatisfy { $0["chunks"]?.elements?.contains("") == false }, "none is empty")
  }

  @Test func `schedules are numbered from the whole to the single bytes`() throws {
    let cuts = try #require(StreamCuts(of: ["chunks": ["ab", "cd"]]))
    #expect(
      (0..<8).map { cuts.input(of: cuts.schedule(number: $0))["chunks"] } == [
        ["abcd"], ["a", "bcd"], ["ab", "cd"], ["abc", "d"], ["a", "b", "cd"], ["a", "bc", "d"],
        ["ab", "c", "d"],
        ["a", "b", "c", "d"],
      ]
    )
  }

  @Test func `a cut through a character is sent in base64`() throws {
    let cuts = try #require(StreamCuts(of: ["chunksBase64": ["ZMOp"]]))
    #expect(cuts.input(of: cuts.schedule(number: 1)) == ["chunks": ["d", "é"]])
    #expect(cuts.input(of: cuts.schedule(number: 2)) == ["chunksBase64": ["ZMM=", "qQ=="]])
  }

  @Test(arguments: [
    JSONValue.null, ["chunks": []], ["chunks": ["", ""]], ["chunksBase64": ["no base64"]], [:],
  ])
  func `an input without bytes has no schedules`(input: JSONValue) {
    #expect(StreamCuts(of: input) == nil)
  }

  @Test func `a long stream has more cuts than can be gone through`() throws {
    let cuts = try #require(
      StreamCuts(of: ["chunks": [.string(String(repeating: "a", count: 4_097))]])
    )
    #expect(cuts.count == nil)
    var generator = SplitMix64(seed: 0)
    for _ in 0..<20 { #expect(cuts.schedule(using: &generator).pieceCount <= 3) }
  }

  // V2
  @Test(arguments: parsed)
  func `every cut of every case into two or three, and byte by byte, gives its golden`(
    checked: CheckedCase
  ) async throws {
    guard let cuts = StreamCuts(of: checked.testCase.input), let count = cuts.count, count <= 3_000
    else { return }
    let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
    for number in 0..<count {
      let input = cuts.input(of: cuts.schedule(number: number))
      let outcome = await checked.implementation.respond(
        to: Request(
          contract: checked.testCase.contract,
          operation: checked.testCase.operation,
          input: input
        )
      )
      #expect(outcome == .output(golden), "\(cuts.arrivals(of: cuts.schedule(number: number)))")
    }
  }

  // MARK: - Properties of every schedule

  @Test(arguments: parsed)
  func `any schedule has the bytes of the case, and so has what it is held to`(
    checked: CheckedCase
  ) throws {
    guard let cuts = StreamCuts(of: checked.testCase.input), cuts.count != nil else { return }
    let bytes = cuts.schedule(number: 0).bytes
    for seed in 0..<20 as Range<UInt64> {
      var generator = SplitMix64(seed: seed, name: checked.testCase.name)
      let schedule = cuts.schedule(using: &generator)
      #expect(schedule.bytes == bytes)
      #expect(cuts.baseline(of: schedule) == cuts.input(of: cuts.schedule(number: 0)))
    }
  }

  @Test func `the same generator gives the same schedule, on every platform`() throws {
    let cuts = try #require(StreamCuts(of: ["chunks": ["data: é\r\n\r\n"]]))
    var generator = SplitMix64(seed: 4)
    #expect(
      cuts.arrivals(of: cuts.schedule(using: &generator))
        == [
          "6 bytes  \"data: \"", "1 byte   \\xC3", "0 bytes  \"\"", "0 bytes  \"\"",
          "0 bytes  \"\"", "2 bytes  \\xA9\\r", "0 bytes  \"\"", "0 bytes  \"\"",
          "1 byte   \"\\n\"", "0 bytes  \"\"", "0 bytes  \"\"", "2 bytes  \"\\r\\n\"",
        ]
    )
  }

  // MARK: - Simplification

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `every chain of simplifications ends, and each keeps to its own bytes`(seed: UInt64) throws {
    let cuts = try #require(StreamCuts(of: ["chunks": ["data: é😀\r\n\r\ndata: b\n\n"]]))
    var generator = SplitMix64(seed: seed)
    var schedule = cuts.schedule(using: &generator)
    var simpler = cuts.simplifications(of: schedule)
    while !simpler.isEmpty {
      for next in simpler {
        #expect(
          next.bytes.count < schedule.bytes.count
            || (next.bytes == schedule.bytes && next.pieceCount < schedule.pieceCount)
        )
      }
      schedule = simpler[generator.number(below: simpler.count)]
      simpler = cuts.simplifications(of: schedule)
    }
    #expect(
      schedule.bytes.count == 1 && schedule.pieceCount == 1,
      "nothing is simpler than one byte"
    )
  }

  @Test
  func `that pieces are decoded for themselves is caught and shrunk to the character`() async throws
  {
    let checked = try #require(Self.parsed.first { $0.testCase.id == "utf8_of_all_lengths" })
    let wrong = RewritingImplementation(base: checked.implementation) { input in
      guard let pieces = input["chunksBase64"]?.elements else { return input }
      let texts = pieces.compactMap { $0.string.flatMap { Data(base64Encoded: $0) } }
      return ["chunks": .array(texts.map { .string(String(decoding: $0, as: UTF8.self)) })]
    }
    let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
    let result = await OrderIndependence(schedules: 50, seed: 0).result(
      after: .passed(),
      of: .output(golden),
      to: checked.testCase,
      by: checked.suite.contract,
      on: wrong
    )
    guard case .failed(let failures) = result,
      case .dependsOnOrder(let dependence)? = failures.first
    else {
      Issue.record("no cut was found")
      return
    }
    #expect(dependence.arrivals.count == 2)
    #expect(dependence.arrivals.joined().contains("\\x"), "\(dependence.arrivals)")
  }

  private func whole(_ input: JSONValue) -> String {
    (input["chunks"]?.elements ?? []).compactMap(\.string).joined()
  }
}
