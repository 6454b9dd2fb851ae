internal import Foundation
package import XMLReading

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// A reader that uses Foundation's `XMLParser`, for platforms without expat.
///
/// It reads the same elements as a reader that uses expat, and finds the same problems, except in
/// names: they follow the fifth edition of XML 1.0 instead of the fourth, and have at most 50,000
/// bytes.
package struct FoundationReader: XMLReader {
  package init() {}

  package func read(
    _ text: [UInt8],
    defaultNamespace: String,
    handler: any XMLHandler
  ) throws(XMLProblem) {
    let document = ReadableDocument(text)
    if document.beginsWithDocumentType { throw .doctype }

    let parse = FoundationParse(
      document.readable,
      defaultNamespace: defaultNamespace,
      handler: handler
    )
    try parse.run()
    guard document.isReadable else { throw .malformed }
  }
}

/// A single parse, which is the delegate of an `XMLParser`.
///
/// It uses the parser to check that the text is well-formed, and to read text and end tags. It reads
/// the names and attributes of start tags itself, because the parser reports no namespaces of
/// attributes. It reports attributes in a dictionary, which has no order and merges names that are
/// canonically equivalent.
private final class FoundationParse: NSObject, XMLParserDelegate {
  /// The part of the text that the parser reads.
  private let document: [UInt8]
  private let handler: any XMLHandler
  private var startTags: StartTagReader
  private var namespaces: NamespaceScopes
  /// The first problem. After it, nothing is reported to the handler.
  private var problem: XMLProblem?

  /// - Parameters:
  ///   - document: The readable part of a text.
  ///   - defaultNamespace: The default namespace that surrounds the element.
  ///   - handler: The object that receives the parts of the element.
  init(_ document: [UInt8], defaultNamespace: String, handler: any XMLHandler) {
    self.document = document
    self.handler = handler
    startTags = StartTagReader(document)
    namespaces = NamespaceScopes(defaultNamespace: defaultNamespace)
  }

  /// Parses the document and reports its parts to the handler.
  ///
  /// - Throws: The first problem. If the handler threw an error, this is it.
  func run() throws(XMLProblem) {
    let parser = XMLParser(data: Data(document))
    parser.shouldProcessNamespaces = false
    parser.shouldReportNamespacePrefixes = false
    parser.shouldResolveExternalEntities = false
    parser.delegate = self

    let isParsed = parser.parse()
    if let problem { throw problem }
    guard isParsed || Self.isIgnored(parser.parserError) else { throw .malformed }
  }

  /// Keeps the first problem and stops the parser, which can still report a few parts.
  private func stop(_ parser: XMLParser, _ problem: XMLProblem) {
    guard self.problem == nil else { return }
    self.problem = problem
    parser.abortParsing()
  }

  /// Returns whether an error of the parser is about a namespace that isn't a URI, or is a relative
  /// one. Both are well-formed.
  private static func isIgnored(_ error: (any Error)?) -> Bool {
    // XML_WAR_NS_URI, XML_WAR_NS_URI_RELATIVE
    guard let error = error as NSError? else { return false }
    return error.code == 99 || error.code == 100
  }

  /// Reports the name and the attributes of a start tag, in the order in which they are written.
  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard problem == nil else { return }

    do throws(XMLProblem) {
      guard let tag = startTags.next(), tag.name == name else { throw .malformed }
      let names = try namespaces.open(tag)
      try handler.start(names.element)
      for attribute in names.attributes { handler.append(attribute) }
    } catch {
      stop(parser, error)
    }
  }

  /// Reports an end tag, and ends the scope of the namespaces that its element declares.
  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard problem == nil else { return }
    namespaces.close()
    handler.end()
  }

  /// Reports a piece of text, with resolved references.
  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard problem == nil else { return }
    var text = text
    text.withUTF8 { handler.append(UnsafeRawBufferPointer($0)) }
  }

  /// Reports white space like any other text.
  func parser(_ parser: XMLParser, foundIgnorableWhitespace text: String) {
    self.parser(parser, foundCharacters: text)
  }

  /// Reports a CDATA section, or a piece of one, as text.
  func parser(_ parser: XMLParser, foundCDATA section: Data) {
    guard problem == nil else { return }
    section.withUnsafeBytes { handler.append($0) }
  }

  /// Stops at an error, except one about the form of a namespace.
  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if !Self.isIgnored(error) { stop(parser, .malformed) }
  }
}
