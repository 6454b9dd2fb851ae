import CanonicalJSON
import Conformance
import Contracts
import Testing

/// Tests of the spellings of a stanza. `RepositoryTests` checks for each case that the spelling
/// makes no difference.
struct StanzaSpellingsTests {
  @Test func `a spelling gets simpler until nothing is left of it`() throws {
    var generator = SplitMix64(seed: 1)
    let input = Self.input(["receive": "<message from='a@b'><body>x &amp; y</body></message>"])
    let spellings = try #require(StanzaSpellings(of: input))
    var schedule = spellings.schedule(using: &generator)
    var count = 0
    while let simpler = spellings.simplifications(of: schedule).last, count < 100 {
      schedule = simpler
      count += 1
    }
    #expect(count < 100)
    #expect(spellings.input(of: schedule) == input)
    #expect(spellings.arrivals(of: schedule).isEmpty)
  }

  @Test func `there is nothing to spell where nothing readable is received`() {
    #expect(StanzaSpellings(of: Self.input(["connect": true], ["receive": "<a"])) == nil)
  }

  private static func input(_ steps: JSONValue...) -> JSONValue {
    ["self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": .array(steps)]
  }
}
