internal import AgentDirectory
internal import CanonicalJSON

/// Reads stanzas with the library, but for one mistake.
struct MistakenReader {
  let mistake: StanzaMistake?

  enum Reading {
    case stanza(StanzaElement)
    case error(String)
    /// What should have been an error and is taken for nothing.
    case nothing
  }

  func read(_ text: String) -> Reading {
    let reading = readStrictly(text)
    switch (mistake, reading) {
    case (.errorsAreSilent, .error): return .nothing
    case (.errorsAreOne, .error): return .error("malformed_xml")
    case (.doctypeIsMalformed, .error("doctype")): return .error("malformed_xml")
    case (.doctypeIsSearched, _) where text.contains("<!DOCTYPE"): return .error("doctype")
    case (.blankIsNothing, .error) where text.allSatisfy(\.isWhitespace): return .nothing
    case (.sizeIsUnlimited, .error("stanza_too_large")), (.nestingIsUnlimited, .error("nesting_too_deep")):
      return .nothing
    case (.sizeInCharacters, .error("stanza_too_large")) where text.unicodeScalars.count <= StanzaElement.mostBytes:
      return .nothing
    case (.sizeIsExclusive, _) where text.utf8.count == StanzaElement.mostBytes: return .error("stanza_too_large")
    case (.syntaxBeforeSize, .error("stanza_too_large")) where text.contains("<!DOCTYPE"): return .error("doctype")
    case (.nestingFromZero, .error("nesting_too_deep")):
      let shallower = text.replacing("<x>", with: "", maxReplacements: 1).replacing(
        "</x>", with: "", maxReplacements: 1)
      if case .stanza = readStrictly(shallower) { return .nothing }
      return reading
    case (.nestingBelow, .stanza(let stanza)) where stanza.depth == StanzaElement.deepestNesting:
      return .error("nesting_too_deep")
    case (.nestingCountsElements, .stanza(let stanza)) where stanza.size > StanzaElement.deepestNesting:
      return .error("nesting_too_deep")
    case (.firstRootCounts, .error):
      guard let end = text.firstRange(of: "</message>") else { return reading }
      return readStrictly(String(text[..<end.upperBound]))
    default: return reading
    }
  }

  private func readStrictly(_ text: String) -> Reading {
    do throws(StanzaError) { return .stanza(try StanzaElement(parsing: mended(text))) } catch {
      return .error(error.rawValue)
    }
  }

  /// The text as a lenient reader takes it.
  private func mended(_ text: String) -> String {
    switch mistake {
    case .commentsAreSkipped: text.replacing(/<!--.*?-->/.dotMatchesNewlines(), with: "")
    case .instructionsAreSkipped: text.replacing(/<\?(?!xml ).*?\?>/.dotMatchesNewlines(), with: "")
    case .declarationIsSkipped: text.replacing(/^<\?xml .*?\?>/, with: "")
    case .doctypeIsSkipped: text.replacing(/^<!DOCTYPE[^\[>]*(\[.*?\])?>/.dotMatchesNewlines(), with: "")
    case .markIsSkipped: text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    case .unknownEntityIsText:
      text.replacing(/&(?!lt;|gt;|amp;|apos;|quot;|#)(\w+);/) { "&amp;\($0.output.1);" }
    case .ampersandIsText: text.replacing(/&(?!\w+;|#)/, with: "&amp;")
    case .prefixesAreDropped:
      text.replacing(/(<\/?)\w+:/) { "\($0.output.1)" }.replacing(/\ (?!xmlns:)\w+:(?=\w+=)/, with: " ")
    case .sectionsAreIgnored: text.replacing(/<!\[CDATA\[.*?\]\]>/.dotMatchesNewlines(), with: "")
    default: text
    }
  }
}

extension StanzaElement {
  fileprivate var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
  fileprivate var size: Int { children.reduce(1) { $0 + $1.size } }
}
