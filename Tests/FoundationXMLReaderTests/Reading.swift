import AgentDirectory
import FoundationXMLReader
import XMLReading

/// The stanza that a reader reads from a text, or the error.
enum Reading: Equatable {
  case stanza(StanzaElement)
  case error(StanzaError)

  /// Reads a text.
  init(of text: String, with reader: any XMLReader) {
    do {
      self = .stanza(try StanzaElement(parsing: text, with: reader))
    } catch {
      self = .error(error)
    }
  }

  /// The code of the error, or `stanza`.
  var kind: String {
    switch self {
    case .stanza: "stanza"
    case .error(let error): error.rawValue
    }
  }
}

extension XMLReader where Self == FoundationReader {
  static var foundation: FoundationReader { FoundationReader() }
}

extension XMLReader where Self == ExpatReader {
  static var expat: ExpatReader { ExpatReader() }
}
