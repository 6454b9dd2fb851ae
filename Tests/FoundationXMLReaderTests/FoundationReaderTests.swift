import AgentDirectory
import FoundationXMLReader
import Testing

/// Tests of texts that `XMLParser` itself reads in another way than rule D10 says.
struct FoundationReaderTests {
  @Test(arguments: [
    // On Linux, the parser crashes.
    ("<a><?p?></a>", "malformed_xml"),
    ("<a b='<![CDATA['/><?p?>", "malformed_xml"),
    // The parser takes a zero byte for the end of the text.
    ("<a/>\u{0}", "malformed_xml"),
    ("<a>\u{0}</a>", "malformed_xml"),
    // The parser reports that these namespaces aren't absolute URIs.
    ("<a xmlns='b'/>", "stanza"),
    ("<a xmlns:p='b c|' p:d=''/>", "stanza"),
    // The parser reports a start tag before or after an error in it.
    ("<a b='1' b='2'/>", "malformed_xml"),
    ("<a b='1'c='2'/>", "malformed_xml"),
    // The parser recovers from errors of namespaces.
    ("<a:b:c/>", "malformed_xml"),
    ("<p:a/>", "malformed_xml"),
    ("<a xmlns:p=''/>", "malformed_xml"),
    ("<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", "malformed_xml"),
    ("<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:b=''/>", "stanza"),
    // The parser reads document types.
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "doctype"),
    (" \r\n<!DOCTYPE a SYSTEM \"b\" [", "doctype"),
    ("<!DOCTYPE a:b PUBLIC 'b' 'c'>", "doctype"),
    ("<!DOCTYPE a PUBLIC 'b'>", "malformed_xml"),
    ("<!DOCTYPE \u{D7}>", "malformed_xml"),
    ("<!DOCTYPE a SYSTEM '\u{1}'>", "malformed_xml"),
    ("<!-- b --><!DOCTYPE a><a/>", "malformed_xml"),
    ("<a><![CDATA[<!DOCTYPE a><?b?>]]>&lt;!DOCTYPE a></a>", "stanza"),
    ("<a b='<![CDATA['/><!DOCTYPE a>]]>", "malformed_xml"),
    ("\u{FEFF}<a/>", "malformed_xml"),
    ("", "malformed_xml"),
    ("<a>", "malformed_xml"),
  ])
  func `a text is read as by expat`(text: String, kind: String) {
    let reading = Reading(of: text, with: .foundation)
    #expect(reading.kind == kind)
    #expect(reading == Reading(of: text, with: .expat))
  }

  @Test func `line ends are normalized everywhere, and white space only in attributes`() throws {
    let text = "<a b='\t\r\n\r&#13;'>\t\r\n\r&#13;<![CDATA[\t\r\n\r]]></a>"
    let stanza = try StanzaElement(parsing: text, with: .foundation)
    #expect(stanza["b"]?.unicodeScalars.elementsEqual("   \r".unicodeScalars) == true)
    #expect(stanza.text.unicodeScalars.elementsEqual("\t\n\n\r\t\n\n".unicodeScalars))
  }

  @Test func `attributes keep their order, also if their names are canonically equivalent`() throws
  {
    let text = "<a z='1' \u{E9}='2' xmlns:p='urn:p' e\u{301}='3' p:z='4'/>"
    let stanza = try StanzaElement(parsing: text, with: .foundation)
    #expect(stanza.attributes.map(\.value) == ["1", "2", "3", "4"])
    #expect(stanza.attributes.map(\.namespace) == ["", "", "", "urn:p"])
  }

  @Test(arguments: [64, 65])
  func `the depth is limited before a later problem is found`(depth: Int) {
    let text = String(repeating: "<a>", count: depth)
    let error = depth > 64 ? StanzaError.nestingTooDeep : .malformedXML
    for problem in ["", "<", "\u{0}", "<!-- b -->", "<?b?>", "</b>", "&b;"] {
      #expect(Reading(of: text + problem, with: .foundation) == .error(error), "\(problem)")
    }
  }

  /// `XMLParser` reads a long text in pieces, whose ends can be inside a character.
  @Test(arguments: ["\u{E9}", "\u{20AC}", "\u{1F916}", "x \n", "&amp;", "&#x20AC;", "]]", "\r"])
  func `a long stanza is read as by expat`(piece: String) {
    for offset in 0..<4 {
      let start = String(repeating: "x", count: offset)
      let text = start + String(repeating: piece, count: 140_000 / piece.utf8.count)
      let stanzas = [
        "<a>\(text)</a>", "<a b='\(text)'/>", "<a><![CDATA[\(text)]]></a>", "<a>\(text)<b/>]]></a>",
        "<a>" + "<b c='\(piece)'>\(start)\(piece)</b>".repeated(5_000) + "</a>", "<a>\(text)",
      ]
      for stanza in stanzas {
        #expect(Reading(of: stanza, with: .expat) == Reading(of: stanza, with: .foundation))
      }
    }
  }

  @Test func `long names are the only ones that one reader refuses`() {
    let longest = String(repeating: "a", count: 50_000)
    #expect(Reading(of: "<\(longest)/>", with: .foundation).kind == "stanza")
    #expect(Reading(of: "<\(longest)a/>", with: .foundation).kind == "malformed_xml")
    #expect(Reading(of: "<\(longest)a/>", with: .expat).kind == "stanza")
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
