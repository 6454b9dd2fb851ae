import contextlib
import io
import unittest

from wire.json_number import JSONNumber
from wire.json_reader import JSONError, read_json
from wire.json_rpc import reply_to
from wire.json_writer import write_json

REFUSED = [
    *["", " ", "[1,]", "[,1]", "[1 2]", '{"a":1,}', '{"a"}', '{"a":}', "{a:1}", "{,}", "[1}", '{"a":1]', "1 2", "[]]"],
    *["[", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,', "[1", "[1,", '"a', '"a\\', '"\\u12', '"\\ud83d\\u', "tru", "-"],
    *["1.", "1e", "1e+", "01", "-01", "+1", ".5", "1.e1", "0x1", "1_0", "１", "NaN", "Infinity", "-Infinity", "True"],
    *["nul", "truefalse", "'a'", '"\\x"', '"\\u00g0"', '"\\u 123"', '"\n"', '"\\\n"', '"\0"', '["\t"]'],
    *["\ufeff1", "1\ufeff", "\u00a01", "\f1", "//\n1", "/**/1"],
]


def rewritten(text):
    return write_json(read_json(text))


def nested(levels):
    return "[" * levels + "]" * levels


class ReadingAndWritingTests(unittest.TestCase):
    def test_what_is_read_is_written_with_its_values_unchanged(self):
        for text in ["null", "true", "false", '""', "[]", "{}", "[[],{}]", '{"a":[1,{"b":"c"}]}', '"\\n\\"\\\\"']:
            self.assertEqual(rewritten(text), text)
        self.assertEqual(rewritten(' \t\r\n{ "a" : [ 1 , 2 ] } '), '{"a":[1,2]}')

    def test_every_deviation_from_rfc_8259_is_refused(self):
        for text in REFUSED:
            with self.subTest(text), self.assertRaises(JSONError):
                read_json(text)

    def test_of_members_with_the_same_name_the_last_counts(self):
        self.assertEqual(read_json('{"a":null,"b":true,"\\u0061":false}'), {"a": False, "b": True})

    def test_text_is_neither_normalised_nor_cut(self):
        self.assertEqual(len(read_json('{"é":1,"e\u0301":2}')), 2)
        self.assertEqual(read_json('"\\u0000\ufeff\\uFFFF\\/\\b\\f\u2028"'), "\0\ufeff\uffff/\b\f\u2028")

    def test_half_a_surrogate_pair_is_read_as_u_fffd(self):
        self.assertEqual(read_json('"\\ud83d\\uDE00"'), "😀")
        self.assertEqual(read_json('"\\ud83d"'), "\ufffd")
        self.assertEqual(read_json('"\\ude00\\ud83d"'), "\ufffd\ufffd")
        self.assertEqual(read_json('"\\ud83d\\ud83d\\ude00"'), "\ufffd😀")
        self.assertEqual(read_json('"\\ud83d\\u0041"'), "\ufffdA")
        self.assertEqual(list(read_json('{"\\ud800":1}')), ["\ufffd"])

    def test_depth_may_be_limited_and_overflows_nothing(self):
        read_json(nested(100_000))
        self.assertEqual(write_json(read_json(nested(512), 512)), nested(512))
        for text in [nested(513), '{"a":' * 513 + "1" + "}" * 513]:
            with self.assertRaises(JSONError):
                read_json(text, 512)
        with self.assertRaises(JSONError):
            read_json("[" * 100_000)

    def test_what_json_has_not_is_not_written(self):
        for value in [1.5, float("nan"), b"", {1}, object()]:
            with self.assertRaises(TypeError):
                write_json([value])


class NumberTests(unittest.TestCase):
    def test_numbers_keep_every_digit(self):
        literals = ["0", "-0", "9007199254740993", "1" * 5000, "1.0", "0.10", "1E+2", "1e-400", "1e999"]
        self.assertEqual(rewritten(f"[{','.join(literals)}]"), f"[{','.join(literals)}]")

    def test_an_integer_counts_by_its_value(self):
        values = {"0": 0, "-0": 0, "0.00e5": 0, "1.0": 1, "100e-2": 1, "-12.5e1": -125, "1E+2": 100}
        values.update({"9223372036854775807.0": 2**63 - 1, "-9223372036854775808": -(2**63)})
        values.update({"1" + "0" * 5000 + "e-5000": 1, "0e" + "9" * 5000: 0})
        for literal, value in values.items():
            self.assertEqual(JSONNumber(literal).integer, value)

    def test_what_is_no_integer_of_64_bits_is_none(self):
        literals = ["1.00000000000000000001", "0.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19"]
        for literal in [*literals, "1e" + "9" * 5000, "1e-" + "9" * 5000, "7" * 5000]:
            self.assertIsNone(JSONNumber(literal).integer)
        with self.assertRaises(ValueError):
            int(JSONNumber("0.5"))


class ReplyTests(unittest.TestCase):
    def echo(self, params):
        line = f'{{"jsonrpc":"2.0","id":12345678901234567890,"method":"x","params":{params}}}'
        return reply_to(line.encode("utf-8"), lambda method, params: params)

    def test_id_and_result_keep_their_digits(self):
        expected = '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"a":[1.50,-0,1E400]}}'
        self.assertEqual(self.echo('{"a":[1.50,-0,1E400]}'), expected)

    def test_512_levels_are_answered(self):
        self.assertIn(nested(511), self.echo(nested(511)))

    def test_what_no_message_can_hold_is_an_error(self):
        for result in (read_json(nested(512)), 2**63, -(2**63) - 1):
            with contextlib.redirect_stderr(io.StringIO()):
                reply = reply_to(b'{"jsonrpc":"2.0","id":1,"method":"x"}', lambda method, params, result=result: result)
            self.assertEqual(int(read_json(reply)["error"]["code"]), -32603, reply[:80])

    def test_a_reply_is_ascii_and_on_one_line(self):
        expected = '"result":"\\u00e9\\ud83d\\ude00\\u2028\\n\\u0085"}'
        self.assertTrue(self.echo('"é😀\u2028\\n\\u0085"').endswith(expected))

    def test_a_reply_can_always_be_read(self):
        def fail(method, params):
            raise KeyError(params)

        line = b'{"jsonrpc":"2.0","id":"\\ud800","method":"x","params":"\\udfff"}'
        self.assertEqual(read_json(reply_to(line, lambda method, params: params))["result"], "\ufffd")
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(read_json(reply_to(line, fail))["error"]["message"], "KeyError: '\ufffd'")
        self.assertIn("in fail", errors.getvalue())


if __name__ == "__main__":
    unittest.main()
