internal import CanonicalJSON
internal import ClawdbotProtocol
internal import Conformance
internal import Foundation

// W4
extension ProtocolDeviations {
  static var ofDates: [Deviation] {
    [
      date("a fraction is refused") { $0.hasFraction ? "" : $0 },
      date("a fraction is rounded") { text in
        text.fraction.first.map { $0 >= "5" } == true ? text.addingSeconds(1) : text
      },
      date("a fraction near to a second is rounded, as doubles are") { text in
        text.fraction.prefix(9).filter { $0 == "9" }.count == 9 ? text.addingSeconds(1) : text
      },
      date("before 1970 a fraction is cut towards it") { text in
        text < "1970" && text.fraction.contains { $0 != "0" } ? text.addingSeconds(1) : text
      },
      date("a fraction has at most nine digits") { $0.fraction.count > 9 ? "" : $0 },
      date("an offset is refused") { $0.hasSuffix("Z") ? $0 : "" },
      date("an offset is left out") { $0.withoutOffset + "Z" },
      date("an offset is added, not subtracted") { text in
        text.withoutOffset + text.offset.mappingScalars { $0 == "+" ? "-" : $0 == "-" ? "+" : $0 }
      },
      date("an offset counts hours alone") { text in
        text.offset.count == 6 ? text.withoutOffset + text.offset.prefix(4) + "00" : text
      },
      date("an offset is at most 14 hours") { ["23", "24"].contains($0.offset.dropFirst().prefix(2)) ? "" : $0 },
      date("an offset of -00:00 is none") { $0.hasSuffix("-00:00") ? "" : $0 },
      writingDate("a fraction is written back") { written, read in
        read.fraction.isEmpty ? written : "\(written.dropLast()).\(read.fraction)Z"
      },
      writingDate("dates are written as they were read") { _, read in read },
      writingDate("milliseconds are written") { written, _ in "\(written.dropLast()).000Z" },
      writingDate("UTC is written as +00:00") { written, _ in "\(written.dropLast())+00:00" },
      writingDate("dates before 1582 are Julian") { written, _ in
        written < "1582-10-15" ? written.addingSeconds(10 * 86_400) : written
      },
      writingDate("years have no leading zeros") { written, _ in
        written.hasPrefix("0") ? String(written.drop { $0 == "0" }) : written
      },
      writing("W4", "dates are written as seconds since 1970") { part in
        guard part.isDate, let date = part.text.flatMap(Date.init(wireForm:)) else { return part.json }
        return .number(JSONNumber(Int(date.timeIntervalSince1970)))
      },
    ]
  }

