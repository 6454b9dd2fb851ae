extension ByteCursor {
  /// Whether a document type declaration is next, after white space, which is well-formed up to its
  /// `[` or its `>`.
  var isAtDocumentType: Bool {
    var cursor = self
    cursor.skipWhiteSpace()
    guard cursor.skip("<!DOCTYPE"), cursor.skipWhiteSpace(), cursor.skipDocumentTypeName() else {
      return false
    }

    if cursor.skipWhiteSpace(), cursor.isAt("SYSTEM") || cursor.isAt("PUBLIC") {
      guard cursor.skipExternalID() else { return false }
      cursor.skipWhiteSpace()
    }

    return cursor.isAt("[") || cursor.isAt(">")
  }

  /// Moves after a name with at most one colon, and returns whether it is next.
  private mutating func skipDocumentTypeName() -> Bool {
    let ends = Array(" \n\t[>".utf8)
    let name = String(decoding: take { !ends.contains($0) }, as: UTF8.self)
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)

    let startsName = name.unicodeScalars.first?.startsName ?? false
    let isName = startsName && name.unicodeScalars.allSatisfy(\.continuesName)
    return isName && parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
  }

  /// Moves after the identifiers of an external document type, and returns whether they are next.
  private mutating func skipExternalID() -> Bool {
    if skip("PUBLIC") {
      guard skipWhiteSpace(), let identifier = takeQuoted() else { return false }
      guard identifier.allSatisfy(Self.publicIdentifierBytes.contains) else { return false }
    } else {
      guard skip("SYSTEM") else { return false }
    }
    return skipWhiteSpace() && takeQuoted() != nil
  }

  /// The characters of a public identifier: `PubidChar` of XML 1.0, without the CR that was
  /// replaced.
  private static let publicIdentifierBytes = Set(
    " \n-'()+,./:=?;!*#@$_%0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )
}
