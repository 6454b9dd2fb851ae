#!/usr/bin/env python3
"""Measures what Parity adds to a program: 1,000 cases of a trivial program in Python.

Usage:
  tools/bench/adapter-throughput.py                     measures the program of tools/release/build
  tools/bench/adapter-throughput.py --parity PATH       measures that program
  tools/bench/adapter-throughput.py --repetitions 15    measures more rounds, to reduce noise

The cases are those of session-detail, repeated up to 1,000. The program parses each request and returns
the golden from a table. A bare loop sends the same requests to the same program and ignores the
replies, with as many requests in flight as Parity has, and then with one. In addition, new processes
get one of 100 requests each. A round measures each of them once.

What Parity adds is the time of `parity check` minus that of a bare loop in the same round. All times
include the start, the handshake and the exit of the program. That of Parity also includes its own
start, reading the suite and its goldens, checking the outputs, and lint.

Exit code 0: measured, 2: the measurement can't run.
"""

import itertools
import json
import marshal
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.parity import release_program, run_parity
from shared.script import cannot_run, parser, run_script
from shared.suites import read_cases, read_json, read_manifest, write_suite

CONTRACT = "session-detail"
CASE_COUNT = 1000
PROCESS_COUNT = 100
WINDOW = 8
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'

# Returns outputs by the hash of the params as sent. At the end, it writes its processor time.
PROGRAM = '''
import hashlib, json, marshal, sys, time

with open(sys.argv[1], "rb") as file:
    outputs = marshal.load(file)
for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["id"] == 0:
        output = outputs["initialize"]
    else:
        params = line[line.index(b'"params":') + 9 : -2]
        output = outputs[hashlib.sha256(params).hexdigest()]
    sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":%d,"result":%s}\\n' % (request["id"], output))
    sys.stdout.buffer.flush()
with open(sys.argv[2], "w") as file:
    file.write(str(time.process_time()))
'''

# Writes the requests to a file, and returns the hash of the params of each.
RECORDER = '''
import hashlib, json, sys

with open(sys.argv[1], "wb") as file:
    for line in sys.stdin.buffer:
        request_id = json.loads(line)["id"]
        if request_id == 0:
            result = json.loads(sys.argv[2])
        else:
            params = line[line.index(b'"params":') + 9 : -2]
            result = {"params": hashlib.sha256(params).hexdigest()}
            file.write(line)
        print(json.dumps({"jsonrpc": "2.0", "id": request_id, "result": result}), flush=True)
'''

HANDSHAKE = {
    "protocolVersion": 1,
    "implementation": {"name": "trivial", "version": "1", "language": "Python"},
    "contracts": [CONTRACT],
    "capabilities": [],
}


