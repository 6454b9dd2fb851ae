extension String {
  /// The text as one word for the shell `sh`, quoted if necessary.
  package var shellQuoted: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-".utf8)
    guard isEmpty || !utf8.allSatisfy(plain.contains) else { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension ImplementationOrigin {
  /// Returns the command-line options that select the implementation, or `nil` if none are needed.
  ///
  /// - Parameter name: The name of the implementation.
  package func options(naming name: String) -> String? {
    switch self {
    case .default, .test: nil
    case .named: "--implementation \(name)"
    case .command(let text): "--command \(text.shellQuoted)"
    }
  }
}
