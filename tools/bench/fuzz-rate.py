#!/usr/bin/env python3
"""Measures how busy `parity fuzz` keeps two programs: its rate beside that of a bare loop over the same requests.

  tools/bench/fuzz-rate.py [--parity PATH] [--root FOLDER] [--inputs N] [--rounds N] CONTRACT COMMAND COMMAND

One run records what the first program is asked. The bare loop sends these lines to both programs at once, each with as
many in flight as fuzz has, and reads the replies without a look at them. A round measures both, start and end of the
programs not counted. For a contract of one operation. Exit code 0: measured, 2: this cannot run.
"""

import argparse
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINDOW = 128


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parity", type=pathlib.Path, default=ROOT / ".build-release/build/release/parity")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("contract")
    parser.add_argument("commands", metavar="COMMAND", nargs=2)
    options = parser.parse_args()
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
        print(result.stdout[-500:] + result.stderr[-500:], file=sys.stderr)
        sys.exit(2)
    return int(rates[0])


def bare_rate(options, initialize, requests):
    durations = []
    threads = [
        threading.Thread(target=ask, args=(options, command, initialize, requests, durations))
        for command in options.commands
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(requests) / max(durations)


def ask(options, command, initialize, requests, durations):
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


main()
