internal import XMLReading

/// A name with or without a prefix.
struct QualifiedName {
  let prefix: String?
  let local: String

  /// Splits a name that is well-formed in XML without namespaces.
  ///
  /// - Throws: `malformed` if it has more than one colon, or a part that is empty or can't start a
  ///   name.
  init(_ name: String) throws(XMLProblem) {
    let parts = name.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let starts = parts.map { Substring($0).unicodeScalars.first }
    let areNames = starts.allSatisfy { $0.map(\.startsName) ?? false }
    guard areNames, parts.count <= 2 else { throw .malformed }

    prefix = parts.count == 2 ? String(Substring(parts[0])) : nil
    local = String(Substring(parts[parts.count - 1]))
  }

  /// The prefix that an attribute of this name declares: an empty string if it declares the default
  /// namespace, or `nil` if it isn't a declaration.
  var declaredPrefix: String? {
    if prefix == "xmlns" { return local }
    return prefix == nil && local == "xmlns" ? "" : nil
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a colon, or a letter as XML 1.0, fifth edition, defines it:
  /// `NameStartChar`.
  var startsName: Bool {
    switch self {
    case ":", "_", "A"..."Z", "a"..."z": true
    case "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}": true
    case "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}": true
    case "\u{2070}"..."\u{218F}", "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}": true
    case "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}", "\u{10000}"..."\u{EFFFF}": true
    default: false
    }
  }

  /// Whether a name can have the scalar after its first: `NameChar` of XML 1.0, fifth edition.
  var continuesName: Bool {
    switch self {
    case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
    default: startsName
    }
  }
}
