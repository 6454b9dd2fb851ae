extension StanzaElement: CustomStringConvertible {
  /// The XML of the element, as ``xml``.
  public var description: String { xml }
}
