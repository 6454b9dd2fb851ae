"""The program, driven as the harness drives it."""

import json
import pathlib
import subprocess
import sys

ADAPTER = pathlib.Path(__file__).resolve().parent.parent / "adapter.py"
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'


def start():
    return subprocess.Popen(
        [sys.executable, str(ADAPTER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def replies(*chunks):
    """What the program answers to the given bytes of stdin, at whose end it has to end with 0."""
    done = subprocess.run(
        [sys.executable, str(ADAPTER)], input=b"".join(chunks), capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]


def request(request_id, method, params=None):
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    return json.dumps(message, ensure_ascii=False).encode("utf-8") + b"\n"


def parse(request_id, *chunks):
    return request(request_id, "event-stream/parse", {"chunks": list(chunks)})
