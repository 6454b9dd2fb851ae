import CanonicalJSON
import Conformance
import Contracts
import Testing

/// Tests that schedules keep the number literals and the order of members in everything that they
/// don't change.
struct WrittenScheduleTests {
  @Test func `arrivals of rows keep the rows and the other members`() throws {
    let input = try value(
      #"{"updates":[],"rows":[{"sequence_number":1.0,"id":"a","content":"x"}],"session_key":"k"}"#
    )
    let arrivals = try #require(SessionArrivals(of: input))
    let inputs = (0..<2).map { arrivals.input(of: arrivals.schedule(number: $0)).writtenText() }
    let row = #"{"sequence_number":1.0,"id":"a","content":"x"}"#
    #expect(
      Set(inputs) == [
        #"{"updates":[],"rows":[\#(row)],"session_key":"k"}"#,
        #"{"updates":[\#(row)],"rows":[],"session_key":"k"}"#,
      ]
    )
    let baseline = arrivals.baseline(of: arrivals.schedule(number: 1))
    #expect(baseline.writtenText() == input.writtenText())
  }

  @Test func `cuts of a step keep the number of its request, and the other steps`() throws {
    let before = #"{"advance":1e3}"#
    let after = #"{"open":{"status":2e2,"request":1}}"#
    let received = #"{"receive":{"request":1.0,"text":"ab"}}"#
    let cut = #"{"receive":{"request":1.0,"chunks":["a","b"]}}"#
    let cuts = try #require(
      SessionCuts(of: try value(#"{"steps":[\#(before),\#(received),\#(after)]}"#))
    )
    let text = cuts.input(of: cuts.schedule(number: 1)).writtenText()
    #expect(text == #"{"steps":[\#(before),\#(cut),\#(after)]}"#)
  }

  @Test func `arrivals of chunks keep each chunk`() throws {
    let head = #"{"add":{"messageID":{"value":"m"},"isFinal":false,"content":"x","chunkIndex":"#
    let first = head + "0}}"
    let second = head + "1.0}}"
    let input = #"{"steps":[\#(first),\#(second)]}"#
    let arrivals = try #require(ChunkArrivals(of: try value(input)))
    let inputs = (0..<2).map { arrivals.input(of: arrivals.schedule(number: $0)).writtenText() }
    #expect(Set(inputs) == [input, #"{"steps":[\#(second),\#(first)]}"#])
  }

  @Test func `spellings of stanzas keep the order of an input's members`() throws {
    let others = #""self":"me@x/y","pubsub":"p","directory":"d/e"}"#
    let input = #"{"steps":[{"connect":true},{"receive":"<a/>"}],\#(others)"#
    let spellings = try #require(StanzaSpellings(of: try value(input)))
    var generator = SplitMix64(seed: 1)
    let text = spellings.input(of: spellings.schedule(using: &generator)).writtenText()
    #expect(text.hasPrefix(#"{"steps":[{"connect":true},{"receive":"<a"#), "\(text)")
    #expect(text.hasSuffix("],\(others)"), "\(text)")
  }

  private func value(_ text: String) throws -> JSONValue {
    try JSONDocument(parsing: text).root.value
  }
}