  /// What is no date, read as one; or a date, read as none.
  static var ofDateForms: [Deviation] {
    [
      date("t and z may be lower-case") { $0.uppercased() },
      date("a space may stand for T") { text in
        text.mappingScalars { $0 == " " ? "T" : $0 }
      },
      date("a missing offset is UTC") { $0.offset.isEmpty ? $0 + "Z" : $0 },
      date("a day is its midnight") { $0.utf8.count == 10 ? $0 + "T00:00:00Z" : $0 },
      date("seconds may be left out") { $0.utf8.count == 17 ? $0.dropLast() + ":00Z" : $0 },
      date("white space around a date is left out") { $0.trimmed },
      date("a leap second is the second before") { $0.replacingText(":60Z", with: ":59Z") },
      date("minute 60 is minute 59") { $0.replacingText(":60:", with: ":59:") },
      date("hour 24 is hour 0") { $0.replacingText("T24", with: "T00") },
      date("months have 31 days") { text in
        text.replacingText("-02-30", with: "-02-28").replacingText("-04-31", with: "-04-30")
      },
      date("every fourth year has a leap day") { $0.replacingText("1900-02-29", with: "1900-03-01") },
      date("no century begins with a leap year") { $0.hasPrefix("2000-02-29") ? "" : $0 },
      date("every February has 29 days") { $0.replacingText("2023-02-29", with: "2023-03-01") },
      date("month 0 and day 0 are the first") { text in
        text.replacingText("-00-", with: "-01-").replacingText("-00T", with: "-01T")
      },
      date("month 13 is January") { $0.replacingText("-13-", with: "-01-") },
      date("a fraction may follow a comma") { $0.replacingText(",", with: ".") },
      date("a point needs no digit after it") { $0.replacingText(".Z", with: "Z") },
      date("the offset needs no colon") { text in
        text.offset.count == 5 ? text.withoutOffset + text.offset.prefix(3) + ":" + text.offset.suffix(2) : text
      },
      date("the offset needs no minutes") { $0.offset.count == 3 ? $0 + ":00" : $0 },
      date("an offset may be of 24 hours") { $0.replacingText("+24:00", with: "+00:00") },
      date("an offset may be of 60 minutes") { $0.replacingText("+01:60", with: "+02:00") },
      date("a year may have five digits") { $0.hasPrefix("12024") ? String($0.dropFirst()) : $0 },
      date("a year may have two digits") { $0.hasPrefix("24-") ? "20" + $0 : $0 },
      date("a sign may stand before a year") { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 },
      date("parts may have one digit") { $0.replacingText("-1-", with: "-01-") },
      date("the basic format is read") { $0.hasPrefix("20240130T") ? "2024-01-30T20:00:00Z" : $0 },
      date("what follows a date is left out") { text in
        text.range(of: "Z").map { String(text[..<$0.upperBound]) } ?? text
      },
      date("digits may be of any script") { text in
        text.mappingScalars { scalar in
          scalar.properties.numericType == .decimal
            ? Unicode.Scalar(UInt8(48 + (scalar.properties.numericValue ?? 0))) : scalar
        }
      },
      date("a date beyond the years of UTC is kept at its own") { text in
        let isOffset = Date(wireForm: "2000-01-01T00:00:00\(text.offset)") != nil
        return isOffset && Date(wireForm: text) == nil ? text.withoutOffset + "Z" : text
      },
      date("seconds since 1970 may be text") { text in
        Int(text).map { Date(timeIntervalSince1970: Double($0)).wireForm ?? text } ?? text
      },
      date("what is no date is the epoch") { Date(wireForm: $0) == nil ? "1970-01-01T00:00:00Z" : $0 },
      reading("W4", "a number is seconds since 1970") { part in
        guard part.isDate, let seconds = part.json?.number?.double else { return part.json }
        return .string(Date(timeIntervalSince1970: min(seconds, 1e10)).wireForm ?? "")
      },
      reading("W4", "a number is no date, nor is it of a wrong type") { part in
        part.isDate && part.json?.number != nil ? "" : part.json
      },
    ]
  }

  /// Each date that is a string, read as another.
  private static func date(_ mistake: String, _ change: @escaping @Sendable (String) -> String) -> Deviation {
    reading("W4", mistake) { part in
      if part.isDate, let text = part.text { .string(change(text)) } else { part.json }
    }
  }

  private static func writingDate(
    _ mistake: String, _ change: @escaping @Sendable (_ written: String, _ read: String) -> String
  ) -> Deviation {
    writing("W4", mistake) { part in
      guard part.isDate, let written = part.text, let read = part.read?.string else { return part.json }
      return .string(change(written, read))
    }
  }
}

extension String {
  /// The digits after the point of a date-time.
  fileprivate var fraction: Substring { hasFraction ? drop { $0 != "." }.dropFirst().prefix(while: \.isNumber) : "" }
  fileprivate var hasFraction: Bool { contains(".") }

  /// What follows the time: `Z`, `+01:00`, or nothing.
  fileprivate var offset: Substring { dropFirst(10).drop { $0 != "Z" && $0 != "+" && $0 != "-" } }
  fileprivate var withoutOffset: String { String(dropLast(offset.count)) }

  /// The text itself where it is no date.
  fileprivate func addingSeconds(_ seconds: Int) -> String {
    Date(wireForm: self)?.addingTimeInterval(Double(seconds)).wireForm ?? self
  }
}

extension Substring {
  fileprivate func mappingScalars(_ change: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    String(self).mappingScalars(change)
  }
}
