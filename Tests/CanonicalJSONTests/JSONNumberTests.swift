import CanonicalJSON
import Testing

struct JSONNumberTests {
  @Test(arguments: [
    ("0", "0"),
    ("-0", "0"),
    ("-0.0", "0"),
    ("0e999999999999", "0"),
    ("0.000e-5", "0"),
    ("-0E+99999999999999999999", "0"),
    ("1", "1"),
    ("1.0", "1"),
    ("1e0", "1"),
    ("-1", "-1"),
    ("1e2", "100"),
    ("100e-2", "1"),
    ("0.1e1", "1"),
    ("10.50", "10.5"),
    ("1.5e3", "1500"),
    ("123456e-3", "123.456"),
    ("0.5", "0.5"),
    ("-0.5", "-0.5"),
    // The layouts of ECMAScript's Number::toString change at 1e-6 and 1e21.
    ("1e-6", "0.000001"),
    ("1e-7", "1e-7"),
    ("0.00000123", "0.00000123"),
    ("123e-9", "1.23e-7"),
    ("1e20", "100000000000000000000"),
    ("1e21", "1e+21"),
    ("123e20", "1.23e+22"),
    ("-1E+30", "-1e+30"),
    ("1000000000000000000000", "1e+21"),
    ("0.0000001", "1e-7"),
    ("0.0000010", "0.000001"),
    ("-0.10", "-0.1"),
    ("123456789012345678901.5", "123456789012345678901.5"),
    ("1234567890123456789012.5", "1.2345678901234567890125e+21"),
  ])
  func `a number has one canonical text for all of its writings`(
    literal: String,
    expected: String
  ) throws {
    let number = try #require(JSONNumber(literal), "\(literal) is a JSON number")
    #expect(number.canonicalText == expected, "of \(literal)")
    #expect(JSONNumber(expected) == number, "the canonical text reads as the same number")
  }

