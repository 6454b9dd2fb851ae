import Conformance
import Testing

struct ContractVersionTests {
  @Test(arguments: ["0.0.0", "1.0.0", "10.20.30"])
  func `a version is three numbers`(text: String) throws {
    let version = try #require(ContractVersion(text))
    #expect("\(version)" == text)
  }

  @Test(arguments: [
    "", "1", "1.0", "1.0.0.0", "1..0", ".1.0.0", "1.0.0.", "01.0.0", "1.00.0", "1.0.0-beta",
    "1.0.0+1", "v1.0.0", " 1.0.0", "-1.0.0", "+1.0.0", "1.0.\u{0661}", "99999999999999999999.0.0",
  ])
  func `anything else is no version`(text: String) {
    #expect(ContractVersion(text) == nil)
  }

  @Test func `versions are ordered by number, not by text`() {
    let ordered = ["0.9.9", "1.0.0", "1.0.10", "1.2.0", "1.10.0", "2.0.0"].compactMap(
      ContractVersion.init
    )
    #expect(ordered.count == 6)
    #expect(ordered.reversed().sorted() == ordered)
  }

  @Test func `the next versions drop what is below them`() throws {
    let version = try #require(ContractVersion("1.2.3"))
    #expect("\(version.nextMinor)" == "1.3.0")
    #expect("\(version.nextMajor)" == "2.0.0")
  }
}
