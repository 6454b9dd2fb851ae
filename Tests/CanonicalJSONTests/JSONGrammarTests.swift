import CanonicalJSON
import MessageSnapshot
import Testing

struct JSONGrammarTests {
  private let messages = MessageSnapshot("Malformed JSON")

  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "123456789", "0.0", "-0.1", "1.25", "1e1", "1E1", "1e+1", "1e-1",
    "1.5E+10", "0e0",
    "0e+00",
    "\"\"", "\"a\"", "\"\u{7F}\"", "\"\u{80}\"", "\"\u{2028}\u{2029}\"", "\"\u{FFFF}\u{10FFFF}\"",
    "\"\u{FEFF}\"",
    #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9\u00E9""#, #""\ud83d\ude00""#, #""\ud800""#,
    #""\udc00\ud800""#,
    #""\\u0061""#, #""\\\"""#,
    "true", "false", "null", "[]", "{}", "[[]]", "[{}]", "[1]", "[1,2]",
    "[null,true,\"x\",1.5,{},[]]",
    "{\"a\":1}", "{\"a\":1,\"b\":{\"c\":[]}}", "{\"\":0}", "{\"a\":1,\"a\":2}",
    "{\"a\":{},\"b\":[]}",
    " 1", "1 ", "\t\r\n 1 \t\r\n", " [ ] ", " { } ", " [ 1 , 2 ] ", " { \"a\" : 1 , \"b\" : 2 } ",
  ])
  func `the reader takes what RFC 8259 allows`(text: String) {
    #expect(throws: Never.self, "as a String") { try JSONDocument(parsing: text) }
    #expect(throws: Never.self, "as bytes") { try JSONDocument(parsing: Array(text.utf8)) }
  }

  static let malformed: [(text: String, offset: Int, reason: JSONSyntaxError.Reason)] = [
    // An empty text, or only white space.
    ("", 0, .emptyText),
    (" \n", 2, .unexpected(nil, expected: .value)),
    // Other kinds of white space.
    ("\0", 0, .unexpected("\u{0}", expected: .value)),
    ("\0[]", 0, .unexpected("\u{0}", expected: .value)),
    ("\u{C}1", 0, .unexpected("\u{C}", expected: .value)),
    ("[\u{B}]", 1, .unexpected("\u{B}", expected: .elementOrEnd)),
    ("\u{A0}1", 0, .unexpected("\u{A0}", expected: .value)),
    ("[1\u{2028}]", 2, .unexpected("\u{2028}", expected: .commaOrArrayEnd)),
    ("1\u{0}", 1, .unexpected("\u{0}", expected: .textEnd)),
    // A byte order mark.
    ("\u{FEFF}{}", 0, .byteOrderMark),
    ("\u{FEFF}", 0, .byteOrderMark),
    ("{}\u{FEFF}", 2, .unexpected("\u{FEFF}", expected: .textEnd)),
    // Literal names.
    ("tru", 3, .unexpected(nil, expected: .literalTrue)),
    ("fals ", 4, .unexpected(" ", expected: .literalFalse)),
    ("nulL", 3, .unexpected("L", expected: .literalNull)),
    ("True", 0, .unexpected("T", expected: .value)),
    ("truefalse", 4, .unexpected("f", expected: .textEnd)),
    ("NaN", 0, .unexpected("N", expected: .value)),
    ("-Infinity", 1, .unexpected("I", expected: .digitAfterMinus)),
    ("undefined", 0, .unexpected("u", expected: .value)),
    ("é", 0, .unexpected("\u{E9}", expected: .value)),
    // Numbers.
    ("-", 1, .unexpected(nil, expected: .digitAfterMinus)),
    ("--1", 1, .unexpected("-", expected: .digitAfterMinus)),
    ("+1", 0, .unexpected("+", expected: .value)),
    ("01", 0, .leadingZero),
    ("-012", 1, .leadingZero),
    ("00", 0, .leadingZero),
    (".5", 0, .unexpected(".", expected: .value)),
    ("1.", 2, .unexpected(nil, expected: .digitAfterPoint)),
    ("1.e1", 2, .unexpected("e", expected: .digitAfterPoint)),
    ("-.5", 1, .unexpected(".", expected: .digitAfterMinus)),
    ("1e", 2, .unexpected(nil, expected: .exponentDigit)),
    ("1e+", 3, .unexpected(nil, expected: .exponentDigit)),
    ("1e1.5", 3, .unexpected(".", expected: .textEnd)),
    ("0x1F", 1, .unexpected("x", expected: .textEnd)),
    ("1_000", 1, .unexpected("_", expected: .textEnd)),
    ("1 2", 2, .unexpected("2", expected: .textEnd)),
    ("１", 0, .unexpected("\u{FF11}", expected: .value)),
    ("1e309", 0, .numberOutOfRange),
    ("[-1e999]", 1, .numberOutOfRange),
    // Strings.
    ("\"", 0, .unterminatedString),
    (" \"abc", 1, .unterminatedString),
    ("\"a\\\"", 0, .unterminatedString),
    ("\"a\tb\"", 2, .controlCharacter("\u{9}")),
    ("\"a\nb\"", 2, .controlCharacter("\u{A}")),
    ("\"\u{0}\"", 1, .controlCharacter("\u{0}")),
    ("\"\u{1F}\"", 1, .controlCharacter("\u{1F}")),
    ("'a'", 0, .unexpected("'", expected: .value)),
    (#""\x41""#, 2, .unknownEscape("x")),
    (#""\é""#, 2, .unknownEscape("\u{E9}")),
    (#""\U0041""#, 2, .unknownEscape("U")),
    (#""\"#, 2, .unknownEscape(nil)),
    (#""\u""#, 1, .incompleteUnicodeEscape),
    (#""\u004""#, 1, .incompleteUnicodeEscape),
    (#""\u00G0""#, 1, .incompleteUnicodeEscape),
    (#""a\u+041""#, 2, .incompleteUnicodeEscape),
    (#""\ud83d\u""#, 7, .incompleteUnicodeEscape),
    (#""\u00"#, 1, .incompleteUnicodeEscape),
    // Arrays.
    ("[", 1, .unexpected(nil, expected: .elementOrEnd)),
    ("[,1]", 1, .unexpected(",", expected: .elementOrEnd)),
    ("[1,]", 3, .unexpected("]", expected: .element)),
    ("[1,,2]", 3, .unexpected(",", expected: .element)),
    ("[1 2]", 3, .unexpected("2", expected: .commaOrArrayEnd)),
    ("[1x]", 2, .unexpected("x", expected: .commaOrArrayEnd)),
    ("[1", 2, .unexpected(nil, expected: .commaOrArrayEnd)),
    ("[1}", 2, .unexpected("}", expected: .commaOrArrayEnd)),
    ("[1:2]", 2, .unexpected(":", expected: .commaOrArrayEnd)),
    ("[]]", 2, .unexpected("]", expected: .textEnd)),
    ("]", 0, .unexpected("]", expected: .value)),
    ("[1,", 3, .unexpected(nil, expected: .element)),
    ("[}", 1, .unexpected("}", expected: .elementOrEnd)),
    ("[1/*c*/]", 2, .unexpected("/", expected: .commaOrArrayEnd)),
    // Objects.
    ("{", 1, .unexpected(nil, expected: .keyOrEnd)),
    ("{a:1}", 1, .unexpected("a", expected: .keyOrEnd)),
    ("{1:1}", 1, .unexpected("1", expected: .keyOrEnd)),
    ("{,}", 1, .unexpected(",", expected: .keyOrEnd)),
    ("{]", 1, .unexpected("]", expected: .keyOrEnd)),
    ("{\"a\"}", 4, .unexpected("}", expected: .colon)),
    ("{\"a\" 1}", 5, .unexpected("1", expected: .colon)),
    ("{\"a\"", 4, .unexpected(nil, expected: .colon)),
    ("{\"a", 1, .unterminatedString),
    ("{\"a\":}", 5, .unexpected("}", expected: .value)),
    ("{\"a\":", 5, .unexpected(nil, expected: .value)),
    ("{\"a\"::1}", 5, .unexpected(":", expected: .value)),
    ("{\"a\":1", 6, .unexpected(nil, expected: .commaOrObjectEnd)),
    ("{\"a\":1]", 6, .unexpected("]", expected: .commaOrObjectEnd)),
    ("{\"a\":1 \"b\":2}", 7, .unexpected("\"", expected: .commaOrObjectEnd)),
    ("{\"a\":1,}", 7, .unexpected("}", expected: .key)),
    ("{\"a\":1,,}", 7, .unexpected(",", expected: .key)),
    ("{\"a\":1,b", 7, .unexpected("b", expected: .key)),
    ("{\"a\":[1}", 7, .unexpected("}", expected: .commaOrArrayEnd)),
    ("{}#", 2, .unexpected("#", expected: .textEnd)),
  ]

  @Test(arguments: malformed)
  func `the reader says what is wrong, where, and what it expected`(
    text: String,
    offset: Int,
    reason: JSONSyntaxError.Reason
  ) {
    let error = #expect(throws: JSONSyntaxError.self, "of the String \(text.debugDescription)") {
      try JSONDocument(parsing: text)
    }
    #expect(error?.reason == reason, "of \(text.debugDescription)")
    #expect(error?.offset == offset, "in \(text.debugDescription)")
  }

  @Test func `the reader says it in the recorded words`() {
    messages.expect(Self.malformed.map { message(of: $0.text) }, "malformed texts")
  }

  private func message(of text: String) -> String {
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(parsing: text)
      return "no error"
    } catch {
      return error.message
    }
  }
}
