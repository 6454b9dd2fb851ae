import SessionTimeline
import Testing

struct InstantTests {
  @Test(
    arguments: [
      "2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2024-02-29T12:00:00Z",
      "2000-02-29T12:00:00Z", "2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00+23:59", "2026-01-01T00:00:00-00:00",
    ])
  func `an RFC 3339 date-time is kept as it is`(text: String) {
    #expect(createdAt(text) == text)
  }

  @Test(
    arguments: [
      "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z", "2026-01-01 00:00:00Z",
      "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
      "2016-12-31T23:59:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+24:00",
      "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0000", "2026-01-01T00:00:00+00", "2026-01-01T00:00Z",
      " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z ", "12026-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
      "２026-01-01T00:00:00Z",
    ])
  func `anything else counts as missing`(text: String) {
    #expect(createdAt(text) == nil)
  }

  @Test(
    arguments: [
      ("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"),
      ("2026-01-01T01:00:00+02:00", "2026-01-01T00:00:00Z"),
      ("2025-12-31T23:00:00-02:00", "2026-01-01T01:00:01Z"),
      ("2026-01-01T00:00:00.000001Z", "2026-01-01T00:00:00.000002Z"),
      ("2026-01-01T00:00:00.09Z", "2026-01-01T00:00:00.1Z"),
      ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.6Z"),
      ("1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z"),
      ("0000-02-29T00:00:00Z", "0000-03-01T00:00:00Z"),
      ("2023-12-31T00:00:00Z", "2024-02-29T00:00:00Z"),
      ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00Z"),
    ])
  func `instants are ordered in time`(earlier: String, later: String) {
    #expect(order(of: earlier, later) == ["b", "a"])
    #expect(order(of: later, earlier) == ["a", "b"])
  }

  @Test(
    arguments: [
      ("2026-01-01T00:00:00.1234569Z", "2026-01-01T00:00:00.123456Z"),
      ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
      ("2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.0Z"),
    ])
  func `instants within one microsecond are the same`(one: String, other: String) {
    #expect(order(of: one, other) == ["a", "b"])
    #expect(order(of: other, one) == ["a", "b"])
  }

  private func createdAt(_ text: String) -> String? {
    SessionTimeline(SessionRow(1, createdAt: text, text: "Hello")).entries.first?.createdAt
  }

  /// The order of two rows that differ in time: `b` written at the first, `a` at the second.
  private func order(of first: String, _ second: String) -> [String] {
    SessionTimeline(
      SessionRow(1, id: "b", createdAt: first, text: "Hello"), SessionRow(1, id: "a", createdAt: second, text: "Hello")
    ).entries.map(\.id)
  }
}
