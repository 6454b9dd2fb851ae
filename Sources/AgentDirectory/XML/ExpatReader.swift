#if os(Linux) || os(macOS)
  internal import CExpat
  package import XMLReading

  /// A reader that uses expat.
  package struct ExpatReader: XMLReader {
    package init() {}

    /// Reads one document of UTF-8.
    ///
    /// - Throws: The first problem, which can be one that the handler reports.
    package func read(
      _ text: [UInt8],
      defaultNamespace: String,
      handler: any XMLHandler
    ) throws(XMLProblem) {
      // If one of the first two bytes is zero, expat would read UTF-16 instead of UTF-8.
      guard !text.prefix(2).contains(0) else { throw .malformed }
      try ExpatParse(defaultNamespace: defaultNamespace, handler: handler).read(text)
    }
  }

  /// A single parse, which receives the C callbacks of expat.
  private final class ExpatParse {
    /// The character between a namespace and a name. XML doesn't allow it, so no namespace contains
    /// it.
    private static let separator: UInt8 = 0x0C

    /// The random number that keeps an attacker from choosing names with the same hash. With one
    /// number for the whole process, expat makes no system call for each parse.
    private static let hashSalt = UInt.random(in: 1 ... .max)

    private let defaultNamespace: String
    private let handler: any XMLHandler
    private var problem: XMLProblem?
    private var parser: XML_Parser?
    /// For each open element, whether it is without a default namespace.
    private var openWithoutDefault: [Bool] = []
    /// Whether the next element's own declaration removes the default namespace, or `nil` if the
    /// element doesn't declare one.
    private var nextIsWithoutDefault: Bool?

    /// Creates a parse of one document.
    ///
    /// - Parameter defaultNamespace: The namespace of elements without a prefix, unless the
    ///   document declares another one.
    init(defaultNamespace: String, handler: any XMLHandler) {
      self.defaultNamespace = defaultNamespace
      self.handler = handler
    }

    /// Parses the bytes of one document.
    func read(_ bytes: [UInt8]) throws(XMLProblem) {
      guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(Self.separator)) else {
        throw .malformed
      }
      defer { XML_ParserFree(parser) }

      self.parser = parser
      XML_SetHashSalt(parser, Self.hashSalt)
      setHandlers(of: parser)

      let status = bytes.withUnsafeBytes { buffer in
        XML_Parse(
          parser,
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(buffer.count),
          1
        )
      }

      if let problem { throw problem }
      guard status == XML_STATUS_OK else { throw .malformed }
    }

    /// Sets the callbacks, which find this object by the user data of the parser.
    private func setHandlers(of parser: XML_Parser) {
      XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())

      XML_SetElementHandler(
        parser,
        { data, name, attributes in ExpatParse.of(data)?.start(name, attributes) },
        { data, _ in ExpatParse.of(data)?.end() }
      )

      XML_SetCharacterDataHandler(parser) { data, text, count in
        ExpatParse.of(data)?.take(text, Int(count))
      }

      XML_SetStartNamespaceDeclHandler(parser) { data, prefix, namespace in
        if prefix == nil { ExpatParse.of(data)?.nextIsWithoutDefault = namespace == nil }
      }

      XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
        ExpatParse.of(data)?.stop(.doctype)
      }
      XML_SetCommentHandler(parser) { data, _ in ExpatParse.of(data)?.stop(.malformed) }
      XML_SetProcessingInstructionHandler(parser) { data, _, _ in
        ExpatParse.of(data)?.stop(.malformed)
      }
      XML_SetXmlDeclHandler(parser) { data, _, _, _ in ExpatParse.of(data)?.stop(.malformed) }
    }

    /// Returns the object that the parser passes to each callback.
    private static func of(_ data: UnsafeMutableRawPointer?) -> ExpatParse? {
      data.map { Unmanaged<ExpatParse>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stops the parser and keeps the first problem. The parser can still call back for the current
    /// tag.
    private func stop(_ problem: XMLProblem) {
      if self.problem == nil { self.problem = problem }
      XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    /// Reports a start tag, with its names resolved.
    private func start(
      _ name: UnsafePointer<CChar>?,
      _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
      guard problem == nil, let name else { return }

      let isWithoutDefault = nextIsWithoutDefault ?? openWithoutDefault.last ?? false
      nextIsWithoutDefault = nil
      openWithoutDefault.append(isWithoutDefault)

      do throws(XMLProblem) {
        try handler.start(Self.split(name, default: isWithoutDefault ? "" : defaultNamespace))
      } catch {
        return stop(error)
      }

      var attribute = attributes
      while let key = attribute?[0], let value = attribute?[1] {
        handler.append(XMLAttribute(Self.split(key, default: ""), String(cString: value)))
        attribute = attribute?.advanced(by: 2)
      }
    }

    /// Reports an end tag.
    private func end() {
      guard problem == nil else { return }
      openWithoutDefault.removeLast()
      handler.end()
    }

    /// Reports a piece of text.
    private func take(_ text: UnsafePointer<CChar>?, _ count: Int) {
      guard problem == nil, let text else { return }
      handler.append(UnsafeRawBufferPointer(start: UnsafeRawPointer(text), count: count))
    }

    /// Splits a name as the parser reports it. A name without a namespace is in the default one.
    private static func split(_ name: UnsafePointer<CChar>, default namespace: String) -> XMLName {
      var count = 0
      while name[count] != 0 { count += 1 }

      let bytes = UnsafeRawBufferPointer(start: name, count: count)
      guard let end = bytes.firstIndex(of: separator) else {
        return XMLName(String(decoding: bytes, as: UTF8.self), in: namespace)
      }
      return XMLName(
        String(decoding: bytes[(end + 1)...], as: UTF8.self),
        in: String(decoding: bytes[..<end], as: UTF8.self)
      )
    }
  }
#endif
