/// The forms of text that a recording should not contain.
enum SensitiveText {
  /// Sensitive text of a kind, and its range in the bytes.
  typealias Found = (kind: Redaction.Kind, range: Range<Int>)

  /// Returns the sensitive text that begins at a position, or `nil` if there is none. Its range may
  /// start later, for example after the word `Bearer`.
  static func first(at position: Int, in bytes: [UInt8]) -> Found? {
    let before = position > 0 ? bytes[position - 1] : 0
    let rest = bytes[position...]
    // Sensitive text starts at a word boundary. Inside a URL, a `/` or `:` before an address is
    // one.
    if isWord(before) && isWord(bytes[position]) { return nil }

    return pem(rest)
      ?? bearer(rest)
      ?? webToken(rest)
      ?? key(rest)
      ?? home(rest, after: before)
      ?? credentials(rest)
      ?? address(rest, after: before)
      ?? random(rest)
  }

  // MARK: - Secrets

  /// Finds a PEM block, such as a private key.
  private static func pem(_ rest: ArraySlice<UInt8>) -> Found? {
    guard rest.starts(with: "-----BEGIN ".utf8) else { return nil }

    let mark = rest.firstRange(of: "-----END ".utf8)
    let end = mark.flatMap { rest[$0.upperBound...].firstRange(of: "-----".utf8)?.upperBound }
    return (.secret, rest.startIndex..<(end ?? rest.endIndex))
  }

  /// Finds the token after the word `Bearer` in any case.
  private static func bearer(_ rest: ArraySlice<UInt8>) -> Found? {
    let word = Array("bearer ".utf8)
    guard rest.count > word.count, zip(rest, word).allSatisfy({ $0 | 0x20 == $1 }) else {
      return nil
    }

    let token = rest.dropFirst(word.count).prefix {
      isBase64($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
    }
    return token.count >= 12 ? (.secret, token.indices) : nil
  }

  /// Finds a JSON Web Token: three parts in base64url, the first two of which are objects.
  private static func webToken(_ rest: ArraySlice<UInt8>) -> Found? {
    guard rest.starts(with: "eyJ".utf8) else { return nil }

    let token = rest.prefix { isBase64($0) || $0 == UInt8(ascii: ".") }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].count >= 10, parts[1].count >= 10 else { return nil }
    return (.secret, token.indices)
  }

