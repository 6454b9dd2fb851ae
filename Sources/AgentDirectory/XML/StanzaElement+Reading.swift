package import XMLReading

extension StanzaElement {
  /// The maximum size of a stanza, in bytes of UTF-8 (D10).
  public static let byteLimit = 1 << 20
  /// The maximum depth of nested elements, including the stanza itself (D10).
  public static let deepestNesting = 64

  /// Parses one stanza of a stream whose default namespace is `jabber:client`.
  ///
  /// - Parameter text: The whole stanza, from its start tag to its end tag.
  /// - Throws: `StanzaError` if the text isn't a valid stanza.
  public init(parsing text: String) throws(StanzaError) {
    try self.init(parsing: text, with: Self.platformReader)
  }

  /// Parses one stanza with a reader. Every reader reads the same stanza, or throws the same error.
  package init(parsing text: String, with reader: any XMLReader) throws(StanzaError) {
    // D10
    guard text.utf8.count <= Self.byteLimit else { throw .stanzaTooLarge }
    let bytes = Array(text.utf8)
    // In a stream, a byte order mark is text outside of a stanza.
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .malformedXML }

    let builder = StanzaBuilder()
    do {
      try reader.read(bytes, defaultNamespace: Namespace.client, handler: builder)
    } catch {
      throw StanzaError(error)
    }

    guard let root = builder.root else { throw .malformedXML }
    self = root
  }
}

/// The reason why a received text isn't a valid stanza (D10).
public enum StanzaError: String, Error, CaseIterable, Sendable {
  /// The text isn't well-formed XML, or it has a comment, a processing instruction, an XML
  /// declaration or a byte order mark.
  case malformedXML = "malformed_xml"
  /// The text has a document type declaration.
  case doctype
  /// The text has more than `byteLimit` bytes.
  case stanzaTooLarge = "stanza_too_large"
  /// The elements are nested deeper than `deepestNesting`.
  case nestingTooDeep = "nesting_too_deep"

  /// Creates the error for a problem that a reader found.
  fileprivate init(_ problem: XMLProblem) {
    switch problem {
    case .malformed: self = .malformedXML
    case .doctype: self = .doctype
    case .nestingTooDeep: self = .nestingTooDeep
    }
  }
}
