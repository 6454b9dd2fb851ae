internal import XMLReading

/// Builds a stanza from the parts that a reader reports.
final class StanzaBuilder: XMLHandler {
  /// The stanza, or `nil` until its end tag was reported.
  private(set) var root: StanzaElement?
  private var open: [OpenElement] = []

  /// An element whose end tag wasn't reported yet.
  private struct OpenElement {
    var element: StanzaElement
    /// The bytes of the current text, which arrives in pieces.
    var text: [UInt8] = []

    /// Appends the collected text to the content of the element.
    mutating func endText() {
      guard !text.isEmpty else { return }
      element.content.append(.text(String(decoding: text, as: UTF8.self)))
      text = []
    }
  }

  /// Opens an element, unless it is nested too deep.
  func start(_ name: XMLName) throws(XMLProblem) {
    // D10
    guard open.count < StanzaElement.deepestNesting else { throw .nestingTooDeep }
    if !open.isEmpty { open[open.count - 1].endText() }
    open.append(OpenElement(element: StanzaElement(name.local, name.namespace)))
  }

  /// Adds an attribute to the current element.
  func append(_ attribute: XMLAttribute) {
    guard !open.isEmpty else { return }
    open[open.count - 1].element.attributes.append(
      .init(attribute.name.local, attribute.value, namespace: attribute.name.namespace)
    )
  }

  /// Collects a piece of text.
  func append(_ text: UnsafeRawBufferPointer) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text.append(contentsOf: text)
  }

  /// Closes the current element.
  func end() {
    guard var last = open.popLast() else { return }
    last.endText()
    if open.isEmpty {
      root = last.element
    } else {
      open[open.count - 1].element.content.append(.element(last.element))
    }
  }
}
