import AgentDirectory
import Testing

struct StanzaTests {
  @Test(arguments: 0..<500 as Range<UInt64>)
  func `a written stanza is read back unchanged`(seed: UInt64) throws {
    var generator = StanzaGenerator(seed: seed)
    let element = generator.element(depth: 0)
    #expect(try StanzaElement(parsing: element.xml) == element, "\(element.xml)")
  }

  @Test(arguments: 0..<2_000 as Range<UInt64>)
  func `no text crashes the reader, and each stanza can be written again`(seed: UInt64) throws {
    var generator = StanzaGenerator(seed: seed)
    let text = generator.hostileText()
    guard let element = try? StanzaElement(parsing: text) else { return }
    #expect(try StanzaElement(parsing: element.xml) == element, "\(text)")
  }

  @Test func `markup characters are escaped`() throws {
    let element = StanzaElement(
      "a",
      "jabber:client",
      [("b", "<&>'\"\t\n\r")],
      [.text("<&>'\"]]>\r\n")]
    )
    #expect(
      element.xml
        == "<a b='&lt;&amp;&gt;&apos;&quot;&#9;&#10;&#13;'>&lt;&amp;&gt;&apos;&quot;]]&gt;&#13;&#10;</a>"
    )
  }

  @Test func `characters that XML does not allow become replacement characters`() throws {
    let element = StanzaElement(
      "a",
      "jabber:client",
      [("b", "\u{0}")],
      [.text("\u{1}\u{FFFE}x\u{1F916}")]
    )
    #expect(element.xml == "<a b='\u{FFFD}'>\u{FFFD}\u{FFFD}x\u{1F916}</a>")
  }

  @Test func `a namespace is declared at its first element, and replaced after its last`() {
    let element = StanzaElement(
      "iq",
      "jabber:client",
      [],
      [
        .element(
          StanzaElement(
            "q",
            "urn:q",
            [],
            [.element(StanzaElement("r", "urn:q")), .element(StanzaElement("s", ""))]
          )
        )
      ]
    )
    #expect(element.xml == "<iq><q xmlns='urn:q'><r/><s xmlns=''/></q></iq>")
  }

  @Test(arguments: [
    ("<a xmlns=''/>", ""),
    ("<a/>", "jabber:client"),
    ("<p:a xmlns:p='urn:p'/>", "urn:p"),
    ("<a xmlns='urn:a'/>", "urn:a"),
  ])
  func `the default namespace is that of the stream`(text: String, namespace: String) throws {
    #expect(try StanzaElement(parsing: text).namespace == namespace)
  }

  @Test func `no namespace contains the separator of the parser`() {
    #expect(throws: StanzaError.malformedXML) {
      try StanzaElement(parsing: "<a xmlns='urn:a&#12;b' />")
    }
    #expect(throws: StanzaError.malformedXML) {
      try StanzaElement(parsing: "<a xmlns='urn:a\u{0C}b' />")
    }
  }

  @Test(arguments: ["<\0a\0/\0>\0", "\0<\0a\0/\0>", " \0<\0a\0/\0>\0", "<a\0/>"])
  func `zero bytes never make a text UTF-16`(text: String) {
    #expect(throws: StanzaError.malformedXML) { try StanzaElement(parsing: text) }
  }

  @Test func `the first problem in the text is reported`() {
    let deep = String(repeating: "<a>", count: 65)
    #expect(throws: StanzaError.nestingTooDeep) { try StanzaElement(parsing: deep + "<!-- x -->") }
    #expect(throws: StanzaError.malformedXML) { try StanzaElement(parsing: "<!-- x -->" + deep) }
  }
}
