#!/usr/bin/env python3
"""Demands that five mistakes made at once are the first five causes that `parity check` tells of.

    tools/ci/check-causes.py            every set of five in tools/ci/causes/mistakes.json, and an adapter that always throws
    tools/ci/check-causes.py --alone    every mistake by itself: it fails cases enough, and is the first cause
    tools/ci/check-causes.py -v         the causes of each run too

A mistake is an edit of a copy of the JavaScript adapter, with a pattern for the title of the cause it has to show as.
The first set has to come out; of the others, all but one.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADAPTER = "tools/adapters/javascript"
FEWEST_CASES = 3
SETS_THAT_MAY_FAIL = 1

# The error of the adapter that always throws.
BOOM = {"file": "session-detail/timeline.mjs", "find": "  try {\n", "replace": '  throw new Error("boom");\n  try {\n'}


def edit(folder, mistake):
    for change in mistake["edits"]:
        path = os.path.join(folder, change["file"])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        count = text.count(change["find"])
        if count != 1:
            sys.exit(f"{mistake['id']}: {change['file']} has {count} times what is replaced: {change['find']}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(change["find"], change["replace"]))


def report_of(parity, mistakes):
    """The JSON report on an adapter that makes these mistakes."""
    with tempfile.TemporaryDirectory() as folder:
        adapter = os.path.join(folder, "javascript")
        shutil.copytree(os.path.join(ROOT, ADAPTER), adapter)
        for mistake in mistakes:
            edit(adapter, mistake)
        path = os.path.join(folder, "report.json")
        command = f"node {os.path.join(adapter, 'adapter.mjs')}"
        arguments = ["check", "--quiet", "--contract", "session-detail", "--command", command]
        arguments += ["--restarts", "10000"]  # a mistake that crashes must not hide what the cases after it show
        arguments += ["--report", f"json={path}"]
        run = subprocess.run([parity, *arguments], cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 1:
            sys.exit(f"exit code {run.returncode} where 1 is due:\n{run.stdout}{run.stderr}")
        with open(path, encoding="utf-8") as file:
            return json.load(file)


def causes_of(report):
    if "causes" not in report:
        sys.exit("the report tells no causes")
    return report["causes"]


def misses(mistakes, causes):
    """Why the first causes are not the mistakes, one to one; nothing where they are."""
    titles = [cause["title"] for cause in causes[: len(mistakes)]]
    missed = []
    claimed = set()
    for mistake in mistakes:
        matches = [place for place, title in enumerate(titles) if re.search(mistake["title"], title)]
        if len(matches) != 1:
            missed.append(f"{mistake['id']} matches {len(matches)} of the first {len(mistakes)}")
        elif matches[0] in claimed:
            missed.append(f"{mistake['id']} is told as another one is: {titles[matches[0]]}")
        claimed.update(matches)
    return missed


def show(causes, count):
    for cause in causes[:count]:
        print(f"    {len(cause['cases']):4} cases, {cause['alone']:4} alone   {cause['title']}")


def failed_cases(report):
    return sum(1 for verdict in report["verdicts"] if "failed" in verdict["result"])


def check_alone(parity, catalogue, is_verbose):
    is_good = True
    for mistake in catalogue.values():
        report = report_of(parity, [mistake])
        causes = causes_of(report)
        missed = misses([mistake], causes)
        count = failed_cases(report)
        if count < FEWEST_CASES:
            missed.append(f"fails {count} cases, and {FEWEST_CASES} are due")
        print(f"{'FAILED' if missed else 'ok'}  {mistake['id']}: {count} cases", *missed, sep="; ")
        if missed or is_verbose:
            show(causes, 4)
        is_good = is_good and not missed
    return is_good


def check_sets(parity, catalogue, sets, is_verbose):
    failed = []
    for place, names in enumerate(sets):
        mistakes = [catalogue[name] for name in names]
        report = report_of(parity, mistakes)
        causes = causes_of(report)
        missed = misses(mistakes, causes)
        if sum(cause["taken"] for cause in causes) != failed_cases(report):
            missed.append("the cases of the causes are not those that failed")
        print(f"{'FAILED' if missed else 'ok'}  set {place + 1}: {', '.join(names)}", *missed, sep="; ", flush=True)
        if missed or is_verbose:
            show(causes, len(mistakes) + 3)
        if missed:
            failed.append(place)
    print(f"{len(sets) - len(failed)} of {len(sets)} sets are their first five causes")
    return 0 not in failed and len(failed) <= SETS_THAT_MAY_FAIL


def check_one_error(parity):
    report = report_of(parity, [{"id": "boom", "edits": [BOOM]}])
    causes = causes_of(report)
    is_one = len(causes) == 1 and "boom" in causes[0]["title"] and causes[0]["taken"] == failed_cases(report)
    print(f"{'ok' if is_one else 'FAILED'}  one error for everything: {', '.join(cause['title'] for cause in causes)}")
    return is_one


def main(arguments):
    if not set(arguments) <= {"--alone", "-v"}:
        sys.exit(__doc__)
    with open(os.path.join(ROOT, "tools/ci/causes/mistakes.json"), encoding="utf-8") as file:
        data = json.load(file)
    catalogue = {mistake["id"]: mistake for mistake in data["mistakes"]}
    parity = subprocess.check_output([os.path.join(ROOT, "tools/ci/parity-program.sh")], text=True).strip()
    if "--alone" in arguments:
        return check_alone(parity, catalogue, "-v" in arguments)
    is_good = check_sets(parity, catalogue, data["sets"], "-v" in arguments)
    return check_one_error(parity) and is_good


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
