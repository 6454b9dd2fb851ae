/// A position in a text as editors show it: a line and a column, both counted from 1.
public struct TextLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The line, counted from 1. Only a line feed ends a line.
  public let line: Int
  /// The column, counted from 1 in UTF-8 bytes.
  public let column: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1.
  ///   - column: The column in UTF-8 bytes, counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the location of a byte by counting the lines before it.
  ///
  /// - Complexity: O(*n*) in the offset.
  init(ofByte offset: Int, in bytes: Span<UInt8>) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == .lineFeed {
      line += 1
      lineStart = index + 1
    }
    self.init(line: line, column: offset - lineStart + 1)
  }

  /// Returns whether the left location comes first in the text.
  ///
  /// - Parameters:
  ///   - left: A location.
  ///   - right: A location in the same text.
  /// - Returns: `true` if the left line is smaller, or if the lines are equal and the left column
  ///   is.
  public static func < (left: TextLocation, right: TextLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// The location as `line:column`.
  public var description: String { "\(line):\(column)" }
}
