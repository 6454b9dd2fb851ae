internal import CanonicalJSON

/// Why a file is no report: what is wrong, and where in it.
package struct ReportFault: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// One value of a JSON report that is being read, and where it stands.
struct ReportReader {
  let value: JSONValue
  let pointer: JSONPointer

  init(_ value: JSONValue, at pointer: JSONPointer = JSONPointer()) {
    self.value = value
    self.pointer = pointer
  }

  func fault(_ message: String) -> ReportFault {
    ReportFault("at \(pointer.tokens.isEmpty ? "the root" : "\(pointer)"): \(message)")
  }

  func member(_ key: String) throws(ReportFault) -> ReportReader {
    guard let member = optional(key) else { throw fault("the member '\(key)' is missing") }
    return member
  }

  func optional(_ key: String) -> ReportReader? {
    value[key].map { ReportReader($0, at: pointer.appending(key)) }
  }

  func text(_ key: String) throws(ReportFault) -> String { try member(key).text() }

  func text() throws(ReportFault) -> String {
    guard let text = value.string else { throw fault("a string is due") }
    return text
  }

  func integer(_ key: String) throws(ReportFault) -> Int { try member(key).integer() }

  func integer() throws(ReportFault) -> Int {
    guard let number = value.number?.integer, let integer = Int(exactly: number), integer >= 0 else {
      throw fault("a whole number from 0 is due")
    }
    return integer
  }

  func items(_ key: String) throws(ReportFault) -> [ReportReader] { try member(key).items() }

  func items() throws(ReportFault) -> [ReportReader] {
    guard let elements = value.elements else { throw fault("an array is due") }
    return elements.enumerated().map { ReportReader($1, at: pointer.appending($0)) }
  }

  func texts(_ key: String) throws(ReportFault) -> [String] {
    try items(key).map { item throws(ReportFault) in try item.text() }
  }

  /// A value, or in its place the text that was cut from it.
  func excerpt() throws(ReportFault) -> JSONValue {
    if let value = optional("value") { return value.value }
    return .string("\(try text("cut")) … cut at 64 KiB of \(try integer("bytes")) bytes")
  }

  func excerpt(_ key: String) throws(ReportFault) -> JSONValue { try member(key).excerpt() }

  func optionalExcerpt(_ key: String) throws(ReportFault) -> JSONValue? {
    guard let member = optional(key) else { return nil }
    return try member.excerpt()
  }
}
