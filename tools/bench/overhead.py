#!/usr/bin/env python3
"""Compares the processor time of `parity check` over JSON-RPC with that of a bare loop.

Usage:
  tools/bench/overhead.py [--cases N]         small cases for a trivial program
  tools/bench/overhead.py --suite FOLDER      the draft 2020-12 tests of the JSON Schema Test Suite in FOLDER, for
                                              the package jsonschema, which the Python that runs this must have

The program is the template of `parity init --adapter python`, which calls a function. The bare loop is a script that
reads the same inputs from one JSON file, calls the same function on each, and compares the results with the expected
ones. A round runs each command once. Processor time includes that of all child processes. A ratio is the median of the
ratios to the bare loop within rounds.

Exit code 0: measured; 2: the measurement can't run.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.files import write_json
from shared.parity import release_program
from shared.script import cannot_run, parser, run_script
from shared.suites import fixtures, read_json, read_manifest

CONTRACT = "overhead"

TRIVIAL_LIBRARY = '''
def answer(params):
    words = params["text"].split()
    return {"words": words, "count": len(words)}
'''

JSON_SCHEMA_LIBRARY = '''
import json
import pathlib

import jsonschema
from referencing import Registry
from referencing.jsonschema import DRAFT202012

folder = pathlib.Path(REMOTES)
registry = Registry().with_resources(
    ("http://localhost:1234/" + file.relative_to(folder).as_posix(),
     DRAFT202012.create_resource(json.loads(file.read_text(encoding="utf-8"))))
    for file in sorted([*folder.glob("*.json"), *folder.glob("draft2020-12/**/*.json")])
)


def answer(params):
    validator = jsonschema.Draft202012Validator(params["schema"], registry=registry)
    return {"results": [validator.is_valid(data) for data in params["tests"]]}
'''

BARE_LOOP = '''
import json
import sys

from library import answer

failures = 0
with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for case in cases:
    try:
        output = answer(case["input"])
    except Exception as error:
        output = str(error)
    if output != case["output"]:
        failures += 1
print(failures)
'''


def trivial_cases(count):
    """Returns small inputs, each with its output."""
    for number in range(count):
        words = ["word", "number", str(number)]
        yield {"input": {"text": " ".join(words)}, "output": {"words": words, "count": 3}}


def json_schema_cases(folder):
    """Returns the schema and the data of each group of tests, with the verdicts."""
    files = sorted((folder / "tests" / "draft2020-12").glob("*.json"))
    if not files:
        cannot_run(f"{folder} has no tests/draft2020-12/*.json")
    for file in files:
        for group in json.loads(file.read_text(encoding="utf-8")):
            yield {
                "input": {"schema": group["schema"], "tests": [test["data"] for test in group["tests"]]},
                "output": {"results": [test["valid"] for test in group["tests"]]},
            }


class Suite:
    """A suite, an adapter and a bare loop in a folder."""

    def __init__(self, parity, folder, cases, library):
        self.parity, self.folder, self.cases = parity, folder, cases
        self.adapter = folder / "adapters" / f"{CONTRACT}.py"
        subprocess.run(
            [parity, "init", "--adapter", "python"], cwd=folder, check=True, stdout=subprocess.DEVNULL
        )
        self.manifest = read_manifest(CONTRACT, folder)
        self.write_cases()
        (folder / "adapters" / "library.py").write_text(library, encoding="utf-8")
        (folder / "adapters" / "bare.py").write_text(BARE_LOOP, encoding="utf-8")
        head, rest = self.adapter.read_text(encoding="utf-8").split("def answer(params):", 1)
        rest = rest[rest.index("NAME, VERSION") :]
        self.adapter.write_text(f"{head}from library import answer\n\n{rest}", encoding="utf-8")

    def write_cases(self):
        cases = [
            {
                "id": f"case-{number}",
                "description": f"Number {number}.",
                "input": {name: {"$literal": value} for name, value in case["input"].items()},
                "expect": {"output": {"$literal": case["output"]}},
            }
            for number, case in enumerate(self.cases, start=1)
        ]
        place = fixtures(CONTRACT, self.folder)
        write_json(place / "cases.json", {"cases": cases})
        write_json(place / "behavior-matrix.json", {**self.manifest, "goldens": False})
        write_json(self.folder / "bare.json", self.cases)

    def write_requests(self):
        """Writes what parity sends to the program."""
        method = f"{CONTRACT}/{next(iter(self.manifest['operations']))}"
        requests = [("initialize", {"protocolVersion": 1})] + [(method, case["input"]) for case in self.cases]
        with open(self.folder / "requests", "w", encoding="utf-8") as file:
            for number, (name, params) in enumerate(requests):
                message = {"jsonrpc": "2.0", "id": number, "method": name, "params": params}
                file.write(json.dumps(message, separators=(",", ":")) + "\n")

    def commands(self):
        """Returns the commands to measure, the bare loop first, with the file of their standard input."""
        self.write_requests()
        python, check = sys.executable, [self.parity, "check", "--quiet", "--implementation", "python"]
        return {
            "bare loop": ([python, "adapters/bare.py", "bare.json"], os.devnull),
            "the program, requests from a file": ([python, self.adapter], "requests"),
            "parity check": (check, os.devnull),
            "parity check -j 1": ([*check, "-j", "1"], os.devnull),
            "parity lint, without the program": ([self.parity, "lint", "--quiet"], os.devnull),
        }

    def check_agreement(self):
        """Stops if parity and the bare loop don't find the same number of failures. Returns the number."""
        run = subprocess.run([sys.executable, "adapters/bare.py", "bare.json"], cwd=self.folder, stdout=-1, check=True)
        report = self.folder / "report.json"
        subprocess.run(
            [self.parity, "check", "-q", "--report", f"json={report}"],
            cwd=self.folder, stdout=subprocess.DEVNULL, check=False,
        )
        verdicts = read_json(report)["verdicts"]
        report.unlink()
        failures = sum(verdict["result"] != "passed" for verdict in verdicts)
        if len(verdicts) != len(self.cases) or failures != int(run.stdout):
            cannot_run(f"the bare loop has {int(run.stdout)} failures, and parity {failures} of {len(verdicts)}")
        return failures


