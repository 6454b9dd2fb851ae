internal import CanonicalJSON
internal import Conformance

extension Workspace {
  /// The case of the name, `CONTRACT/CASE` or a `CASE` that is unique.
  func testCase(_ name: String) throws(CommandFailure) -> Case {
    let cases = suites.flatMap(\.cases)
    let found = cases.filter { name.hasSameBytes(as: $0.name) || name.hasSameBytes(as: $0.id) }
    if found.count > 1 {
      throw CommandFailure(.usage, "'\(name)' is \(found.map(\.name).joined(separator: " and ")); name one")
    }
    if let testCase = found.first { return testCase }
    let known = name.utf8.contains(UInt8(ascii: "/")) ? cases.map(\.name) : cases.map(\.id)
    throw CommandFailure(.usage, Suggestion.unknown("case", name, among: known))
  }
}
