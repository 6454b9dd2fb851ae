import Conformance

/// Generates texts for readers of XML: stanzas, damaged stanzas, and texts that no stanza is like.
/// The same seed produces the same texts on every platform.
struct XMLTextGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// Returns a text.
  mutating func text() -> String {
    switch number(below: 10) {
    case 0: hostileText()
    case 1: pick(Self.stanzas)
    case 2, 3: damaged(pick(Self.stanzas))
    case 4: damaged(document())
    default: document()
    }
  }

  // MARK: - Documents

  /// Returns one element, sometimes with something before or after it.
  private mutating func document() -> String {
    let depth = isChosen(oneIn: 12) ? 60 + number(below: 5) : 0
    let declaring = "a xmlns:e='urn:a' xmlns:f='\(namespace())'"
    let inner = (0..<depth).map { _ in pick(["a", "b", "e:a xmlns:e='urn:a'"]) }
    let wrappers = isChosen(oneIn: 8) ? inner : [declaring] + inner
    let opening = wrappers.map { "<\($0)>" }.joined()
    let closing = wrappers.reversed().map { "</\($0.prefix { $0 != " " })>" }.joined()
    let before = isChosen(oneIn: 6) ? pick(Self.prologs) : ""
    let after = isChosen(oneIn: 6) ? pick(Self.epilogs) : ""
    return before + opening + element(depth: 0) + closing + after
  }

  /// Returns an element that is well-formed, except for a rare mistake.
  private mutating func element(depth: Int) -> String {
    let name = qualifiedName()
    var tag = "<\(name)"
    for _ in 0..<number(below: 4) { tag += space() + attribute() }
    if isChosen(oneIn: 4) { tag += space() }
    guard !isChosen(oneIn: 4) else { return tag + "/>" }

    let parts = (0..<number(below: 4)).map { _ in
      depth < 4 && isChosen(oneIn: 2) ? element(depth: depth + 1) : content()
    }
    let endName = isChosen(oneIn: 60) ? qualifiedName() : name
    return tag + ">" + parts.joined() + "</\(endName)\(isChosen(oneIn: 8) ? "\n" : "")>"
  }

  /// Returns an attribute or a namespace declaration.
  private mutating func attribute() -> String {
    let quote = pick(["'", "'", "\""])
    let equals = pick(["=", "=", "=", " = ", "\n="])
    switch number(below: 5) {
    case 0: return "xmlns" + equals + quote + namespace() + quote
    case 1: return "xmlns:" + prefix() + equals + quote + namespace() + quote
    default: return qualifiedName() + equals + quote + value() + quote
    }
  }

  /// Returns a name, sometimes with a prefix that is mostly declared by `document()`.
  private mutating func qualifiedName() -> String {
    let local = isMistake() ? pick(Self.oddNames) : pick(Self.names)
    return isChosen(oneIn: 4) ? prefix() + ":" + local : local
  }

  private mutating func prefix() -> String {
    isMistake() ? pick(Self.oddPrefixes) : pick(["e", "f"])
  }

  private mutating func space() -> String {
    isMistake() ? pick(["", "\u{A0}"]) : pick(Self.spaces)
  }

  private mutating func namespace() -> String {
    isMistake() ? pick(Self.oddNamespaces) : pick(Self.namespaces)
  }

  private mutating func value() -> String {
    isMistake() ? pick(Self.oddValues) : pick(Self.values)
  }

  private mutating func content() -> String {
    isMistake() ? pick(Self.oddContents) : pick(Self.contents)
  }

  private mutating func isMistake() -> Bool { isChosen(oneIn: 30) }

  private static let names = [
    "a", "b", "message", "body", "id", "xml", "lang", "x-1", "_", "a.b", "\u{E9}", "e\u{301}",
    "K", "\u{212A}", "\u{4E2D}", "a\u{B7}",
  ]
  private static let oddNames = [
    "1", "-a", ".", "a:b", ":a", "a:", "", "\u{301}", "\u{D7}", "a\u{D7}", "\u{37E}", "a\u{2028}",
    "e:1", "\u{1F916}", "xmlns", "a\u{0}", "a\u{B}b", "\u{B7}",
  ]
  private static let oddPrefixes = ["", "xml", "xmlns", "e\u{301}", "\u{E9}", "g", "1", "xmlns:e"]
  private static let spaces = [" ", " ", " ", "\n", "\t", "\r\n", "  ", "\r"]
  private static let namespaces = [
    "urn:a", "urn:a", "urn:b", "jabber:client", "urn:\u{E9}", "urn:e\u{301}", "a b", "x",
    "urn:&amp;",
    "urn:&#97;", "http://www.w3.org/2000/xmlns", "%", "\t",
  ]
  private static let oddNamespaces = [
    "", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/", "<", "&x;",
    "http://www.w3.org/2000/xmlns&#x2f;", "\u{C}", "&#12;",
  ]
  private static let values = [
    "", "x", "a@b/c", " x  y ", "\n", "\r\n", "\r", "\t\t", "&lt;", "&amp;amp;", "&quot;&apos;",
    "&#10;", "&#xD;&#x9;", "\u{E9}", "\u{1F916}", "&#x1F916;", "]]>", ">", "&#38;lt;",
    "&#00000000000000065;", "?>", "-->",
  ]
  private static let oddValues = [
    "<", "&", "&x;", "&#0;", "&#xD800;", "\u{1}", "\u{FFFE}", "'", "\"", "&#x110000;", "&#;",
    "&#x;",
    "&lt", "<!--", "<![CDATA[", "<?", "&#x41", "&#4294967361;", "&#X41;",
  ]
  private static let contents = [
    "x", " ", "\n", "\r\n", "\r", "a\r\rb", "\u{E9}", "e\u{301}", "\u{1F916}", "&lt;b&gt;", "&amp;",
    "&#13;", "&#x1F916;", "&#65;", "<![CDATA[]]>", "<![CDATA[<b>&amp;]]>", "<![CDATA[\r\n]]]]>",
    "<![CDATA[<!DOCTYPE a>]]>", "<![CDATA[a]]><![CDATA[b]]>", "]]", "'\"", "\u{85}", "\u{2028}",
    String(repeating: "long ", count: 120), String(repeating: "\u{20AC}", count: 301),
    "&apos;&quot;", ">", "-->", "?>", "<b xmlns=''><c/></b>", "<b xml:lang='x'/>",
  ]
  private static let oddContents = [
    "]]>", "&nbsp;", "& ", "&#;", "&#x;", "&#0;", "&#xFFFE;", "&#x110000;", "&#99999999999;",
    "\u{0}",
    "\u{FFFF}", "\u{B}", "<!-- c -->", "<!-->", "<?p?>", "<?xml version='1.0'?>", "<!DOCTYPE a>",
    "<!ENTITY a 'b'>", "<![CDATA[", "<", "</", "<1/>", "< a/>", "</b>", "<b>", "&lt", "&#65",
    "<b c/>", "<b c=d/>", "<b c='1' c='2'/>", "<b c='1'd='2'/>", "<![cdata[x]]>", "\u{FEFF}",
  ]
  private static let prologs = [
    " ", "\n\t ", "\r\n", "\u{FEFF}", "x", "<?xml version='1.0'?>", " <?xml version='1.0'?>",
    "<!-- c -->", "<?p?>", "<!DOCTYPE a>", " <!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY x 'y'>]>",
    "<!DOCTYPE a SYSTEM 'x'>", "<!DOCTYPE a PUBLIC 'x' \"y\">", "<!DOCTYPE a PUBLIC 'x'>",
    "<!DOCTYPE a PUBLIC '{' 'y'>", "<!DOCTYPE>", "<!DOCTYPE a b>", "<!DOCTYPE a", "<!DOCTYPEa>",
    "<!doctype a>", "<!DOCTYPE a\r\n[", "<!DOCTYPE 1>", "<!DOCTYPE e:a>", "<!DOCTYPE e:1>",
    "<!DOCTYPE a:b:c>", "<!DOCTYPE :a>", "<!DOCTYPE a:>", "<!DOCTYPE \u{E9}>", "<!DOCTYPE \u{D7}>",
    "<!DOCTYPE a SYSTEM'x'>", "<!DOCTYPE a SYSTEM 'x'y>", "<!DOCTYPE a SYSTEM 'x'[",
    "<!DOCTYPE a PUBLIC 'x''y'>", "<!DOCTYPE a SYSTEM '\u{1}'>", "<!DOCTYPE a\u{1}>",
    "<!DOCTYPE a %x;[",
    "<!-- c --><!DOCTYPE a>", "<a/>", "\u{0}", "&lt;", "<![CDATA[x]]>", "<", "\u{A0}", "]]>", "<!",
    "<!DOCTYPE a public 'x' 'y'>", "<!DOCTYPE a SYSTEM \"'>\" >", "<!DOCTYPE a PUBLIC '' ''>",
  ]
  private static let epilogs = [
    " ", "\r\n\t", "x", "<a/>", "<!-- c -->", "<?p?>", "<!DOCTYPE a>", "&#32;", "<", "&", "\u{0}",
    "</a>", "<![CDATA[]]>", "\u{FEFF}", "]", ">", "<!", "<?", "\u{85}", " \u{FFFF}", "<!-",
  ]

  // MARK: - Damage

  /// Returns a text with some of its characters removed, repeated, replaced or moved.
  private mutating func damaged(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<(1 + number(below: 3)) {
      let start = number(below: scalars.count + 1)
      let end = min(scalars.count, start + (isChosen(oneIn: 3) ? number(below: 30) : 1))
      let part = Array(scalars[start..<end])
      switch number(below: 6) {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: part, at: number(below: scalars.count + 1))
      case 2: scalars.removeSubrange(end...)
      case 3: scalars.replaceSubrange(start..<end, with: pick(Self.pieces).unicodeScalars)
      default: scalars.insert(contentsOf: pick(Self.pieces).unicodeScalars, at: start)
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns a few pieces of XML in any order.
  private mutating func hostileText() -> String {
    (0..<(1 + number(below: 10))).map { _ in
      isChosen(oneIn: 3) ? pick(Self.contents) : pick(Self.pieces)
    }.joined()
  }

  private static let pieces = [
    "<a>", "</a>", "<a/>", "<e:a xmlns:e='u'>", "</e:a>", "<!DOCTYPE a>", "<!ENTITY x 'y'>", "&x;",
    "&#0;", "&#x10FFFF;", "<![CDATA[", "]]>", "<!--", "-->", "<?x ?>", " xmlns=''", "'", "\"",
    "\u{0}", "\u{FFFE}", "\u{E9}", "\u{FEFF}", "<", ">", "&", "/", "=", ":", " ", "\r", "\n", "!",
    "?", "]", "[", ";", "#", "-", "x", "1", "\u{301}", "\u{1}", "\u{7F}", "\u{9F}", "\u{1F916}",
    "<a b='c' b='d'/>", "<a xmlns:x=''/>", "<xmlns:a/>", "<a xmlns:xml='u'/>", " a='b'", " e:a='b'",
    " xmlns:f='urn:a' xmlns:e='urn:a' e:c='' f:c=''", "xmlns:", "xml:", "&#", "&lt;", "]]", "--",
  ]

  // MARK: - Numbers

  /// The stanzas of the cases, except for long ones, which would take most of the time.
  private static let stanzas = DirectorySuite.stanzas.filter { $0.utf8.count < 2_000 }

  private mutating func number(below bound: Int) -> Int { numbers.number(below: bound) }

  private mutating func isChosen(oneIn count: Int) -> Bool { number(below: count) == 0 }

  private mutating func pick(_ choices: [String]) -> String {
    choices.isEmpty ? "" : choices[number(below: choices.count)]
  }
}
