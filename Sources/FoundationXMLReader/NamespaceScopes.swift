internal import CanonicalJSON
internal import XMLReading

/// The namespace declarations of the open elements (Namespaces in XML 1.0).
struct NamespaceScopes {
  private static let xml = "http://www.w3.org/XML/1998/namespace"
  private static let xmlns = "http://www.w3.org/2000/xmlns/"

  /// The namespaces by prefix: those that surround the document, then those that each open element
  /// declares. The prefix of the default namespace is an empty string.
  ///
  /// Looking up a prefix takes a step for each open element, which a handler limits. If each scope
  /// had the prefixes of all, opening an element could take a step for each prefix.
  private var scopes: [[TextKey: String]]

  /// Creates the scope that surrounds a document, in which only the prefix `xml` is declared.
  ///
  /// - Parameter defaultNamespace: The namespace of names without a prefix.
  init(defaultNamespace: String) {
    scopes = [[TextKey(""): defaultNamespace, TextKey("xml"): Self.xml]]
  }

  /// Adds the declarations of a start tag, and resolves its names.
  ///
  /// - Returns: The name of the element, and its attributes in their order, without the
  ///   declarations.
  /// - Throws: `malformed` if a prefix isn't declared or can't be, or if two attributes have the
  ///   same name.
  mutating func open(
    _ tag: StartTag
  ) throws(XMLProblem) -> (element: XMLName, attributes: [XMLAttribute]) {
    let name = try QualifiedName(tag.name)
    var declared: [TextKey: String] = [:]
    var named: [(name: QualifiedName, value: String)] = []

    for attribute in tag.attributes {
      let name = try QualifiedName(attribute.name)
      if let prefix = name.declaredPrefix {
        try Self.check(prefix: prefix, namespace: attribute.value)
        declared[TextKey(prefix)] = attribute.value
      } else {
        named.append((name, attribute.value))
      }
    }

    scopes.append(declared)
    return (try resolve(name, default: namespace(of: "") ?? ""), try resolve(named))
  }

  /// Removes the declarations of the element that was opened last.
  mutating func close() { scopes.removeLast() }

  /// Throws an error if a prefix can't be declared for a namespace.
  private static func check(prefix: String, namespace: String) throws(XMLProblem) {
    let undeclares = namespace.isEmpty && !prefix.isEmpty
    let isReserved = prefix == "xmlns" || namespace.hasSameBytes(as: xmlns)
    let isXML = namespace.hasSameBytes(as: xml)
    guard !undeclares, !isReserved, (prefix == "xml") == isXML else { throw .malformed }
  }

  /// Returns the attributes with their names resolved. No two have the same name.
  private func resolve(
    _ attributes: [(name: QualifiedName, value: String)]
  ) throws(XMLProblem) -> [XMLAttribute] {
    var resolved: [XMLAttribute] = []
    var seen: Set<[TextKey]> = []

    for (name, value) in attributes {
      let attribute = XMLAttribute(try resolve(name, default: ""), value)
      resolved.append(attribute)

      // The parser compares names as they are written.
      guard name.prefix != nil else { continue }
      let key = [TextKey(attribute.name.namespace), TextKey(attribute.name.local)]
      guard seen.insert(key).inserted else { throw .malformed }
    }
    return resolved
  }

  /// Returns a name in its namespace. Without a prefix, it is in the default one.
  private func resolve(
    _ name: QualifiedName,
    default defaultNamespace: String
  ) throws(XMLProblem) -> XMLName {
    guard let prefix = name.prefix else { return XMLName(name.local, in: defaultNamespace) }
    guard let namespace = namespace(of: prefix) else { throw .malformed }
    return XMLName(name.local, in: namespace)
  }

  /// Returns the namespace that the innermost declaration gives to a prefix.
  private func namespace(of prefix: String) -> String? {
    let key = TextKey(prefix)
    return scopes.reversed().lazy.compactMap { $0[key] }.first
  }
}
