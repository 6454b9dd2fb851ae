/// The form of the ids of contracts and operations: `[a-z0-9][a-z0-9-]{0,79}`.
package enum ContractID {
  package static let form = "1 to 80 of a-z 0-9 - that begin with a letter or digit"

  package static func isValid(_ text: String) -> Bool {
    CaseID.isValid(text) && !text.utf8.contains { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
  }
}
