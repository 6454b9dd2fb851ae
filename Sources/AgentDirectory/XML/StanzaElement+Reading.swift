internal import CExpat

extension StanzaElement {
  /// The maximum size of a stanza, in bytes of UTF-8 (D10).
  public static let mostBytes = 1 << 20
  /// The maximum depth of nested elements, including the stanza itself (D10).
  public static let deepestNesting = 64

  /// Parses one stanza of a stream whose default namespace is `jabber:client`.
  ///
  /// - Throws: `StanzaError` if the text isn't a valid stanza.
  public init(parsing text: String) throws(StanzaError) {
    // D10
    guard text.utf8.count <= Self.mostBytes else { throw .stanzaTooLarge }
    let bytes = Array(text.utf8)
    // In a stream, a byte order mark is text outside of a stanza.
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .malformedXML }
    // If one of the first two bytes is zero, the parser would read UTF-16 instead of UTF-8.
    guard !bytes.prefix(2).contains(0) else { throw .malformedXML }
    self = try StanzaReading().read(bytes)
  }
}

/// The reason why a received text isn't a valid stanza (D10).
public enum StanzaError: String, Error, CaseIterable, Sendable {
  /// The text isn't well-formed XML, or it has a comment, a processing instruction, an XML
  /// declaration or a byte order mark.
  case malformedXML = "malformed_xml"
  /// The text has a document type declaration.
  case doctype
  /// The text has more than `mostBytes` bytes.
  case stanzaTooLarge = "stanza_too_large"
  /// The elements are nested deeper than `deepestNesting`.
  case nestingTooDeep = "nesting_too_deep"
}

/// A single parse of a stanza, which receives the C callbacks of the parser.
private final class StanzaReading {
  /// The character between a namespace and a name. XML doesn't allow it, so no namespace contains
  /// it.
  static let separator: UInt8 = 0x0C

  private var open: [OpenElement] = []
  private var root: StanzaElement?
  private var error: StanzaError?
  private var parser: XML_Parser?
  /// Whether the next element's own declaration removes the default namespace, or `nil` if the
  /// element doesn't declare one.
  private var nextIsWithoutDefault: Bool?

  /// An element whose end tag wasn't read yet.
  private struct OpenElement {
    var element: StanzaElement
    /// The bytes of the current text, which arrives in pieces.
    var text: [UInt8] = []
    let isWithoutDefault: Bool

    /// Appends the collected text to the content of the element.
    mutating func endText() {
      guard !text.isEmpty else { return }
      element.content.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
  }

  /// Parses the bytes of one stanza.
  func read(_ bytes: [UInt8]) throws(StanzaError) -> StanzaElement {
    guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(Self.separator)) else {
      throw .malformedXML
    }
    defer { XML_ParserFree(parser) }

    self.parser = parser
    setHandlers(of: parser)
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(
        parser,
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(buffer.count),
        1
      )
    }

    if let error { throw error }
    guard status == XML_STATUS_OK, let root else { throw .malformedXML }
    return root
  }

  /// Sets the callbacks, which find this object by the user data of the parser.
  private func setHandlers(of parser: XML_Parser) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())

    XML_SetElementHandler(
      parser,
      { data, name, attributes in StanzaReading.of(data)?.start(name, attributes) },
      { data, _ in StanzaReading.of(data)?.end() }
    )

    XML_SetCharacterDataHandler(parser) { data, text, count in
      StanzaReading.of(data)?.take(text, Int(count))
    }

    XML_SetStartNamespaceDeclHandler(parser) { data, prefix, namespace in
      if prefix == nil { StanzaReading.of(data)?.nextIsWithoutDefault = namespace == nil }
    }

    // D10
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      StanzaReading.of(data)?.stop(.doctype)
    }
    XML_SetCommentHandler(parser) { data, _ in StanzaReading.of(data)?.stop(.malformedXML) }
    XML_SetProcessingInstructionHandler(parser) { data, _, _ in
      StanzaReading.of(data)?.stop(.malformedXML)
    }
    XML_SetXmlDeclHandler(parser) { data, _, _, _ in StanzaReading.of(data)?.stop(.malformedXML) }
  }

  /// Returns the object that the parser passes to each callback.
  private static func of(_ data: UnsafeMutableRawPointer?) -> StanzaReading? {
    data.map { Unmanaged<StanzaReading>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Stops the parser and keeps the first error. The parser can still call back for the current
  /// tag.
  private func stop(_ error: StanzaError) {
    if self.error == nil { self.error = error }
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  /// Opens an element with its attributes, unless it is nested too deep.
  private func start(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard error == nil, let name else { return }
    // D10
    guard open.count < StanzaElement.deepestNesting else { return stop(.nestingTooDeep) }

    let isWithoutDefault = nextIsWithoutDefault ?? open.last?.isWithoutDefault ?? false
    nextIsWithoutDefault = nil
    let (local, namespace) = Self.split(name)
    var element = StanzaElement(local, namespace ?? (isWithoutDefault ? "" : Namespace.client))

    var attribute = attributes
    while let key = attribute?[0], let value = attribute?[1] {
      let (local, namespace) = Self.split(key)
      element.attributes.append(.init(local, String(cString: value), namespace: namespace ?? ""))
      attribute = attribute?.advanced(by: 2)
    }

    if !open.isEmpty { open[open.count - 1].endText() }
    open.append(OpenElement(element: element, isWithoutDefault: isWithoutDefault))
  }

  /// Closes the current element.
  private func end() {
    guard error == nil, var last = open.popLast() else { return }
    last.endText()
    if open.isEmpty {
      root = last.element
    } else {
      open[open.count - 1].element.content.append(.element(last.element))
    }
  }

  /// Collects a piece of text, which can end inside a character.
  private func take(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard error == nil, !open.isEmpty, let text else { return }
    let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: count)
    open[open.count - 1].text.append(contentsOf: bytes)
  }

  /// Splits a name as the parser reports it.
  private static func split(_ name: UnsafePointer<CChar>) -> (local: String, namespace: String?) {
    let name = String(cString: name)
    guard let end = name.utf8.firstIndex(of: separator) else { return (name, nil) }
    return (String(name[name.utf8.index(after: end)...]), String(name[..<end]))
  }
}
