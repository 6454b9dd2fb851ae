import Conformance
import Testing

struct ProvenanceTests {
  private static let machine = Provenance.Machine(
    system: "Linux 6",
    architecture: "x86_64",
    cores: 2
  )

  @Test func `shards make a run from the first start to the last end`() {
    let merged = Provenance.merged([
      part(start: "2026-01-01T00:00:10Z", milliseconds: 5_000),
      part(start: "2026-01-01T00:00:08Z", milliseconds: 1_000),
    ])
    #expect(merged?.start == "2026-01-01T00:00:08Z")
    #expect(merged?.milliseconds == 7_000)
    #expect(merged?.machine == Self.machine)
  }

  @Test func `what only some shards know or what differs is left out`() {
    var other = part(start: "2026-01-01T00:00:08Z", milliseconds: nil)
    other.machine = Provenance.Machine(system: "Darwin 25", architecture: "arm64", cores: 8)
    let merged = Provenance.merged([
      part(start: "2026-01-01T00:00:10Z", milliseconds: 5_000), other,
    ])
    #expect(merged?.start == nil && merged?.milliseconds == nil && merged?.machine == nil)
    #expect(Provenance.merged([]) == nil)
  }

  @Test func `an implementation is described by a shard that ran it`() {
    var idle = part(start: nil, milliseconds: nil)
    idle.implementations = [
      Provenance.Implementation(name: "mine", version: nil, language: nil, command: nil)
    ]
    let merged = Provenance.merged([idle, part(start: nil, milliseconds: nil)])
    #expect(merged?.implementations.map(\.version) == ["1"])
  }

  @Test func `labels that all shards have stay`() {
    let common = [String: String].commonLabels([
      ["commit": "a", "index": "1", "team": "x"], ["commit": "a", "index": "2"],
    ])
    #expect(common == ["commit": "a"])
    #expect([String: String].commonLabels([]) == [:])
  }

  @Test(arguments: [
    ("commit", "1f3a", true), ("a.b-c_1", " x", true), ("", "x", false), ("a b", "x", false),
    ("-a", "x", false), ("a", "", false), ("a", "  ", false),
    ("a", String(repeating: "x", count: 1_001), false),
  ])
  func `a label has a name and a value that isn't blank or long`(
    name: String,
    value: String,
    isValid: Bool
  ) {
    #expect((RunLabel(name: name, value: value).refusal == nil) == isValid)
  }

  private func part(start: String?, milliseconds: Int?) -> Provenance {
    Provenance(
      implementations: [
        Provenance.Implementation(name: "mine", version: "1", language: "Go", command: "./mine")
      ],
      start: start,
      milliseconds: milliseconds,
      machine: Self.machine
    )
  }
}
