#!/usr/bin/env python3
"""Drives the adapters that `parity new adapter` writes as processes: what the wire demands of any program."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources/parity/New"
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'


def request(request_id, method, params):
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n"


def echo(request_id, value):
    return request(request_id, "test/echo", {"value": value})


class TemplateTests:
    """What holds for each language; `written` is what its template does, and `echoes` prints and gives back its input."""

    name, interpreter, written, echoes = "", "", "", ""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        text = (SOURCES / cls.name).read_text(encoding="utf-8")
        assert cls.written in text, f"{cls.name} should hold: {cls.written}"
        text = text.replace("CONTRACT", "test").replace("OPERATION", "echo")
        for name, body in (("shipped", cls.written), ("echo", cls.echoes)):
            (pathlib.Path(cls.folder.name) / f"{name}-{cls.name}").write_text(
                text.replace(cls.written, body), encoding="utf-8"
            )

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def command(self, which="echo"):
        return [self.interpreter, f"{self.folder.name}/{which}-{self.name}"]

    def converse(self, *chunks, which="echo", **environment):
        """What the program wrote to stdout and stderr from the given bytes of stdin; it has to end with 0."""
        done = subprocess.run(
            self.command(which), input=b"".join(chunks), capture_output=True, check=False, timeout=30,
            env={**os.environ, **environment},
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
            self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":' + value + "}")

    def test_what_is_printed_goes_to_stderr(self):
        output, errors = self.converse(INITIALIZE, echo(1, "print"))
        self.assertEqual(len(output.splitlines()), 2)
        self.assertIn(b"printed", errors)

    def test_each_reply_is_sent_before_the_next_request(self):
        with subprocess.Popen(self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            for line in [INITIALIZE, echo(1, "Hi")]:
                for piece in (line[:20], line[20:]):
                    program.stdin.write(piece)
                    program.stdin.flush()
                self.assertIn("result", json.loads(program.stdout.readline()))
            program.stdin.close()
            self.assertEqual(program.wait(timeout=30), 0)


class PythonTests(TemplateTests, unittest.TestCase):
    name, interpreter = "adapter.py", "python3"
    written = '    raise NotImplementedError("not implemented yet")\n'
    echoes = """\
    import subprocess
    if params["value"] == "fail":
        raise ValueError("failed")
    if params["value"] == "print":
        print("printed")
        subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return params["value"]
"""

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
    written = '  throw new Error("not implemented yet");\n'
    echoes = """\
  if (params.value === "fail") throw new TypeError("failed");
  if (params.value === "print") console.log("printed");
  return params.value;
"""


if __name__ == "__main__":
    unittest.main()
