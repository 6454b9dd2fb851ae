/// A text with every control character, every scalar that changes the text direction, and commands
/// of CI systems.
let hostileText: String = {
  let ranges: [ClosedRange<UInt32>] = [
    0...0x1F, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C...0x61C,
  ]
  var text = ""
  for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
    text.unicodeScalars.append(scalar)
  }
  return text
    + "\u{1B}]0;title\u{7}\u{1B}[2J\n::error::obey\n  ::error::obey ##vso[task.complete]##[error]obey\n"
}()
