internal import Reporting

extension [StyledLine] {
  /// The lines without colors.
  package var plainText: String { map { $0.text(color: false) }.joined(separator: "\n") }
}
