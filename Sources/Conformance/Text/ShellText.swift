extension String {
  /// The text as one word of the shell `sh`.
  package var shellQuoted: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-".utf8)
    guard isEmpty || !utf8.allSatisfy(plain.contains) else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension ImplementationOrigin {
  /// The options of the command line that name the implementation; nil: it needs none.
  package func options(naming name: String) -> String? {
    switch self {
    case .unasked: nil
    case .named: "--implementation \(name)"
    case .command(let text): "--command \(text.shellQuoted)"
    }
  }
}
