#!/usr/bin/env python3
"""Compares `parity check` of a command-line tool, which starts once for each case, with loops in a shell.

Usage:
  tools/bench/process-per-case.py [--cases N] [--rounds N]

The tool is `tr a-z A-Z`, so nearly all of the time is that of starting processes. One loop only runs the tool on each
input; the other one also compares the output with cmp, which is a second process for each case. A round runs each
command once, all with one job, and parity also with one for each core. Processor time includes that of all child
processes. A ratio is the median of the ratios to the first loop within rounds.

Exit code 0: measured; 2: the measurement can't run.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.parity import release_program
from shared.script import cannot_run, parser, run_script
from shared.suites import write_suite

CONTRACT = "upper"

LOOP = "for file in inputs/*; do tr a-z A-Z <$file >output; done"
COMPARING_LOOP = """
for file in inputs/*; do
  tr a-z A-Z <$file >output
  cmp -s output outputs/${file##*/} || echo "$file"
done
"""


def write_cases(folder, count):
    """Writes the inputs and outputs as files, and a suite with the same cases."""
    for path in (folder / "inputs", folder / "outputs"):
        path.mkdir(parents=True)
    cases = []
    for number in range(count):
        text = f"case number {number}\nof {count}\n"
        name = f"{number:06}"
        (folder / "inputs" / name).write_text(text, encoding="utf-8")
        (folder / "outputs" / name).write_text(text.upper(), encoding="utf-8")
        cases.append({"id": f"case-{number}", "input": {"text": text}, "expect": {"output": text.upper()}})
    manifest = {
        "contract": CONTRACT,
        "version": "0.1.0",
        "title": "Capital letters",
        "goldens": False,
        "operations": {"convert": {"output": "text"}},
    }
    implementation = {
        "name": "tr",
        "protocol": "stdio",
        "command": ["tr", "a-z", "A-Z"],
        "stdin": "/text",
        "contracts": [CONTRACT],
        "default": True,
    }
    write_suite(folder, manifest, cases, [implementation], indent=None)


def measure(command, folder):
    """Returns the processor time and the elapsed time of a command, in seconds. Stops if it fails."""
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or (command[0] == "sh" and printed):
        cannot_run(f"`{' '.join(map(str, command[:2]))}` fails")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--parity", type=pathlib.Path, help="the program (default: that of tools/release/build)")
    arguments.add_argument("--cases", type=int, default=20_000, help="the number of cases (default: %(default)s)")
    arguments.add_argument("--rounds", type=int, default=3, help="the number of rounds (default: %(default)s)")
    options = arguments.parse_args()
    check = [release_program(options.parity), "check", "--quiet", "--schedules", "0"]
    commands = {
        "loop in a shell": ["sh", "-c", LOOP],
        "the same with cmp": ["sh", "-c", COMPARING_LOOP],
        "parity check -j 1": [*check, "-j", "1"],
        "parity check": check,
    }

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_cases(folder, options.cases)
        rounds = [
            {title: measure(command, folder) for title, command in commands.items()} for _ in range(options.rounds)
        ]

    print(f"{options.cases} cases, {options.rounds} rounds, times in seconds")
    print(f"{'':20}{'processor time':>16}{'ratio':>8}{'elapsed':>10}{'ratio':>8}")
    for title in commands:
        line = f"{title:20}"
        for which, width in ((0, 16), (1, 10)):
            ratio = statistics.median(times[title][which] / times["loop in a shell"][which] for times in rounds)
            line += f"{statistics.median(times[title][which] for times in rounds):{width}.2f}{ratio:8.2f}"
        print(line)


if __name__ == "__main__":
    run_script(main)
