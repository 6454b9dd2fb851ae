internal import CanonicalJSON

/// An XML element with names that are resolved to namespaces.
///
/// ```swift
/// let text = "<message to='a@example.com'><body>Hi</body></message>"
/// let message = try StanzaElement(parsing: text)
/// message["to"]                                     // a@example.com
/// message.child("body", in: "jabber:client")?.text  // Hi
/// ```
public struct StanzaElement: Sendable {
  /// An attribute of an element.
  public struct Attribute: Sendable {
    /// The local name.
    public var name: String
    /// The namespace, or an empty string if the name has no prefix.
    public var namespace: String
    /// The value, with resolved references.
    public var value: String

    /// Creates an attribute, by default one whose name has no prefix.
    ///
    /// - Parameters:
    ///   - name: The local name.
    ///   - value: The value, without references.
    ///   - namespace: The namespace, or an empty string for a name without a prefix.
    public init(_ name: String, _ value: String, namespace: String = "") {
      self.name = name
      self.namespace = namespace
      self.value = value
    }

    /// The texts by which attributes are compared.
    fileprivate var key: [TextKey] { [TextKey(namespace), TextKey(name), TextKey(value)] }
  }

  /// A piece of the content between the tags of an element.
  public enum Content: Sendable {
    /// Character data, with resolved references.
    case text(String)
    /// A child element.
    case element(StanzaElement)
  }

  /// The local name.
  public var name: String
  /// The namespace, or an empty string if the element is in none.
  public var namespace: String
  /// The attributes, without namespace declarations.
  public var attributes: [Attribute]
  /// The texts and child elements, in order.
  public var content: [Content]

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - name: The local name.
  ///   - namespace: The namespace, or an empty string for none.
  ///   - attributes: The names and values of attributes without a namespace.
  ///   - content: The texts and child elements.
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

  /// The character data directly in this element, joined.
  public var text: String {
    content.reduce(into: "") { text, part in if case .text(let more) = part { text += more } }
  }

  /// Returns the value of an attribute without a namespace, or `nil` if there is none.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.namespace.isEmpty && $0.name.hasSameBytes(as: attribute) }?.value
  }

  /// Returns whether the element has this name in this namespace.
  public func has(_ name: String, in namespace: String) -> Bool {
    self.name.hasSameBytes(as: name) && self.namespace.hasSameBytes(as: namespace)
  }

  /// Returns the first child with this name in this namespace, or `nil` if there is none.
  public func child(_ name: String, in namespace: String) -> StanzaElement? {
    // A loop instead of `children`, which copies every child into an array.
    for case .element(let child) in content where child.has(name, in: namespace) { return child }
    return nil
  }

  /// Returns the children with this name in this namespace.
  func children(named name: String, in namespace: String) -> [StanzaElement] {
    content.compactMap {
      if case .element(let child) = $0, child.has(name, in: namespace) {
        child
      } else {
        nil
      }
    }
  }
}

extension StanzaElement: Equatable {
  /// Returns whether both elements have the same name, the same content in the same order, and the
  /// same attributes in any order. Text is compared by its bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.has(right.name, in: right.namespace)
      && Set(left.attributes.map(\.key)) == Set(right.attributes.map(\.key))
      && left.content == right.content
  }
}

extension StanzaElement.Content: Equatable {
  /// Returns whether both are texts with the same bytes, or equal elements.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.element(let left), .element(let right)): left == right
    default: false
    }
  }
}
