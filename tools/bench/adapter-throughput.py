#!/usr/bin/env python3
"""Measures what the harness itself costs when a program answers: 1,000 cases and a trivial program in Python.

  tools/bench/adapter-throughput.py                       builds parity as tools/ci/release.sh does and measures it
  tools/bench/adapter-throughput.py --parity PATH         measures that one
  tools/bench/adapter-throughput.py --repetitions 15      the more, the less other load of the machine shows

The cases are those of session-detail, over and over up to 1,000. The program parses each request and answers it with
the accepted output from a table. The same program gets the same requests from a bare loop, which reads replies without
a look at them, with as many requests in flight as the harness has and one at a time; and a fresh process gets each of
100 requests. A round measures each of them once.

What the harness adds is the time of `parity check` less that of a bare loop in the same round; told beside either loop.
All have the program started, greeted, and waited for at its end; parity also starts itself, reads the suite and its
goldens, judges, and lints. Exit code 0: measured, 2: this cannot run.
"""

import argparse
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRACT = "session-detail"
CASE_COUNT = 1000
PROCESS_COUNT = 100
WINDOW = 8
INITIALIZE = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'

# Answers by the hash of the params as they are written. At the end it notes the processor time that it took.
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

# Keeps the requests, and answers each with the hash of its params as they are written.
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


def cannot_run(message):
    print(f"tools/bench/adapter-throughput.py: {message}", file=sys.stderr)
    sys.exit(2)


def run(*arguments, codes=(0,)):
    # With CI set, parity would refuse to write the goldens, which are this program's own.
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run([str(word) for word in arguments], capture_output=True, check=False, env=environment)
    if done.returncode not in codes:
        cannot_run(f"{arguments} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:].decode()}")
    return done.stdout.decode()


class Bench:
    def __init__(self, parity, folder):
        self.parity = parity
        self.folder = folder
        self.write_suite()
        run(parity, "regenerate", "--root", folder)
        self.requests, hashes = self.recorded_requests()
        self.write_program(hashes)

    def write_suite(self):
        """The contract's own cases in one row, repeated under new ids until there are enough."""
        fixtures = self.folder / "Fixtures" / CONTRACT
        fixtures.mkdir(parents=True)
        matrix = json.loads((ROOT / "Fixtures" / CONTRACT / "behavior-matrix.json").read_bytes())
        cases = []
        for name in matrix["caseFiles"]:
            cases += json.loads((ROOT / "Fixtures" / CONTRACT / name).read_bytes())["cases"]
        cases = [case for case in cases if "requires" not in case and "input" in case]
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
        (fixtures / "behavior-matrix.json").write_text(json.dumps(matrix), encoding="utf-8")
        (fixtures / "cases.json").write_text(json.dumps({"cases": repeated}), encoding="utf-8")
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
        run(*self.check(*recorder), "--report", f"json={report}", codes=(1,))

        requests = log.read_bytes().splitlines(keepends=True)
        if len(requests) != CASE_COUNT:
            cannot_run(f"parity sent {len(requests)} requests, and {CASE_COUNT} are due")
        verdicts = json.loads(report.read_bytes())["verdicts"]
        return requests, {verdict["case"]: json.loads(verdict["output"])["params"] for verdict in verdicts}

    # What is measured: each gives the seconds of the whole.

    def harness(self):
        """Also gives the processor time of parity alone."""
        before = os.times()
        start = time.perf_counter()
        output = run(*self.check(*self.program))
        seconds = time.perf_counter() - start
        after = os.times()
        if f"PASS  {CASE_COUNT:,} cases" not in output:
            cannot_run(f"not every case passed: {output[-500:]}")
        busy = after.children_user + after.children_system - before.children_user - before.children_system
        return seconds, busy - float((self.folder / "time").read_text())

    def start_alone(self):
        start = time.perf_counter()
        run(self.parity, "--version")
        return time.perf_counter() - start

    def suite_alone(self):
        start = time.perf_counter()
        run(self.parity, "lint", "--root", self.folder)
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
    parser = argparse.ArgumentParser(description="Measures what the harness itself costs when a program answers.")
    parser.add_argument("--parity", type=pathlib.Path, help="the parity to measure; else that of tools/ci/build-release.sh")
    parser.add_argument("--repetitions", type=int, default=7)
    options = parser.parse_args()
    parity = options.parity
    if parity is None:
        built = subprocess.run([ROOT / "tools/ci/build-release.sh"], stdout=subprocess.PIPE, check=True, text=True)
        parity = pathlib.Path(built.stdout.strip())
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(parity.resolve(), pathlib.Path(folder).resolve())
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
    main()