  @Test(
    arguments: [
      // RFC 8785 appendix B.
      (0x0000_0000_0000_0000, "0"),
      (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"),
      (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"),
      (0xC340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"),
      (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
      (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"),
      (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"),
      (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"),
      (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"),
      (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)]
  )
  func `a double is written as RFC 8785 has it`(bits: UInt64, expected: String) throws {
    let double = Double(bitPattern: bits)
    let number = try #require(JSONNumber(double), "\(double) is finite")
    #expect(number.canonicalText == expected)
    #expect(number.double == double)
    #expect(JSONNumber(expected) == number, "the canonical text reads as the same number")
  }

  @Test(arguments: [
    ("9007199254740993", "9007199254740993"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("1234567890123456789012345678900e-1", "123456789012345678901234567890"),
    ("1000000000000000000000000000000000001", "1000000000000000000000000000000000001"),
    ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
    ("0.10000000000000001", "0.10000000000000001"),
    ("4.9e-324", "4.9e-324"),
    ("1e-400", "1e-400"),
    ("12345678901234567890123.5", "1.23456789012345678901235e+22"),
    ("99999999999999999999999", "99999999999999999999999"),
  ])
  func `no digit is lost that a double would lose`(literal: String, expected: String) throws {
    let number = try #require(JSONNumber(literal), "\(literal) is a JSON number")
    #expect(number.canonicalText == expected, "of \(literal)")
    #expect(JSONNumber(expected) == number, "the canonical text reads as the same number")
  }

  @Test(arguments: [
    ("1", "1.0"),
    ("100", "1e2"),
    ("-0", "0.0"),
    ("1e23", "100000000000000000000000"),
    ("0.1", "1e-1"),
    ("1e-99999999999999999999", "1e-99999999999999999998"),
    ("0.001e-99999999999999999999", "1e-99999999999999999999"),
  ])
  func `numbers of the same value are equal and hash alike`(left: String, right: String) {
    #expect(JSONNumber(left) == JSONNumber(right))
    #expect(Set([JSONNumber(left), JSONNumber(right)]).count == 1)
  }

  @Test(arguments: [
    ("9007199254740992", "9007199254740993"),
    ("0.1", "0.10000000000000001"),
    ("1e-400", "0"),
    ("1", "-1"),
    ("1e23", "99999999999999991611392"),
    ("1e-400", "1e-401"),
  ])
  func `numbers of different value differ even where one double stands for both`(
    left: String,
    right: String
  ) {
    #expect(JSONNumber(left) != JSONNumber(right))
  }

  @Test(arguments: [
    "", " 1", "1 ", "+1", "01", "-", ".5", "1.", "1e", "0x1", "NaN", "inf", "1_0", "１", "1e309",
    "-1e309", "1e99999999999999999999",
  ])
  func `what is no JSON number or not finite as a double is none`(literal: String) {
    #expect(JSONNumber(literal) == nil)
    #expect(throws: JSONSyntaxError.self, "the reader agrees") {
      try JSONDocument(parsing: "[\(literal)x]")
    }
  }

  @Test func `the range of a double ends halfway to the next power of two`() throws {
    // 2¹⁰²⁴ - 2⁹⁷⁰
    let halfway =
      "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
      + "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
      + "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
      + "342711559699508093042880177904174497792"
    #expect(JSONNumber(halfway) == nil, "a tie rounds to infinity")
    #expect(
      JSONNumber(halfway.dropLast() + "1")?.double == .greatestFiniteMagnitude,
      "one less rounds down"
    )
    #expect(
      JSONNumber(halfway.dropLast() + "1.9e0")?.double == .greatestFiniteMagnitude,
      "a tenth less rounds down"
    )
    let greatest = String(repeating: "0", count: 500)
    #expect(JSONNumber("1.7976931348623158e308")?.double == .greatestFiniteMagnitude, "rounds down")
    #expect(JSONNumber("1.7976931348623159e308") == nil, "rounds up to infinity")
    #expect(JSONNumber("1\(greatest)e-500")?.canonicalText == "1", "many digits, small exponent")
    #expect(JSONNumber("0.\(greatest)1e501")?.canonicalText == "1", "a late digit, great exponent")
    #expect(JSONNumber("1\(greatest)") == nil, "many digits, no exponent")
    #expect(JSONNumber("0.\(greatest)1e809")?.double == 1e308)
    #expect(JSONNumber("0.\(greatest)1e810") == nil)
  }

  @Test(arguments: [
    "1e-99999999999999999999", "-1.5e-999999999999999999999999999999999999999",
    "0.00001e-9223372036854775808",
    "123456e-9223372036854775807",
  ])
  func `a tiny number is finite and its exponent stays within bounds`(literal: String) throws {
    let number = try #require(JSONNumber(literal), "underflow is finite")
    #expect(number.double == 0)
    #expect(number.integer == nil)
    #expect(number.canonicalText.utf8.count < 50)
    #expect(
      JSONNumber(number.canonicalText) == number,
      "the canonical text reads as the same number"
    )
    #expect(try JSONDocument(parsing: literal).root.number == number)
  }

  @Test(
    arguments: [
      ("0", 0),
      ("-0", 0),
      ("1.0", 1),
      ("1e2", 100),
      ("-12", -12),
      ("9223372036854775807", .max),
      ("-9223372036854775808", .min),
      ("9223372036854775808", nil),
      ("-9223372036854775809", nil),
      ("1.5", nil),
      ("1e300", nil),
      ("12300e-2", 123),
      ("1e-1", nil),
      ("922337203685477580.7e1", .max),
    ] as [(String, Int64?)]
  )
  func `an integer of 64 bits is exact, however it is written`(literal: String, expected: Int64?) {
    #expect(JSONNumber(literal)?.integer == expected)
  }

  @Test func `integers and doubles make the numbers that their text makes`() {
    #expect(JSONNumber(Int.min).canonicalText == "-9223372036854775808")
    #expect(JSONNumber(0) == JSONNumber("0.0"))
    #expect(JSONNumber(0.1) == JSONNumber("0.1"))
    #expect(JSONNumber(-0.0) == JSONNumber(0))
    #expect(JSONNumber(Double.infinity) == nil && JSONNumber(Double.nan) == nil, "not finite")
  }
}
