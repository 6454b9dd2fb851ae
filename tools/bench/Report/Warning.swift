internal import Foundation

/// Prints a line on standard error, apart from the figures.
func warn(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
