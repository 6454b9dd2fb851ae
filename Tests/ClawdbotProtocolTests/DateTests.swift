import ClawdbotProtocol
import Foundation
import Testing

/// Tests of rules W4 and W7 that the cases of the contract can't contain: the calendar day by day,
/// and dates that an app creates.
struct DateTests {
  /// Checks every day of 400 years, after which the calendar repeats, and some days of every year.
  @Test(arguments: [
    (from: -2_208_988_800, days: 146_097, step: 1),
    (from: -62_167_219_200, days: 3_652_425, step: 331),
  ])
  func `days are written as they are read`(from: Int, days: Int, step: Int) throws {
    var previous = ""
    for day in stride(from: 0, to: days, by: step) {
      let date = Date(timeIntervalSince1970: TimeInterval(from + day * 86_400))
      let text = try #require(date.wireForm)
      if !(previous < text && Date(wireForm: text) == date) {
        Issue.record("\(text) comes after \(previous)")
        return
      }
      previous = text
    }
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"),
    (0.999_999_9, "1970-01-01T00:00:00Z"),
    (-0.000_001, "1969-12-31T23:59:59Z"),
    (1_706_644_800, "2024-01-30T20:00:00Z"),
    (951_782_399.5, "2000-02-28T23:59:59Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func `a date is written as the second that it is in`(seconds: TimeInterval, text: String) {
    #expect(Date(timeIntervalSince1970: seconds).wireForm == text)
  }

  @Test func `a date just before a second is written as the second before`() {
    #expect(
      Date(timeIntervalSinceReferenceDate: -0.000_000_000_1).wireForm == "2000-12-31T23:59:59Z"
    )
  }

  @Test(arguments: [253_402_300_800, -62_167_219_201, 1e300, -1e300, .infinity, .nan])
  func `a date that RFC 3339 has no year for is not written`(seconds: TimeInterval) {
    #expect(Date(timeIntervalSince1970: seconds).wireForm == nil)
  }
}
