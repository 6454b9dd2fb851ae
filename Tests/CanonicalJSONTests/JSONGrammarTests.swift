import CanonicalJSON
import Testing

struct JSONGrammarTests {
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

  @Test(arguments: [
    // An empty text, or only white space.
    ("", 0, "the text is empty, expected a value"),
    (" \n", 2, "expected a value, found the end of the text"),
    // Other kinds of white space.
    ("\0", 0, "expected a value, found U+0000"),
    ("\0[]", 0, "expected a value, found U+0000"),
    ("\u{C}1", 0, "expected a value, found U+000C"),
    ("[\u{B}]", 1, "expected a value or ']' after '[', found U+000B"),
    ("\u{A0}1", 0, "expected a value, found U+00A0"),
    ("[1\u{2028}]", 2, "expected ',' or ']' after an array element, found U+2028"),
    ("1\u{0}", 1, "expected the end of the text after the value, found U+0000"),
    // A byte order mark.
    ("\u{FEFF}{}", 0, "the text starts with a byte order mark, U+FEFF; save it without one"),
    ("\u{FEFF}", 0, "the text starts with a byte order mark, U+FEFF; save it without one"),
    ("{}\u{FEFF}", 2, "expected the end of the text after the value, found U+FEFF"),
    // Literal names.
    ("tru", 3, "expected the rest of 'true', found the end of the text"),
    ("fals ", 4, "expected the rest of 'false', found U+0020"),
    ("nulL", 3, "expected the rest of 'null', found 'L'"),
    ("True", 0, "expected a value, found 'T'"),
    ("truefalse", 4, "expected the end of the text after the value, found 'f'"),
    ("NaN", 0, "expected a value, found 'N'"),
    ("-Infinity", 1, "expected a digit after '-', found 'I'"),
    ("undefined", 0, "expected a value, found 'u'"),
    ("é", 0, "expected a value, found 'é'"),
    // Numbers.
    ("-", 1, "expected a digit after '-', found the end of the text"),
    ("--1", 1, "expected a digit after '-', found '-'"),
    ("+1", 0, "expected a value, found '+'"),
    ("01", 0, "a number has no leading zero"),
    ("-012", 1, "a number has no leading zero"),
    ("00", 0, "a number has no leading zero"),
    (".5", 0, "expected a value, found '.'"),
    ("1.", 2, "expected a digit after '.', found the end of the text"),
    ("1.e1", 2, "expected a digit after '.', found 'e'"),
    ("-.5", 1, "expected a digit after '-', found '.'"),
    ("1e", 2, "expected a digit of the exponent, found the end of the text"),
    ("1e+", 3, "expected a digit of the exponent, found the end of the text"),
    ("1e1.5", 3, "expected the end of the text after the value, found '.'"),
    ("0x1F", 1, "expected the end of the text after the value, found 'x'"),
    ("1_000", 1, "expected the end of the text after the value, found '_'"),
    ("1 2", 2, "expected the end of the text after the value, found '2'"),
    ("１", 0, "expected a value, found '１'"),
    ("1e309", 0, "number is out of the range of a double"),
    ("[-1e999]", 1, "number is out of the range of a double"),
    // Strings.
    ("\"", 0, "the string that starts here has no closing '\"'"),
    (" \"abc", 1, "the string that starts here has no closing '\"'"),
    ("\"a\\\"", 0, "the string that starts here has no closing '\"'"),
    ("\"a\tb\"", 2, "U+0009 has to be escaped in a string, as \\t"),
    ("\"a\nb\"", 2, "U+000A has to be escaped in a string, as \\n"),
    ("\"\u{0}\"", 1, "U+0000 has to be escaped in a string, as \\u0000"),
    ("\"\u{1F}\"", 1, "U+001F has to be escaped in a string, as \\u001F"),
    ("'a'", 0, "expected a value, found \"'\""),
    (#""\x41""#, 2, #"expected one of '"\/bfnrtu' after '\', found 'x'"#),
    (#""\é""#, 2, #"expected one of '"\/bfnrtu' after '\', found 'é'"#),
    (#""\U0041""#, 2, #"expected one of '"\/bfnrtu' after '\', found 'U'"#),
    (#""\"#, 2, #"expected one of '"\/bfnrtu' after '\', found the end of the text"#),
    (#""\u""#, 1, #"expected four hexadecimal digits after '\u'"#),
    (#""\u004""#, 1, #"expected four hexadecimal digits after '\u'"#),
    (#""\u00G0""#, 1, #"expected four hexadecimal digits after '\u'"#),
    (#""a\u+041""#, 2, #"expected four hexadecimal digits after '\u'"#),
    (#""\ud83d\u""#, 7, #"expected four hexadecimal digits after '\u'"#),
    (#""\u00"#, 1, #"expected four hexadecimal digits after '\u'"#),
    // Arrays.
    ("[", 1, "expected a value or ']' after '[', found the end of the text"),
    ("[,1]", 1, "expected a value or ']' after '[', found ','"),
    ("[1,]", 3, "expected a value after ',', found ']'"),
    ("[1,,2]", 3, "expected a value after ',', found ','"),
    ("[1 2]", 3, "expected ',' or ']' after an array element, found '2'"),
    ("[1x]", 2, "expected ',' or ']' after an array element, found 'x'"),
    ("[1", 2, "expected ',' or ']' after an array element, found the end of the text"),
    ("[1}", 2, "expected ',' or ']' after an array element, found '}'"),
    ("[1:2]", 2, "expected ',' or ']' after an array element, found ':'"),
    ("[]]", 2, "expected the end of the text after the value, found ']'"),
    ("]", 0, "expected a value, found ']'"),
    ("[1,", 3, "expected a value after ',', found the end of the text"),
    ("[}", 1, "expected a value or ']' after '[', found '}'"),
    ("[1/*c*/]", 2, "expected ',' or ']' after an array element, found '/'"),
    // Objects.
    ("{", 1, "expected a key in double quotes or '}' after '{', found the end of the text"),
    ("{a:1}", 1, "expected a key in double quotes or '}' after '{', found 'a'"),
    ("{1:1}", 1, "expected a key in double quotes or '}' after '{', found '1'"),
    ("{,}", 1, "expected a key in double quotes or '}' after '{', found ','"),
    ("{]", 1, "expected a key in double quotes or '}' after '{', found ']'"),
    ("{\"a\"}", 4, "expected ':' after a key, found '}'"),
    ("{\"a\" 1}", 5, "expected ':' after a key, found '1'"),
    ("{\"a\"", 4, "expected ':' after a key, found the end of the text"),
    ("{\"a", 1, "the string that starts here has no closing '\"'"),
    ("{\"a\":}", 5, "expected a value, found '}'"),
    ("{\"a\":", 5, "expected a value, found the end of the text"),
    ("{\"a\"::1}", 5, "expected a value, found ':'"),
    ("{\"a\":1", 6, "expected ',' or '}' after a member's value, found the end of the text"),
    ("{\"a\":1]", 6, "expected ',' or '}' after a member's value, found ']'"),
    ("{\"a\":1 \"b\":2}", 7, "expected ',' or '}' after a member's value, found '\"'"),
    ("{\"a\":1,}", 7, "expected a key in double quotes after ',', found '}'"),
    ("{\"a\":1,,}", 7, "expected a key in double quotes after ',', found ','"),
    ("{\"a\":1,b", 7, "expected a key in double quotes after ',', found 'b'"),
    ("{\"a\":[1}", 7, "expected ',' or ']' after an array element, found '}'"),
    ("{}#", 2, "expected the end of the text after the value, found '#'"),
  ])
  func `the reader says what is wrong, where, and what it expected`(
    text: String,
    offset: Int,
    message: String
  ) {
    let error = #expect(throws: JSONSyntaxError.self, "of the String \(text.debugDescription)") {
      try JSONDocument(parsing: text)
    }
    #expect(error?.message == message, "of \(text.debugDescription)")
    #expect(error?.offset == offset, "in \(text.debugDescription)")
  }
}
