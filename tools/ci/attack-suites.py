#!/usr/bin/env python3
"""Lints small suites that cause much work, and measures the time and the memory.

Usage:
  tools/ci/attack-suites.py
  tools/ci/attack-suites.py --only keys

Examples are a text that occurs everywhere, misspelled names, and a repeated text. A trial fails if
it exceeds a limit of time, memory or printed text, or if Parity crashes. The limits are for a release
build.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import pathlib
import tempfile

from attack.measured import Measured
from attack.suite import CONTRACT, LOCK, Suite, options
from shared.files import write_json
from shared.parity import parity_program
from shared.script import Failure, run_script
from shared.suites import read_json

# The limits of one run on a slow machine, in seconds and megabytes.
SECONDS, MEGABYTES, PRINTED = 30, 600, 5

MATRIX = f"Fixtures/{CONTRACT}/behavior-matrix.json"
CASES = f"Fixtures/{CONTRACT}/cases.json"
MUTANTS = f"Fixtures/{CONTRACT}/mutants.json"


def changed(path):
    """Returns a decorator, which has a function change the JSON of a file."""
    def decorate(change):
        def apply(suite):
            file = suite.folder / path
            value = read_json(file)
            change(value)
            write_json(file, value)
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
    parity = parity_program()
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
        raise Failure("\n".join(["", *found]))
    print("suites that cause much work: each was linted within the limits")


if __name__ == "__main__":
    run_script(main)