class Bench:
    def __init__(self, parity, folder):
        self.parity = parity
        self.folder = folder
        self.write_suite()
        run_parity(parity, "regenerate", "--root", folder)
        self.requests, hashes = self.recorded_requests()
        self.write_program(hashes)

    def write_suite(self):
        """Writes the contract's own cases in one row, repeated under new ids."""
        matrix = read_manifest(CONTRACT)
        cases = [case for case in read_cases(CONTRACT) if "requires" not in case and "input" in case]
        repeated = [
            {**case, "id": f"case-{number}", "description": f"Number {number}."}
            for number, case in enumerate(itertools.islice(itertools.cycle(cases), CASE_COUNT), start=1)
        ]
        row = {"id": "all", "scenario": "every case", "expectedBehavior": "as accepted"}
        row["clauses"] = [clause["id"] for clause in matrix["clauses"]]
        row["cases"] = [case["id"] for case in repeated]
        matrix = {**matrix, "caseFiles": ["cases.json"], "rows": [row], "untestable": []}
        del matrix["$schema"]
        matrix.pop("previews", None)  # they name cases by their own ids
        write_suite(self.folder, matrix, repeated, indent=None)
        (self.folder / "Golden").mkdir()

    def write_program(self, hashes):
        """Writes the trivial program with its table: the golden of each case, by the hash of the case's params."""
        outputs = {"initialize": json.dumps(HANDSHAKE).encode()}
        for case, digest in hashes.items():
            golden = json.loads((self.folder / "Golden" / f"{case}.json").read_bytes())
            outputs[digest] = json.dumps(golden, ensure_ascii=False, separators=(",", ":")).encode()
        (self.folder / "table").write_bytes(marshal.dumps(outputs))
        (self.folder / "trivial.py").write_text(PROGRAM, encoding="utf-8")
        self.program = [sys.executable, str(self.folder / "trivial.py"), str(self.folder / "table"),
                        str(self.folder / "time")]

    def check(self, *command):
        words = " ".join("'" + word + "'" for word in command)
        return [self.parity, "check", "--root", self.folder, "--schedules", "0", "--quiet", "-j", "1", "--command", words]

    def recorded_requests(self):
        """Returns the requests as parity sends them, and the hash of each case's params."""
        (self.folder / "recorder.py").write_text(RECORDER, encoding="utf-8")
        log, report = self.folder / "requests", self.folder / "recorded.json"
        recorder = (sys.executable, str(self.folder / "recorder.py"), str(log), json.dumps(HANDSHAKE))
        run_parity(*self.check(*recorder), "--report", f"json={report}", codes=(1,))

        requests = log.read_bytes().splitlines(keepends=True)
        if len(requests) != CASE_COUNT:
            cannot_run(f"parity sent {len(requests)} requests, not {CASE_COUNT}")
        verdicts = read_json(report)["verdicts"]
        return requests, {verdict["case"]: json.loads(verdict["output"])["params"] for verdict in verdicts}

    # Measurements. Each returns seconds.

    def harness(self):
        """Also returns the processor time of Parity without the program."""
        before = os.times()
        start = time.perf_counter()
        output = run_parity(*self.check(*self.program)).stdout
        seconds = time.perf_counter() - start
        after = os.times()
        if f"PASS  {CASE_COUNT:,} cases" not in output:
            cannot_run(f"not every case passed: {output[-500:]}")
        busy = after.children_user + after.children_system - before.children_user - before.children_system
        return seconds, busy - float((self.folder / "time").read_text())

    def start_alone(self):
        start = time.perf_counter()
        run_parity(self.parity, "--version")
        return time.perf_counter() - start

    def suite_alone(self):
        start = time.perf_counter()
        run_parity(self.parity, "lint", "--root", self.folder)
        return time.perf_counter() - start

    def bare(self, window):
        start = time.perf_counter()
        with subprocess.Popen(self.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            self.exchange(program, [INITIALIZE], 1)
            self.exchange(program, self.requests, window)
            program.stdin.close()
            program.wait()
        return time.perf_counter() - start

    def process_per_case(self):
        start = time.perf_counter()
        for request in self.requests[:PROCESS_COUNT]:
            with subprocess.Popen(self.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
                self.exchange(program, [INITIALIZE, request], 2)
                program.stdin.close()
                program.wait()
        return (time.perf_counter() - start) * CASE_COUNT / PROCESS_COUNT

    @staticmethod
    def exchange(program, requests, window):
        for sent, request in enumerate(requests):
            if sent >= window:
                program.stdout.readline()
            program.stdin.write(request)
            program.stdin.flush()
        for _ in range(min(window, len(requests))):
            program.stdout.readline()


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--parity", type=pathlib.Path, help="the program (default: that of tools/release/build)")
    arguments.add_argument("--repetitions", type=int, default=7, help="the number of rounds (default: %(default)s)")
    options = arguments.parse_args()
    parity = release_program(options.parity)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(parity, pathlib.Path(folder).resolve())
        names = ["bare loop, 8 in flight", "bare loop, one at a time", "parity check", "parity lint, no program",
                 "parity --version", "a process per case"]
        times = {name: [] for name in names}
        processor = []
        for _ in range(options.repetitions):
            times[names[0]].append(bench.bare(WINDOW))
            times[names[1]].append(bench.bare(1))
            seconds, busy = bench.harness()
            times[names[2]].append(seconds)
            processor.append(busy)
            times[names[3]].append(bench.suite_alone())
            times[names[4]].append(bench.start_alone())
            times[names[5]].append(bench.process_per_case())
    report(times, processor)


def report(times, processor):
    bare, one_at_a_time, check, *_ = list(times.values())
    print(f"{CASE_COUNT} cases, {len(check)} repetitions; milliseconds, and the ratio of medians to the first line")
    print(f"{'':26}{'min':>9}{'median':>9}{'ratio':>8}")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"{name:26}{min(seconds) * 1e3:9.0f}{median * 1e3:9.0f}{median / statistics.median(bare):8.2f}")
    for name, loop in (("8 in flight", bare), ("one at a time", one_at_a_time)):
        added = [one - other for one, other in zip(check, loop)]
        share = statistics.median(part / whole for part, whole in zip(added, check))
        print(f"to the bare loop, {name}, the harness adds {per_case(statistics.median(added))} µs per case", end=" ")
        print(f"(by the minima {per_case(min(check) - min(loop))}), {share:.0%} of its own time")
    print(f"processor time of parity itself: {per_case(statistics.median(processor))} µs per case")


def per_case(seconds):
    return f"{seconds / CASE_COUNT * 1e6:.0f}"


if __name__ == "__main__":
    run_script(main)
