#!/usr/bin/env python3
"""Drives adapter.py as a process: what the wire demands of any program, whatever its methods do."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'
# A method that answers with its params, prints, and fails when it is asked to.
ECHO = """
import subprocess, sys, adapter

def echo(params):
    print("printed")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"])
    return params["value"]

adapter.METHODS["test/echo"] = echo
adapter.main()
"""


def request(request_id, method, params):
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n"


def timeline(request_id, *contents):
    rows = [{"id": f"row-{n}", "sequence_number": n, "content": text} for n, text in enumerate(contents, start=1)]
    return request(request_id, "session-detail/timeline", {"rows": rows})


def converse(*chunks, script=None, **environment):
    """What the program wrote to stdout and stderr from the given bytes of stdin; it has to end with 0."""
    arguments = ["-c", script] if script else [str(FOLDER / "adapter.py")]
    done = subprocess.run(
        [sys.executable, *arguments], input=b"".join(chunks), capture_output=True, check=False, timeout=30,
        cwd=FOLDER, env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout, done.stderr


def replies(*chunks, **options):
    return [json.loads(line) for line in converse(*chunks, **options)[0].decode("utf-8").splitlines()]


class AdapterTests(unittest.TestCase):
    def assert_errors(self, expected, *lines):
        found = [(reply["error"]["code"], reply["id"]) for reply in replies(INITIALIZE, *lines)[1:]]
        self.assertEqual(found, expected)

    def test_initialize_tells_what_is_implemented(self):
        self.assertEqual(
            replies(INITIALIZE)[0]["result"],
            {
                "protocolVersion": 1,
                "implementation": {"name": "template", "version": "0.1.0", "language": "Python"},
                "contracts": ["session-detail"],
                "capabilities": [],
            },
        )

    def test_plain_text_is_a_timeline(self):
        reply = replies(INITIALIZE, timeline("seven", " Hi\n", " "))[1]
        self.assertEqual(reply["id"], "seven")
        self.assertEqual((reply["result"]["rowCount"], len(reply["result"]["entries"])), (2, 1))
        self.assertEqual(reply["result"]["entries"][0]["blocks"], [{"type": "text", "text": "Hi"}])

    def test_another_version_is_refused_and_nothing_is_answered_before_initialize(self):
        lines = [timeline(1, "Hi"), request(2, "initialize", {"protocolVersion": 2}), request(3, "nothing", {})]
        self.assertEqual([reply["error"]["code"] for reply in replies(*lines)], [-32002, -32602, -32002])

    def test_what_is_no_json_is_a_parse_error(self):
        lines = [b"{\n", b"\xff\n", b'\xef\xbb\xbf{"id":1}\n', b'{"id":NaN}\n', b"[" * 100_000 + b"\n"]
        self.assert_errors([(-32700, None)] * len(lines), *lines)

    def test_what_is_no_request_is_told(self):
        lines = [b"[]\n", b"1\n", b"{}\n", b'{"jsonrpc":"2.0","id":true,"method":"x"}\n']
        self.assert_errors([(-32600, None)] * 4, *lines)
        self.assert_errors([(-32600, 5)] * 2, b'{"id":5,"method":"x"}\n', b'{"jsonrpc":"2.0","id":5,"method":1}\n')

    def test_an_unknown_method_unusable_params_and_an_exception_are_told(self):
        unusable = request(2, "session-detail/timeline", [])
        failing = request(3, "session-detail/timeline", {"rows": [None]})
        self.assert_errors([(-32601, 1), (-32602, 2), (-32603, 3)], request(1, "x/y", {}), unusable, failing)

    def test_a_notification_gets_no_reply(self):
        self.assert_errors([], b'{"jsonrpc":"2.0","method":"session-detail/timeline","params":{"rows":[]}}\n')

    def test_text_is_utf8_whatever_the_locale(self):
        locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
        reply = replies(INITIALIZE, timeline(1, "é😀"), **locale)[1]
        self.assertEqual(reply["result"]["entries"][0]["content"], "é😀")

    def test_the_last_line_may_lack_its_line_feed(self):
        self.assertEqual(replies(INITIALIZE, timeline(1, "Hi").rstrip())[1]["id"], 1)

    def test_numbers_keep_their_digits(self):
        numbers = '[12345678901234567890,0.1000000000000000055511151231257827,1E+400,-0,1.50,' + "7" * 5000 + "]"
        line = '{"jsonrpc":"2.0","id":1,"method":"test/echo","params":{"value":' + numbers + "}}\n"
        output = converse(INITIALIZE, line.encode(), script=ECHO)[0].decode().splitlines()[1]
        self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":' + numbers.replace("-0,", "0,") + "}")

    def test_512_levels_are_answered(self):
        for value in ("[" * 510 + "]" * 510, '{"a":' * 510 + "1" + "}" * 510):
            line = '{"jsonrpc":"2.0","id":1,"method":"test/echo","params":{"value":' + value + "}}\n"
            output = converse(INITIALIZE, line.encode(), script=ECHO)[0].decode().splitlines()[1]
            self.assertEqual(output, '{"jsonrpc":"2.0","id":1,"result":' + value + "}")

    def test_what_is_printed_goes_to_stderr(self):
        output, errors = converse(INITIALIZE, request(1, "test/echo", {"value": 1}), script=ECHO)
        self.assertEqual(len(output.splitlines()), 2)
        self.assertEqual(sorted(errors.split()), sorted(b"printed printed by a child".split()))

    def test_each_reply_is_sent_before_the_next_request(self):
        with subprocess.Popen(
            [sys.executable, str(FOLDER / "adapter.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as program:
            for line in [INITIALIZE, timeline(1, "Hi")]:
                program.stdin.write(line[:20])
                program.stdin.flush()
                program.stdin.write(line[20:])
                program.stdin.flush()
                self.assertIn("result", json.loads(program.stdout.readline()))
            program.stdin.close()
            self.assertEqual(program.wait(timeout=30), 0)


if __name__ == "__main__":
    unittest.main()
