#!/usr/bin/env python3
"""Writes the figures of docs/trust.md, or checks that they are those of the suite.

  tools/ci/trust-table.py           writes them
  tools/ci/trust-table.py --check   is red where they would change

Cases, statements and goldens are counted in Fixtures and Golden, other orders by `parity check`, which the variable PARITY may
name; mutants, mechanical edits and blind spots stand in docs/audit.md, which CI keeps fresh; how much is fuzzed stands in
tools/ci/check-fuzzing.sh.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/trust.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def statements(expectation):
    """Facets, and each value of `at` and `absent`."""
    counts = {"at": len, "absent": len}
    return sum(counts.get(name, lambda _: 1)(value) for name, value in expectation.items())


def found(pattern, text, what):
    match = re.search(pattern, text, re.MULTILINE)
    if not match:
        sys.exit(f"tools/ci/trust-table.py: {what} is not found; renew docs/audit.md or fix the pattern {pattern}")
    return match.groups()


def orders():
    """Other orders of arrival that `parity check` tries, of all implementations together, by contract."""
    program = subprocess.run(["tools/ci/parity-program.sh"], cwd=ROOT, capture_output=True, text=True, check=True)
    check = subprocess.run(
        [program.stdout.strip(), "check", "--implementation", "all", "--color", "never"],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"},
    )
    if check.returncode:
        sys.exit(f"tools/ci/trust-table.py: parity check is red\n{check.stdout}{check.stderr}")
    totals = {}
    for contract, count in re.findall(r"^(\S+) \S+: .* also in (\d+) orderings$", check.stdout, re.MULTILINE):
        totals[contract] = totals.get(contract, 0) + int(count)
    return totals


def figures():
    lock = [json.loads(line) for line in read("Golden/golden.lock.jsonl").splitlines()]
    audit, fuzzing, tried = read("docs/audit.md"), read("tools/ci/check-fuzzing.sh"), orders()
    columns = {}
    for path in sorted(ROOT.glob("Fixtures/*/behavior-matrix.json")):
        contract, matrix = path.parent.name, json.loads(path.read_text(encoding="utf-8"))
        files = [json.loads((path.parent / name).read_text(encoding="utf-8")) for name in matrix["caseFiles"]]
        cases = [case for file in files for case in file["cases"]]
        goldens = [line for line in lock if line["contract"] == contract]
        independent = [line for line in goldens if any(not name.startswith("reference") for name in line["witnesses"])]
        name = re.escape(contract)
        killed, mutants, spots, accepted = found(
            rf"^{name}: (\d+) of (\d+) mutants killed, .*; (\d+) blind spots?, (\d+) accepted\.$", audit, f"the audit of {contract}")
        edits, equivalent, score = found(
            rf"^\| {name} \| \d+ \| \d+ \| (\d+) \| (\d+) \| \d+ \| ([\d.]+) % \|$", audit, f"the mutation score of {contract}")
        (witness,) = found(rf"^\. {name} (\S+)$", fuzzing, f"the fuzzing of {contract}")
        (inputs,) = found(r"^inputs=\$\{1:-(\d+)\}$", fuzzing, "the number of inputs")
        columns[contract] = {
            "cases": len(cases),
            "statements of expectations": sum(statements(case["expect"]) for case in cases),
            "goldens": len(goldens),
            "goldens that a witness gives too": len(independent),
            "inputs in other orders of arrival": tried.get(contract, 0),
            "chosen mutants killed": f"{killed} of {mutants}",
            "mechanical edits killed": f"{edits} ({score} %)",
            "edits listed as no mistake": equivalent,
            "blind spots open": spots,
            "blind spots accepted": accepted,
            "generated inputs per operation": f"{int(inputs):,} with {witness}",
        }
    names = list(columns)
    lines = [f"| | {' | '.join(names)} |", f"| --- |{' ---: |' * len(names)}"]
    for row in next(iter(columns.values())):
        cells = [f"{value:,}" if isinstance(value, int) else value for value in (columns[name][row] for name in names)]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main():
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    fresh = f"{before}{BEGIN}\n{figures()}\n{END}{after}"
    if sys.argv[1:] == ["--check"]:
        if fresh != page:
            sys.exit("docs/trust.md has other figures than the suite; renew them: tools/ci/trust-table.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        PAGE.write_text(fresh, encoding="utf-8")


main()
