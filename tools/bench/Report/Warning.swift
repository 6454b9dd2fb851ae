internal import Foundation

/// Prints a line for whoever runs this, apart from the figures.
func warn(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}
