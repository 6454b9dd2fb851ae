package import XMLReading

#if !(os(Linux) || os(macOS))
  internal import FoundationXMLReader
#endif

extension StanzaElement {
  /// The reader of stanzas on this platform: expat if the platform has it, otherwise Foundation.
  package static var platformReader: any XMLReader {
    #if os(Linux) || os(macOS)
      ExpatReader()
    #else
      FoundationReader()
    #endif
  }
}
