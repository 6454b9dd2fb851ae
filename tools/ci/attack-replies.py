#!/usr/bin/env python3
"""Checks and fuzzes programs whose wrong replies are large, and measures Parity's memory.

Usage:
  tools/ci/attack-replies.py
  tools/ci/attack-replies.py --only numbers-60MB

A trial runs `check` and `fuzz` with one program. It measures the peak resident memory of Parity's
process, without its programs, and fails if that exceeds a limit or Parity crashes. The limits are for
a release build.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import pathlib
import random
import sys
import tempfile

from attack.measured import MEGABYTE, Measured
from attack.suite import Suite, options
from shared.parity import parity_program
from shared.script import Failure, run_script

REPLIES = """import json
import os
import sys

KIND, SIZE, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
out = os.fdopen(os.dup(1), "wb")


def pieces(number):
    unit = {
        "text": b"a%d," % (number + SEED), "numbers": b"0,", "lists": b"[],",
        "objects": b'{"a%d":0},' % (number + SEED), "error": b"no%d " % (number + SEED),
        "garbage": b"no JSON ", "escapes": b"\\\\u00e9",
    }[KIND]
    block = unit * (65536 // len(unit))
    for _ in range(SIZE // len(block)):
        yield block


def write(number, request):
    head = b'{"jsonrpc":"2.0","id":%d,' % request["id"]
    first, last = {
        "text": (b'"result":"', b'"}'), "escapes": (b'"result":"', b'"}'),
        "error": (b'"error":{"code":-32000,"message":"', b'"}}'),
        "garbage": (b'"result":', b""),
    }.get(KIND, (b'"result":[', b"0]}"))
    out.write(head + first)
    for piece in pieces(number):
        out.write(piece)
    out.write(last + b"\\n")


for number, line in enumerate(sys.stdin.buffer):
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"protocolVersion": 1, "contracts": ["list"], "capabilities": [],
                  "implementation": {"name": "large", "version": "1", "language": "Python"}}
        out.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode())
        out.write(b"\\n")
    else:
        write(number, request)
    out.flush()
"""

# The name of a trial, the kind and the bytes of a reply, the cases, and the limit in megabytes.
TRIALS = [
    ("numbers-4MB", "numbers", 4 * MEGABYTE, 80, 600),
    ("text-4MB", "text", 4 * MEGABYTE, 80, 600),
    ("escapes-4MB", "escapes", 4 * MEGABYTE, 80, 600),
    ("objects-4MB", "objects", 4 * MEGABYTE, 80, 600),
    ("error-4MB", "error", 4 * MEGABYTE, 80, 600),
    ("garbage-4MB", "garbage", 4 * MEGABYTE, 80, 600),
    ("numbers-60MB", "numbers", 60 * MEGABYTE, 4, 2000),
    ("text-60MB", "text", 60 * MEGABYTE, 4, 2000),
]


def try_replies(parity, folder, trial, seed):
    """Runs a trial, and returns what it finds."""
    name, kind, size, count, bound = trial
    suite = Suite.written(parity, folder, count)
    suite.run("regenerate", "--quiet", codes=[0])
    (suite.folder / "large.py").write_text(REPLIES)
    command = f"{sys.executable} large.py {kind} {size} {seed}"
    inputs = str(count)
    runs = {
        "check": ["check", "--command", command, "--timeout", "60"],
        "fuzz": ["fuzz", "--implementation", "good", "--command", command, "--inputs", inputs,
                 "--timeout", "60", "--seconds", "60"],
    }
    found = []
    for what, words in runs.items():
        run = Measured(suite, words, bound)
        print(f"{name:13} {what:5} {run}", flush=True)
        if run.was_stopped or run.megabytes > bound:
            found.append(f"{name}, {what}: {run.megabytes:.0f} MB, more than the limit of {bound}")
        elif run.code < 0 or run.code in (0, 70):
            found.append(f"{name}, {what}: exit code {run.code} for wrong replies")
    suite.remove()
    return found


def main():
    parser = options(__doc__, 1)
    parser.add_argument("--only", choices=[trial[0] for trial in TRIALS], action="append",
                        help="repeatable")
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    parity = parity_program()
    found = []
    with tempfile.TemporaryDirectory(prefix="replies-") as scratch:
        for number in range(chosen.runs):
            for trial in TRIALS:
                if chosen.only is None or trial[0] in chosen.only:
                    folder = pathlib.Path(scratch).resolve() / f"{trial[0]}-{number}"
                    found += try_replies(parity, folder, trial, chance.randrange(1000))
    if found:
        raise Failure("\n".join(["", *found]))
    print("large replies: no trial exceeded its limit")


if __name__ == "__main__":
    run_script(main)
