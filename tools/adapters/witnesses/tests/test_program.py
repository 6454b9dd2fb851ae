import json
import unittest

from .adapter_process import INITIALIZE, parse, replies, request, start


class ProgramTests(unittest.TestCase):
    def assert_errors(self, expected, *lines):
        found = [(reply["error"]["code"], reply["id"]) for reply in replies(INITIALIZE, *lines)[1:]]
        self.assertEqual(found, expected)

    def test_initialize_tells_what_is_implemented(self):
        self.assertEqual(
            replies(INITIALIZE)[0]["result"],
            {
                "protocolVersion": 1,
                "implementation": {"name": "python", "version": "1.0.0", "language": "Python"},
                "contracts": ["agent-directory", "chat-history", "clawdbot-protocol", "event-stream"],
                "capabilities": ["deliver-to-active-chat", "persistence", "typing"],
            },
        )

    def test_one_process_answers_for_every_contract(self):
        address = {"self": "me@h/phone", "directory": "switch/d", "pubsub": "pubsub"}
        lines = [
            request(1, "agent-directory/client", {**address, "steps": []}),
            request(2, "chat-history/history", {"steps": []}),
            request(3, "clawdbot-protocol/roundtrip", {"type": "BotState", "json": '"idle"'}),
            parse(4, "data: Hi\n\n"),
        ]
        self.assertEqual(
            [reply["result"] for reply in replies(INITIALIZE, *lines)[1:]],
            [
                {"states": []},
                {"results": [], "history": [], "emissions": {"history": 0, "userProfile": 0}},
                {"value": "idle"},
                {"events": [{"event": "message", "data": "Hi", "id": ""}], "lastEventId": ""},
            ],
        )

    def test_another_version_is_refused_and_nothing_is_answered_before_initialize(self):
        lines = [parse(1), request(2, "initialize", {"protocolVersion": 2})]
        lines += [request(3, "initialize", {"protocolVersion": "1"}), request(4, "initialize"), request(5, "nothing")]
        self.assertEqual(
            [reply["error"]["code"] for reply in replies(*lines)], [-32002, -32602, -32602, -32602, -32002]
        )

    def test_what_is_no_json_is_a_parse_error(self):
        lines = [b"{\n", b"\n", b'"\xff"\n', b'\xef\xbb\xbf{"id":1}\n', b'{"id":NaN}\n', b"[" * 100_000 + b"\n"]
        self.assert_errors([(-32700, None)] * len(lines), *lines)

    def test_what_is_no_request_is_told(self):
        lines = [b"[]\n", b"1\n", b"null\n", b"{}\n", b'{"jsonrpc":"2.0","id":true,"method":"x"}\n']
        self.assert_errors([(-32600, None)] * len(lines), *lines)
        self.assert_errors([(-32600, 5)] * 2, b'{"id":5,"method":"x"}\n', b'{"jsonrpc":"2.0","id":5,"method":1}\n')

    def test_methods_that_are_none_and_unusable_params_are_told(self):
        methods = ["x", "x/parse", "event-stream", "event-stream/", "event-stream/x", "wire/json_rpc"]
        lines = [request(number, method, {}) for number, method in enumerate(methods)]
        self.assert_errors([(-32601, number) for number in range(len(methods))], *lines)
        lines = [request(1, "event-stream/parse", []), request(2, "event-stream/parse")]
        self.assert_errors([(-32602, 1), (-32602, 2)], *lines)

    def test_an_exception_is_an_error_and_the_next_request_is_answered(self):
        failed, answered = replies(INITIALIZE, request(1, "event-stream/parse", {"chunks": [None]}), parse(2, "\n"))[1:]
        self.assertEqual((failed["id"], failed["error"]["code"]), (1, -32603))
        self.assertNotEqual(failed["error"]["message"], "")
        self.assertIn("result", answered)

    def test_requests_leave_nothing_behind(self):
        steps = [{"updateProfile": {"isPremium": True}}, {"startSession": {}}, {"endSession": True}]
        ending = request(1, "chat-history/history", {"steps": steps})
        looking = request(2, "chat-history/history", {"steps": [{"getSessions": True}]})
        ended, looked = replies(INITIALIZE, ending, looking)[1:]
        self.assertEqual((len(ended["result"]["history"]), looked["result"]["results"]), (1, [[]]))

    def test_a_notification_gets_no_reply(self):
        self.assert_errors([], b'{"jsonrpc":"2.0","method":"event-stream/parse","params":{"chunks":[]}}\n')

    def test_lines_may_end_in_crlf_and_the_last_may_lack_its_end(self):
        lines = (INITIALIZE + parse(1) + parse(2)).replace(b"\n", b"\r\n").rstrip()
        self.assertEqual([reply["id"] for reply in replies(lines)], [0, 1, 2])

    def test_a_line_of_many_megabytes_is_answered(self):
        json_text = '{"value":"' + "é" * 5_000_000 + '"}'
        line = request(1, "clawdbot-protocol/roundtrip", {"type": "MessageID", "json": json_text})
        self.assertEqual(len(replies(INITIALIZE, line)[1]["result"]["value"]["value"]), 5_000_000)

    def test_each_reply_is_sent_before_the_next_request(self):
        with start() as program:
            for line in [INITIALIZE, parse(1, "é")]:
                for byte in line:
                    program.stdin.write(bytes([byte]))
                    program.stdin.flush()
                self.assertIn("result", json.loads(program.stdout.readline()))
            program.stdin.close()
            self.assertEqual((program.wait(timeout=30), program.stderr.read()), (0, b""))

    def test_a_reader_that_goes_away_ends_the_program_quietly(self):
        with start() as program:
            program.stdout.close()
            program.stdin.write(INITIALIZE * 100)
            program.stdin.close()
            self.assertEqual((program.wait(timeout=30), program.stderr.read()), (0, b""))


if __name__ == "__main__":
    unittest.main()
