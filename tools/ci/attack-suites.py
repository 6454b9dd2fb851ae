#!/usr/bin/env python3
"""Has Parity lint suites that make much work of little, and measures its time and memory.

  tools/ci/attack-suites.py
  tools/ci/attack-suites.py --only keys

Such as: a text that occurs everywhere, names that are nearly right, a written form that grows.
A trial that takes more time, memory or printed text than its bound is a finding, and so is a
crash. The bounds are for a release build. PARITY names the program to try; otherwise it is a
debug build.

Exit code 0: nothing was found, 1: something was.
"""

import json
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from attack.measured import Measured
from attack.suite import CONTRACT, LOCK, Finding, Suite, finish, options, program

# Per run: what a suite of that size may take on a slow machine.
SECONDS, MEGABYTES, PRINTED = 30, 600, 5

MATRIX = f"Fixtures/{CONTRACT}/behavior-matrix.json"
CASES = f"Fixtures/{CONTRACT}/cases.json"
MUTANTS = f"Fixtures/{CONTRACT}/mutants.json"


def changed(path):
    """Has a function change the JSON of a file."""
    def decorate(change):
        def apply(suite):
            file = suite.folder / path
            value = json.loads(file.read_bytes())
            change(value)
            file.write_text(json.dumps(value))
        return apply
    return decorate


@changed(MUTANTS)
def find_one_letter(value):
    value["mutants"][0].update(find="a", file="large.py")


def find_in_a_large_file(suite):
    (suite.folder / "large.py").write_text("a" * 400_000)
    find_one_letter(suite)


@changed(MUTANTS)
def ten_thousand_mutants(value):
    first = value["mutants"][0]
    value["mutants"] = [{**first, "mistake": f"mistake {number}", "find": f"sorted(values{number}"}
                        for number in range(10_000)]


@changed(MATRIX)
def one_long_id(value):
    value["rows"][0]["cases"][0] = "case_" + "x" * 40_000


@changed(CASES)
def one_long_case(value):
    value["cases"][1]["id"] = "case_" + "y" * 40_000


def two_long_ids(suite):
    one_long_case(suite)
    one_long_id(suite)


@changed(MATRIX)
def four_thousand_names(value):
    value["rows"][0]["cases"] = [f"case_with_a_long_name_{number}_x" for number in range(4_000)]


@changed(CASES)
def four_thousand_cases(value):
    first = value["cases"][0]
    value["cases"] = [{**first, "id": f"case_with_a_long_name_{number}_y"}
                      for number in range(4_000)]


def misspelled_names(suite):
    four_thousand_names(suite)
    four_thousand_cases(suite)


@changed(CASES)
def repeated_texts(value):
    text = {"$repeat": {"text": "a", "times": 16 << 20}}
    value["cases"][0]["input"] = {"values": [text] * 150}


def empty_lines_in_the_lock(suite):
    lock = suite.folder / LOCK
    lock.write_bytes(lock.read_bytes() + b"\n" * 40_000_000)


def repeated_keys(suite):
    file = suite.folder / CASES
    keys = ",".join(['"a":1'] * 1_000_000)
    file.write_text(file.read_text().replace('"values":', "%s, \"values\":" % keys, 1))


TRIALS = {
    "find": find_in_a_large_file, "mutants": ten_thousand_mutants, "id": two_long_ids,
    "names": misspelled_names, "repeat": repeated_texts, "lock": empty_lines_in_the_lock,
    "keys": repeated_keys,
}


def problems(run):
    if run.was_stopped or run.megabytes > MEGABYTES:
        return [f"more than {MEGABYTES} MB"]
    if run.code < 0 or run.code == 70:
        return [f"exit code {run.code}"]
    found = [] if run.seconds <= SECONDS else [f"more than {SECONDS} s"]
    return found if run.printed <= PRINTED else [*found, f"more than {PRINTED} MB printed"]


def main():
    parser = options(__doc__, 1)
    parser.add_argument("--only", choices=TRIALS, action="append", help="repeatable")
    chosen = parser.parse_args()
    parity = program()
    found = []
    with tempfile.TemporaryDirectory(prefix="suites-") as scratch:
        plain = Suite.written(parity, pathlib.Path(scratch).resolve() / "plain")
        plain.run("regenerate", "--quiet", codes=[0])
        for name in [*(chosen.only or TRIALS)] * chosen.runs:
            suite = plain.copy(plain.folder.with_name(name))
            TRIALS[name](suite)
            run = Measured(suite, ["lint"], MEGABYTES)
            print(f"{name:8} {run}", flush=True)
            found += [f"{name}: {problem}" for problem in problems(run)]
            suite.remove()
    if found:
        raise Finding("\n".join(["", *found]))
    print("suites that make much work of little: each was linted within its bounds")


if __name__ == "__main__":
    finish(main)
