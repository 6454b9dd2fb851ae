import RFC3339
import Testing

struct DateTimeTests {
  @Test(
    arguments: [
      "2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
      "2024-02-29T12:00:00Z", "2000-02-29T12:00:00Z", "2026-01-01T00:00:00.1Z",
      "2026-01-01T00:00:00+23:59", "2026-01-01T00:00:00-00:00",
    ])
  func `an RFC 3339 date-time is read`(text: String) {
    #expect(DateTime(text) != nil)
  }

  @Test(
    arguments: [
      "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z",
      "2026-01-01 00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
      "2016-12-31T23:59:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z",
      "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00+0000",
      "2026-01-01T00:00:00+00", "2026-01-01T00:00Z", " 2026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z ", "12026-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
      "２026-01-01T00:00:00Z",
    ])
  func `anything else is none`(text: String) {
    #expect(DateTime(text) == nil)
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
  func `points in time are ordered`(earlier: String, later: String) throws {
    let earlier = try #require(DateTime(earlier))
    let later = try #require(DateTime(later))
    #expect(earlier < later && !(later < earlier))
    #expect(earlier.microseconds < later.microseconds)
  }

  @Test(
    arguments: [
      ("2026-01-01T00:00:00.1234569Z", "2026-01-01T00:00:00.123456Z"),
      ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
      ("2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.0Z"),
    ])
  func `those within one microsecond have the same number of them`(
    one: String,
    other: String
  ) throws {
    #expect(try #require(DateTime(one)).microseconds == #require(DateTime(other)).microseconds)
  }

  @Test(
    arguments: [
      ("2026-01-01T00:00:00.1000Z", "2026-01-01T00:00:00.1Z"),
      ("2026-01-01T00:00:00.0Z", "2026-01-01T00:00:00Z"),
      ("2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00-00:00"),
    ])
  func `one point in time is written in many ways`(one: String, other: String) throws {
    #expect(try #require(DateTime(one)) == #require(DateTime(other)))
  }

  @Test func `a fraction counts to its last digit`() throws {
    let digits = String(repeating: "0", count: 40)
    let earlier = "2026-01-01T00:00:00.\(digits)1Z"
    let later = "2026-01-01T00:00:00.\(digits)2Z"
    #expect(try #require(DateTime(earlier)) < #require(DateTime(later)))
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2024-01-30T21:00:00+01:00", 1_706_644_800),
    ("0000-01-01T00:00:00Z", -62_167_219_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("1969-12-31T23:59:59.9Z", -1),
  ])
  func `seconds are counted from 1970`(text: String, seconds: Int) {
    #expect(DateTime(text)?.seconds == seconds)
  }

  @Test(arguments: [
    ("2024-01-30T21:00:00+01:00", "2024-01-30T20:00:00Z"),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
    ("1969-12-31T00:00:00Z", "1969-12-31T00:00:00Z"),
    ("0000-02-29T00:00:01Z", "0000-02-29T00:00:01Z"),
    ("9999-12-31T23:59:59.250Z", "9999-12-31T23:59:59.25Z"),
  ])
  func `a point in time is written in UTC`(text: String, written: String) throws {
    let time = try #require(DateTime(text))
    #expect("\(time)" == written)
    #expect(DateTime(written) == time)
  }

  @Test(arguments: [0, -1, 1_706_644_800, 253_402_300_799])
  func `seconds make a point in time`(seconds: Int) {
    let time = DateTime(seconds: seconds)
    #expect(time.seconds == seconds)
    #expect(DateTime("\(time)") == time)
  }
}
