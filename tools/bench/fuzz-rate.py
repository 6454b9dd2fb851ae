#!/usr/bin/env python3
"""Compares the rate of `parity fuzz` with that of a bare loop over the same requests to two programs.

Usage:
  tools/bench/fuzz-rate.py [--inputs N] [--rounds N] CONTRACT COMMAND COMMAND

One run records the requests to the first program. The bare loop sends them to both programs at the
same time, with as many in flight as fuzz has, and ignores the replies. A round measures both, without
the start and the exit of the programs. The contract has to have one operation.

Exit code 0: measured, 2: the measurement can't run.
"""

import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.script import ROOT, cannot_run, parser, run_script

WINDOW = 128


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--parity", type=pathlib.Path, default=ROOT / ".build-release/build/release/parity")
    arguments.add_argument("--root", type=pathlib.Path, default=ROOT)
    arguments.add_argument("--inputs", type=int, default=20_000)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("contract")
    arguments.add_argument("commands", metavar="COMMAND", nargs=2)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "requests"
        first, second = options.commands
        fuzz_rate(options, [f"tee {shlex.quote(str(record))} | {first}", second])
        initialize, *requests = record.read_bytes().splitlines(keepends=True)[: options.inputs + 1]
    ratios = []
    for _ in range(options.rounds):
        bare, fuzzing = bare_rate(options, initialize, requests), fuzz_rate(options, options.commands)
        ratios.append(fuzzing / bare)
        print(f"bare {bare:8.0f} a second, fuzz {fuzzing:8.0f}: {ratios[-1]:.2f}", flush=True)
    print(f"median {statistics.median(ratios):.2f} of {len(ratios)} rounds, {len(requests)} inputs each")


def fuzz_rate(options, commands):
    words = [options.parity, "fuzz", "-v", "--contract", options.contract, "--inputs", str(options.inputs)]
    words += [word for command in commands for word in ("--command", command)]
    result = subprocess.run(words, cwd=options.root, capture_output=True, text=True)
    rates = re.findall(r"(\d+) a second", result.stdout)
    if len(rates) != 1:
        cannot_run(f"`parity fuzz` prints no rate:\n{result.stdout[-500:]}{result.stderr[-500:]}")
    return int(rates[0])


def bare_rate(options, initialize, requests):
    durations = []
    threads = [
        threading.Thread(target=measure, args=(options, command, initialize, requests, durations))
        for command in options.commands
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(requests) / max(durations)


def measure(options, command, initialize, requests, durations):
    program = subprocess.Popen(
        ["sh", "-c", command], cwd=options.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    write(program, initialize)
    program.stdout.readline()
    room = threading.Semaphore(WINDOW)
    start = time.monotonic()

    def send():
        for request in requests:
            room.acquire()
            write(program, request)

    sender = threading.Thread(target=send)
    sender.start()
    for _ in requests:
        program.stdout.readline()
        room.release()
    durations.append(time.monotonic() - start)
    sender.join()
    program.stdin.close()
    program.wait()


def write(program, line):
    program.stdin.write(line)
    program.stdin.flush()


if __name__ == "__main__":
    run_script(main)
