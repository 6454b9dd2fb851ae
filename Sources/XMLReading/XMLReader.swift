/// A parser of XML, which reports the parts of an element to a handler.
package protocol XMLReader: Sendable {
  /// Reads a text that is one element, with white space around it.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8 without a byte order mark.
  ///   - defaultNamespace: The default namespace that surrounds the element.
  ///   - handler: An object that receives the parts of the element, in their order.
  /// - Throws: The first problem in the text. If the handler throws an error, this is it.
  func read(
    _ text: [UInt8],
    defaultNamespace: String,
    handler: any XMLHandler
  ) throws(XMLProblem)
}

/// An object that receives the parts of an element from a reader.
package protocol XMLHandler: AnyObject {
  /// Receives the name of a start tag.
  ///
  /// - Throws: The reason why the reader has to stop.
  func start(_ name: XMLName) throws(XMLProblem)

  /// Receives an attribute of the element that was started last, before its content.
  func append(_ attribute: XMLAttribute)

  /// Receives a piece of text, which can end inside a character.
  func append(_ text: UnsafeRawBufferPointer)

  /// Receives the end tag of the element that was started last and hasn't ended.
  func end()
}

/// The reason why a reader stops.
package enum XMLProblem: Error {
  /// The text isn't well-formed, or it has a comment, a processing instruction, or an XML
  /// declaration.
  case malformed
  /// The text has a document type declaration.
  case doctype
  /// The handler doesn't accept an element at this depth.
  case nestingTooDeep
}

/// A name that is resolved to its namespace.
package struct XMLName: Sendable {
  /// The name without its prefix.
  package let local: String
  /// The namespace, or an empty string for none.
  package let namespace: String

  /// - Parameters:
  ///   - local: The name without its prefix.
  ///   - namespace: The namespace, or an empty string for none.
  package init(_ local: String, in namespace: String) {
    self.local = local
    self.namespace = namespace
  }
}

/// An attribute that isn't a namespace declaration.
package struct XMLAttribute: Sendable {
  /// The name. Without a prefix, it has no namespace.
  package let name: XMLName
  /// The value, with resolved references.
  package let value: String

  /// - Parameters:
  ///   - name: The name, which has no namespace if it was written without a prefix.
  ///   - value: The value, with resolved references.
  package init(_ name: XMLName, _ value: String) {
    self.name = name
    self.value = value
  }
}
