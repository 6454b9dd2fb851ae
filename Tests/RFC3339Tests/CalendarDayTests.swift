import RFC3339
import Testing

struct CalendarDayTests {
  @Test(arguments: ["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01", "9999-12-31"])
  func `a day of the calendar is read and written alike`(text: String) {
    #expect(CalendarDay(text)?.description == text)
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-01-1", "26-01-01", "2026-02-29", "1900-02-29", "2026-00-01",
    "2026-13-01", "2026-01-00", "2026-04-31", "2026-01-01 ", "+026-01-01", "2026/01/01",
    "2026-01-01T00:00:00Z", "２０２６-01-01",
  ])
  func `what is no day of the calendar is none`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `days are ordered as they follow each other`() throws {
    let days = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].map {
      try #require(CalendarDay($0))
    }
    #expect(days.shuffled().sorted() == days)
  }
}
