internal import CanonicalJSON
internal import Conformance
internal import Foundation

/// A plausible way to misread a part of an input, such as trimming a string or cutting a list.
package enum Distortion: String, CaseIterable, Sendable {
  case trimmed
  case caseFolded = "case-folded"
  case normalized = "NFC"
  case cutText = "cut at 255"
  case double
  case int32 = "32 bits"
  case cutList = "cut at 20"
  case sorted
  case withoutDoubles = "without doubles"
  case dropped
  case absentForNull = "absent for null"
  case nullForAbsent = "null for absent"

  /// The kind of value that an input must have at the place for the distortion to have an effect.
  package var need: String {
    switch self {
    case .trimmed: "a string with leading or trailing white space"
    case .caseFolded: "a string with a capital letter"
    case .normalized: "a string that isn't in NFC"
    case .cutText: "a string of more than 255 characters"
    case .double: "a number that a double can't represent exactly"
    case .int32: "an integer that doesn't fit in 32 bits"
    case .cutList: "an array of more than 20 elements"
    case .sorted: "an array that isn't sorted"
    case .withoutDoubles: "an array with duplicate elements"
    case .dropped: "the member"
    case .absentForNull: "a null"
    case .nullForAbsent: "an object without the member"
    }
  }

  /// Returns whether the distortion applies to a part.
  ///
  /// - Parameter isMember: Whether the part is a member of an object, so that it may be absent.
  func concerns(_ part: InputTree, isMember: Bool) -> Bool {
    switch (self, part.form) {
    case (.trimmed, .text), (.caseFolded, .text), (.normalized, .text), (.cutText, .text): true
    case (.double, .leaf(.number)), (.int32, .leaf(.number)): true
    case (.cutList, .array), (.sorted, .array), (.withoutDoubles, .array): true
    case (.dropped, _), (.absentForNull, _), (.nullForAbsent, _): isMember
    default: false
    }
  }

  /// Returns the tree with all parts at the place distorted, or `nil` if that changes nothing.
  func applied(to tree: InputTree, at place: ArraySlice<String>) -> InputTree? {
    tree.changing(at: place, addsMember: self == .nullForAbsent) { part in
      switch (self, part.form) {
      case (.dropped, _), (.absentForNull, .leaf(.null)): nil
      default: lossyRead(part)
      }
    }
  }

  /// Returns the tree with all parts at the place changed so that the distortion has an effect, or
  /// `nil` if that changes nothing.
  func triggeringInput(in tree: InputTree, at place: ArraySlice<String>) -> InputTree? {
    tree.changing(at: place) { part in
      switch (self, part.form) {
      case (.trimmed, .text(let text)): .text(" \(text) ")
      case (.caseFolded, .text(let text)): .text("\(text.uppercased())X")
      case (.normalized, .text(let text)): .text("\(text)e\u{301}")
      case (.cutText, .text(let text)): .text(text + String(repeating: "x", count: 256))
      case (.double, .leaf(.number)): .leaf(9_007_199_254_740_993)
      case (.int32, .leaf(.number(let number))):
        .leaf(
          .number(
            JSONNumber(Int(number.integer ?? 0).addingReportingOverflow(1 << 32).partialValue)
          )
        )
      case (.cutList, .array(let elements)) where !elements.isEmpty:
        .array((0...max(20, elements.count)).map { elements[$0 % elements.count] })
      case (.sorted, .array(let elements)): .array(Self.sorted(elements).reversed())
      case (.withoutDoubles, .array(let elements)): .array(elements + elements.prefix(1))
      case (.absentForNull, _): .leaf(.null)
      case (.nullForAbsent, _): nil
      default: part
      }
    }
  }

  /// Returns the part as an implementation with this mistake would read it.
  private func lossyRead(_ part: InputTree) -> InputTree {
    switch (self, part.form) {
    case (.trimmed, .text(let text)): .text(text.trimmingCharacters(in: .whitespacesAndNewlines))
    case (.caseFolded, .text(let text)): .text(text.lowercased())
    case (.normalized, .text(let text)): .text(text.precomposedStringWithCanonicalMapping)
    case (.cutText, .text(let text)):
      .text(String(String.UnicodeScalarView(text.unicodeScalars.prefix(255))))
    case (.double, .leaf(.number(let number))): .leaf(Self.double(number))
    case (.int32, .leaf(.number(let number))):
      .leaf(
        .number(number.integer.map { JSONNumber(Int(Int32(truncatingIfNeeded: $0))) } ?? number)
      )
    case (.cutList, .array(let elements)): .array(Array(elements.prefix(20)))
    case (.sorted, .array(let elements)):
      .array(Self.sorted(elements))
    case (.withoutDoubles, .array(let elements)): .array(elements.distinct(by: \.value))
    default: part
    }
  }

  /// Returns the elements sorted by the bytes of their canonical JSON.
  private static func sorted(_ elements: [InputTree]) -> [InputTree] {
    elements.map { ($0, TextKey($0.value.canonicalText())) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Returns the number after a round trip through a double, which loses digits of integers above
  /// 2⁵³.
  private static func double(_ number: JSONNumber) -> JSONValue {
    .number(
      Int(exactly: number.double).map { JSONNumber($0) } ?? JSONNumber(number.double) ?? number
    )
  }
}
