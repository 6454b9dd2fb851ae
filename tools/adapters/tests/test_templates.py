#!/usr/bin/env python3
"""Drives the adapters that `parity new adapter` writes as processes: what the wire demands of any program."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources/TemplateFiles/Templates"
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'


def request(request_id, method, params):
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n"


def echo(request_id, value):
    return request(request_id, "test/echo", {"value": value})


class TemplateTests:
    """What holds for each language. `edits` makes the template return its input."""

    name, interpreter, edits = "", "", {}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        text = (SOURCES / cls.name).read_text(encoding="utf-8")
        text = text.replace("CONTRACT", "test").replace("OPERATION", "echo")
        cls.write("shipped", text)
        for written, edited in cls.edits.items():
            assert written in text, f"{cls.name} should hold: {written}"
            text = text.replace(written, edited)
        cls.write("echo", text)

    @classmethod
    def write(cls, which, text):
        """Writes a program, and compiles it if the language has a script for that."""
        source = pathlib.Path(cls.folder.name) / f"{which}-{cls.name}"
        source.write_text(text, encoding="utf-8")
        script = SOURCES / f"{cls.name}.sh"
        if script.exists():
            text = script.read_text(encoding="utf-8").replace("SOURCE", source.name).replace("STEM", which)
            pathlib.Path(f"{source}.sh").write_text(text, encoding="utf-8")
            done = subprocess.run(
                cls.command(which), stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300,
                cwd=cls.folder.name,
            )
            assert (done.returncode, done.stdout) == (0, b""), done.stderr.decode()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def command(cls, which="echo"):
        suffix = ".sh" if cls.interpreter == "sh" else ""
        return [cls.interpreter, f"{which}-{cls.name}{suffix}"]

    def converse(self, *chunks, which="echo", **environment):
        """What the program wrote to stdout and stderr from the given bytes of stdin; it has to end with 0."""
        done = subprocess.run(
            self.command(which), input=b"".join(chunks), capture_output=True, check=False, timeout=60,
            env={**os.environ, **environment}, cwd=self.folder.name,
        )
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout, done.stderr

    def replies(self, *chunks, **options):
        return [json.loads(line) for line in self.converse(*chunks, **options)[0].decode("utf-8").split("\n") if line]

    def assert_errors(self, expected, *lines):
        found = [(reply["error"]["code"], reply["id"]) for reply in self.replies(INITIALIZE, *lines)[1:]]
        self.assertEqual(found, expected)

    def test_initialize_tells_what_is_implemented(self):
        result = self.replies(INITIALIZE)[0]["result"]
        self.assertEqual((result["protocolVersion"], result["contracts"], result["capabilities"]), (1, ["test"], []))
        self.assertEqual(sorted(result["implementation"]), ["language", "name", "version"])

    def test_what_is_shipped_answers_that_it_is_not_implemented(self):
        error = self.replies(INITIALIZE, echo(1, 1), which="shipped")[1]["error"]
        self.assertEqual(error["code"], -32603)
        self.assertIn("not implemented yet", error["message"])

    def test_another_version_is_refused_and_nothing_is_answered_before_initialize(self):
        lines = [echo(1, "Hi"), request(2, "initialize", {"protocolVersion": 2}), request(3, "nothing", {})]
        self.assertEqual([reply["error"]["code"] for reply in self.replies(*lines)], [-32002, -32602, -32002])

    def test_what_is_no_json_is_a_parse_error(self):
        lines = [b"{\n", b'{"id":NaN}\n', b"[" * 100_000 + b"\n"]
        self.assert_errors([(-32700, None)] * len(lines), *lines)

    def test_what_is_no_request_is_told(self):
        lines = [b"[]\n", b"1\n", b"null\n", b"{}\n", b'{"jsonrpc":"2.0","id":true,"method":"x"}\n']
        self.assert_errors([(-32600, None)] * 5, *lines)
        self.assert_errors([(-32600, 5)] * 2, b'{"id":5,"method":"x"}\n', b'{"jsonrpc":"2.0","id":5,"method":1}\n')

    def test_an_unknown_method_unusable_params_and_an_exception_are_told(self):
        lines = [request(1, "x/y", {}), request(2, "test/echo", []), echo(3, "fail")]
        self.assert_errors([(-32601, 1), (-32602, 2), (-32603, 3)], *lines)

    def test_a_notification_gets_no_reply(self):
        self.assert_errors([], b'{"jsonrpc":"2.0","method":"test/echo","params":{}}\n')

    def test_text_is_utf8_whatever_the_locale(self):
        locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
        text = "é😀\u2028\u2029"
        self.assertEqual(self.replies(INITIALIZE, echo(1, text), **locale)[1]["result"], text)

    def test_the_last_line_may_lack_its_line_feed(self):
        self.assertEqual(self.replies(INITIALIZE, echo(1, "Hi").rstrip())[1]["id"], 1)

    def test_512_levels_are_answered(self):
        for value in ("[" * 510 + "]" * 510, '{"a":' * 510 + "1" + "}" * 510):
            line = '{"jsonrpc":"2.0","id":1,"method":"test/echo","params":{"value":' + value + "}}\n"
            output = self.converse(INITIALIZE, line.encode())[0].decode().splitlines()[1]
            self.assertEqual(output.count("[") + output.count("{"), 511)
            self.assertEqual(json.loads(output)["result"], json.loads(value))

    def test_what_is_printed_goes_to_stderr(self):
        output, errors = self.converse(INITIALIZE, echo(1, "print"))
        self.assertEqual(len(output.splitlines()), 2)
        self.assertIn(b"printed", errors)

    def test_each_reply_is_sent_before_the_next_request(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(self.command(), cwd=self.folder.name, **pipes) as program:
            for line in [INITIALIZE, echo(1, "Hi")]:
                for piece in (line[:20], line[20:]):
                    program.stdin.write(piece)
                    program.stdin.flush()
                self.assertIn("result", json.loads(program.stdout.readline()))
            program.stdin.close()
            self.assertEqual(program.wait(timeout=30), 0)


class PythonTests(TemplateTests, unittest.TestCase):
    name, interpreter = "adapter.py", "python3"
    edits = {
        '    raise NotImplementedError("not implemented yet")\n': """\
    import subprocess
    if params["value"] == "fail":
        raise ValueError("failed")
    if params["value"] == "print":
        print("printed")
        subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return params["value"]