def measure(command, stdin, folder):
    """Returns the processor time and the elapsed time of a command, in milliseconds."""
    with open(folder / stdin, "rb") as file:
        start = time.perf_counter()
        with subprocess.Popen(
            command, cwd=folder, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        return (usage.ru_utime + usage.ru_stime) * 1e3, (time.perf_counter() - start) * 1e3


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--parity", type=pathlib.Path, help="the program (default: that of tools/release/build)")
    arguments.add_argument("--suite", type=pathlib.Path, help="the folder of the JSON Schema Test Suite")
    arguments.add_argument("--cases", type=int, default=20_000, help="the number of small cases (default: %(default)s)")
    arguments.add_argument("--rounds", type=int, default=11)
    options = arguments.parse_args()
    parity = release_program(options.parity)
    if options.suite:
        cases = list(json_schema_cases(options.suite.resolve()))
        remotes = str(options.suite.resolve() / "remotes")
        library = JSON_SCHEMA_LIBRARY.replace("REMOTES", repr(remotes))
    else:
        cases, library = list(trivial_cases(options.cases)), TRIVIAL_LIBRARY

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve() / CONTRACT
        folder.mkdir()
        # The adapter starts the Python that runs this.
        os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
        suite = Suite(parity, folder, cases, library)
        failures = suite.check_agreement()
        commands = suite.commands()
        rounds = [
            {title: measure(*command, folder) for title, command in commands.items()} for _ in range(options.rounds)
        ]
    print(f"{len(cases)} cases, of which {failures} fail; {options.rounds} rounds; times in milliseconds")
    report(rounds)


def report(rounds):
    print(f"{'':36}{'processor time':>24}{'elapsed':>16}")
    print(f"{'':36}{'min':>8}{'median':>8}{'ratio':>8}{'median':>8}{'ratio':>8}")
    for title in rounds[0]:
        line = f"{title:36}{min(times[title][0] for times in rounds):8.0f}"
        for which in (0, 1):
            line += f"{statistics.median(times[title][which] for times in rounds):8.0f}"
            ratio = statistics.median(times[title][which] / times["bare loop"][which] for times in rounds)
            line += f"{ratio:8.2f}"
        print(line)


if __name__ == "__main__":
    run_script(main)
