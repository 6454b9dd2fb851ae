internal import CanonicalJSON

/// An XML element, its names resolved to namespaces.
public struct StanzaElement: Sendable {
  /// An attribute; the namespace is empty where it has no prefix.
  public struct Attribute: Sendable {
    /// The local name.
    public var name: String
    /// Empty where it is in none.
    public var namespace: String
    /// The value, with references resolved.
    public var value: String

    /// Makes an attribute.
    public init(_ name: String, _ value: String, namespace: String = "") {
      self.name = name
      self.namespace = namespace
      self.value = value
    }

    fileprivate var key: [TextKey] { [TextKey(namespace), TextKey(name), TextKey(value)] }
  }

  /// What stands between the tags, in order.
  public enum Content: Sendable {
    case text(String)
    case element(StanzaElement)
  }

  /// The local name.
  public var name: String
  /// Empty where the element is in none.
  public var namespace: String
  /// Namespace declarations are none.
  public var attributes: [Attribute]
  /// Texts and child elements, in order.
  public var content: [Content]

  /// Makes an element of names, attributes without a namespace, and content.
  public init(
    _ name: String,
    _ namespace: String,
    _ attributes: [(String, String)] = [],
    _ content: [Content] = []
  ) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes.map { Attribute($0.0, $0.1) }
    self.content = content
  }

  /// The child elements, in order.
  public var children: [StanzaElement] {
    content.compactMap {
      if case .element(let child) = $0 {
        child
      } else {
        nil
      }
    }
  }

  /// The character data right in this element, joined.
  public var text: String {
    content.reduce(into: "") { text, part in if case .text(let more) = part { text += more } }
  }

  /// The value of an attribute without a namespace.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.namespace.isEmpty && $0.name.hasSameBytes(as: attribute) }?.value
  }

  /// Whether the element has this name in this namespace.
  public func has(_ name: String, in namespace: String) -> Bool {
    self.name.hasSameBytes(as: name) && self.namespace.hasSameBytes(as: namespace)
  }

  /// The first child with this name in this namespace.
  public func child(_ name: String, in namespace: String) -> StanzaElement? {
    children.first { $0.has(name, in: namespace) }
  }

  func children(named name: String, in namespace: String) -> [StanzaElement] {
    children.filter { $0.has(name, in: namespace) }
  }
}

extension StanzaElement: Equatable {
  /// Whether both have the same names, content and attributes, those in any order, text by its
  /// bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.has(right.name, in: right.namespace)
      && Set(left.attributes.map(\.key)) == Set(right.attributes.map(\.key))
      && left.content == right.content
  }
}

extension StanzaElement.Content: Equatable {
  /// Whether both are the same text by its bytes, or equal elements.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.element(let left), .element(let right)): left == right
    default: false
    }
  }
}
