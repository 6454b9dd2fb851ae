/// Why a received text is no stanza (D10).
public enum StanzaError: String, Error, CaseIterable, Sendable {
  case malformedXML = "malformed_xml"
  case doctype
  case stanzaTooLarge = "stanza_too_large"
  case nestingTooDeep = "nesting_too_deep"
}