  /// The prefixes of keys that services issue, each with the least number of characters that must
  /// follow.
  private static let keys: [(prefix: String, least: Int)] = [
    ("sk-", 16),
    ("sk_live_", 10),
    ("rk_live_", 10),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghu_", 20),
    ("ghs_", 20),
    ("ghr_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("npm_", 30),
    ("hf_", 30),
    ("pypi-", 30),
  ]

  /// Finds a key with a known prefix.
  private static func key(_ rest: ArraySlice<UInt8>) -> Found? {
    for key in keys where rest.starts(with: key.prefix.utf8) {
      let body = rest.dropFirst(key.prefix.utf8.count).prefix {
        isWord($0) || $0 == UInt8(ascii: "-")
      }
      // Words with hyphens can start the same way, so require a digit.
      guard body.count >= key.least, body.contains(where: isDigit) else { continue }
      return (.secret, rest.startIndex..<body.endIndex)
    }
    return nil
  }

  /// Finds the password in `scheme://user:password@host`.
  private static func credentials(_ rest: ArraySlice<UInt8>) -> Found? {
    guard rest.starts(with: "://".utf8) else { return nil }

    let authority = rest.dropFirst(3).prefix {
      $0 > 0x20 && $0 < 0x7F && !#"/"'<>\"#.utf8.contains($0)
    }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
      let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":")), colon + 1 < at
    else { return nil }
    return (.secret, colon + 1..<at)
  }

  /// Finds a long run of hexadecimal digits, or of base64 with a mix of letters and digits that
  /// words don't have.
  private static func random(_ rest: ArraySlice<UInt8>) -> Found? {
    let hex = rest.prefix(while: isHex)
    let isCutOff = rest[hex.endIndex...].first.map(isWord) ?? false
    let isMixed = hex.contains(where: isDigit) && hex.contains { !isDigit($0) }
    if hex.count >= 32, !isCutOff, isMixed { return (.secret, hex.indices) }

    let run = rest.prefix(while: isBase64)
    guard run.count >= 40 else { return nil }

    let upper = run.count { (0x41...0x5A).contains($0) }
    let lower = run.count { (0x61...0x7A).contains($0) }
    let digits = run.count(where: isDigit)

    guard upper * 6 >= run.count, lower * 6 >= run.count, digits * 24 >= run.count else {
      return nil
    }
    return (.secret, run.indices)
  }

  // MARK: - Personal data

  /// Finds an e-mail address, except for those at the example domains of RFC 2606.
  private static func address(_ rest: ArraySlice<UInt8>, after before: UInt8) -> Found? {
    guard !".-+".utf8.contains(before) else { return nil }
    let local = rest.prefix { isWord($0) || ".%+-".utf8.contains($0) }
    guard !local.isEmpty, rest[local.endIndex...].first == UInt8(ascii: "@") else { return nil }

    var domain = rest[(local.endIndex + 1)...].prefix {
      isLetter($0) || isDigit($0) || ".-".utf8.contains($0)
    }
    while let last = domain.last, !isLetter(last) { domain = domain.dropLast() }

    let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let top = labels.last, top.count >= 2, top.allSatisfy(isLetter) else {
      return nil
    }
    guard !exampleDomains.contains(String(decoding: domain, as: UTF8.self)) else { return nil }
    return (.address, rest.startIndex..<domain.endIndex)
  }

  private static let exampleDomains = ["example.com", "example.org", "example.net"]

  /// Finds the name of a home folder, such as the part after `Users` in a path or in
  /// `-Users-dev-notes`, which is how Claude Code writes it.
  private static func home(_ rest: ArraySlice<UInt8>, after before: UInt8) -> Found? {
    for prefix in ["/home/", "/Users/", "-home-", "-Users-"] where rest.starts(with: prefix.utf8) {
      let isPath = prefix.hasPrefix("/")
      guard !isWord(before), !".~-".utf8.contains(before),
        let found = folderName(after: prefix.utf8.count, in: rest, hyphens: isPath),
        // A word with hyphens, such as `-home-page`, isn't a folder.
        isPath || rest[found.range.upperBound...].first == UInt8(ascii: "-")
      else { return nil }
      return found
    }

    return windowsHome(rest)
  }

  /// Finds the name of a home folder in a path of Windows, which begins with a drive letter.
  ///
  /// The separators may be any number of backslashes, since a string in a string doubles them.
  private static func windowsHome(_ rest: ArraySlice<UInt8>) -> Found? {
    guard rest.count > 2, isLetter(rest[rest.startIndex]),
      rest[rest.startIndex + 1] == UInt8(ascii: ":")
    else {
      return nil
    }

    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/") }
    let first = rest.dropFirst(2).prefix(while: isSeparator)
    let folder = rest[first.endIndex...]
    guard !first.isEmpty, folder.starts(with: "Users".utf8) else { return nil }

    let second = folder.dropFirst(5).prefix(while: isSeparator)
    guard !second.isEmpty else { return nil }
    return folderName(after: second.endIndex - rest.startIndex, in: rest, hyphens: true)
  }

  /// Returns the range of a folder's name that starts after `count` bytes, or `nil` if it is empty.
  ///
  /// - Parameter hyphens: Whether the name may contain hyphens.
  private static func folderName(
    after count: Int,
    in rest: ArraySlice<UInt8>,
    hyphens: Bool
  ) -> Found? {
    var name = rest.dropFirst(count).prefix {
      isWord($0) || $0 >= 0x80 || $0 == UInt8(ascii: ".") || (hyphens && $0 == UInt8(ascii: "-"))
    }
    while name.last == UInt8(ascii: ".") { name = name.dropLast() }
    return name.isEmpty ? nil : (.home, name.indices)
  }

  // MARK: - Bytes

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  /// Returns whether a byte is an ASCII letter, a digit or an underscore.
  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
  /// Returns whether a byte occurs in base64, in the form for URLs too.
  private static func isBase64(_ byte: UInt8) -> Bool { isWord(byte) || "+/-=".utf8.contains(byte) }
}