"""
    }

    def test_numbers_are_those_of_the_module_json(self):
        digits = "7" * 5000
        numbers = "[12345678901234567890,0.1000000000000000055511151231257827,1e3,1.0,-0,-0.0,1.50," + digits + "]"
        line = '{"jsonrpc":"2.0","id":1,"method":"test/echo","params":{"value":' + numbers + "}}\n"
        output = self.converse(INITIALIZE, line.encode())[0].decode().splitlines()[1]
        echoed = "[12345678901234567890,0.1,1000.0,1.0,0,-0.0,1.5," + digits + "]"
        self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":' + echoed + "}")

    def test_the_order_of_members_is_kept(self):
        output = self.converse(INITIALIZE, echo(1, {"b": 1, "a": 2}))[0].decode().splitlines()[1]
        self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":{"b":1,"a":2}}')

    def test_invalid_utf8_and_a_byte_order_mark_are_parse_errors(self):
        self.assert_errors([(-32700, None)] * 2, b"\xff\n", b'\xef\xbb\xbf{"id":1}\n')


class JavaScriptTests(TemplateTests, unittest.TestCase):
    name, interpreter = "adapter.mjs", "node"
    edits = {
        '  throw new Error("not implemented yet");\n': """\
  if (params.value === "fail") throw new TypeError("failed");
  if (params.value === "print") console.log("printed");
  return params.value;
"""
    }


class KotlinTests(TemplateTests, unittest.TestCase):
    name, interpreter = "adapter.kt", "sh"
    edits = {
        '    throw NotImplementedError("not implemented yet")\n': """\
    if (params["value"] == JsonPrimitive("fail")) throw IllegalStateException("failed")
    if (params["value"] == JsonPrimitive("print")) println("printed")
    return params["value"]
"""
    }

    def test_numbers_keep_their_digits(self):
        numbers = "[12345678901234567890,0.1000000000000000055511151231257827,1e3,1.0,-0,1.50]"
        line = '{"jsonrpc":"2.0","id":1,"method":"test/echo","params":{"value":' + numbers + "}}\n"
        output = self.converse(INITIALIZE, line.encode())[0].decode().splitlines()[1]
        self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":' + numbers + "}")

    def test_invalid_utf8_is_a_parse_error(self):
        self.assert_errors([(-32700, None)], b'{"jsonrpc":"2.0","id":1,"method":"\xff"}\n')


class SwiftTests(TemplateTests, unittest.TestCase):
    name, interpreter = "adapter.swift", "sh"
    edits = {
        "  // FILL IN: the members that your code needs, such as: var text: String\n": "  var value: Value\n",
        "async throws -> Output {": "async throws -> Value {",
        '  throw RPCError(.internalError, "not implemented yet")\n}\n': """\
  if case .text("fail") = input.value { throw CocoaError(.featureUnsupported) }
  if case .text("print") = input.value { print("printed") }
  return input.value
}

indirect enum Value: Codable {
  case text(String)
  case number(Decimal)
  case array([Value])
  case object([String: Value])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Decimal.self) {
      self = .number(number)
    } else if let array = try? value.decode([Value].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: Value].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }
}
""",
    }

    def test_an_input_of_another_form_is_refused_with_its_place(self):
        error = self.replies(INITIALIZE, echo(1, [1, {"a/b": None}]))[1]["error"]
        self.assertEqual((error["code"], error["data"]), (-32602, {"pointer": "/value"}))

    def test_invalid_utf8_is_a_parse_error(self):
        self.assert_errors([(-32700, None)], b'{"jsonrpc":"2.0","id":1,"method":"\xff"}\n')


if __name__ == "__main__":
    unittest.main()
