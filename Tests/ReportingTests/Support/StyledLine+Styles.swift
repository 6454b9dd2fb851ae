import Reporting

extension [StyledLine] {
  /// The texts of all spans in a style.
  func texts(in style: Style) -> [String] {
    flatMap(\.spans).filter { $0.style == style }.map(\.text)
  }

  /// The lines as texts without colors.
  var texts: [String] { map { $0.text(color: false) } }
}
