#!/usr/bin/env python3
"""Checks that the causes in a report name the mistakes of an implementation.

Usage:
  tools/ci/check-causes.py                 checks the sets and the shapes below
  tools/ci/check-causes.py --alone         makes each mistake of session-detail by itself, which must
                                           fail at least three cases and be the first cause
  tools/ci/check-causes.py --shape NAME    checks all mutants of one shape instead of ten of each
  tools/ci/check-causes.py --smoke         checks the first set, and the mistake of README.md

It checks two things:

- Sets of five mistakes in the JavaScript adapter of session-detail (tools/ci/causes/mistakes.json). The five must be
  the first five causes, in the first set and in all others but one. An adapter that always throws has one cause.
- Contracts of three other shapes: verdicts (tools/ci/causes/verdicts), small objects (examples/date-range) and text
  (tools/ci/causes/text). The mistakes are mutants from the contract's mutants.json. Of n mutants, the check draws
  those at positions 0, n/10, 2n/10 and so on, rounded down. In each shape, the first cause must name the clause that
  the mutant breaks in at least nine of ten runs, by itself or as one of three rules. No cause may name a rule if it
  doesn't name that clause.

It also makes the mistake of README.md, whose cause must have the place, both values and rule D2.

Exit code 0: the check passed, 1: it failed, 2: it can't run.
"""

import pathlib
import re
import shutil
import tempfile

from shared.files import replace_once
from shared.parity import parity_program, run_parity
from shared.script import ROOT, CannotRun, parser, run_script
from shared.suites import fixtures, read_json

ADAPTER = ROOT / "tools/adapters/javascript"
FEWEST_CASES = 3
SETS_THAT_MAY_FAIL = 1

# The error of the adapter that always throws.
BOOM = {"file": "session-detail/timeline.mjs", "find": "  try {\n", "replace": '  throw new Error("boom");\n  try {\n'}


def make(edits, folder):
    """Makes the edits of a mistake in the files of a folder."""
    for edit in edits:
        replace_once(folder / edit["file"], edit["find"], edit["replace"])


def report_of(parity, mistakes):
    """Returns the JSON report of an adapter with these mistakes."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        adapter = folder / "javascript"
        shutil.copytree(ADAPTER, adapter)
        for mistake in mistakes:
            make(mistake["edits"], adapter)
        command = f"node {adapter / 'adapter.mjs'}"
        return failed_run(parity, folder, ["--contract", "session-detail", "--command", command])


def failed_run(parity, folder, options):
    """Returns the JSON report of a run that must fail."""
    path = folder / "report.json"
    # A mistake that crashes the program must not hide the results of later cases.
    words = ["check", "--quiet", "--restarts", "10000", "--report", f"json={path}", *options]
    run_parity(parity, *words, codes=[1], cwd=ROOT)
    return read_json(path)


def causes_of(report):
    if "causes" not in report:
        raise CannotRun("the report has no causes")
    return report["causes"]


def misses(mistakes, causes):
    """Returns why the first causes aren't the mistakes, one to one, or an empty list if they are."""
    titles = [cause["title"] for cause in causes[: len(mistakes)]]
    missed = []
    claimed = set()
    for mistake in mistakes:
        matches = [place for place, title in enumerate(titles) if re.search(mistake["title"], title)]
        if len(matches) != 1:
            missed.append(f"{mistake['id']} matches {len(matches)} of the first {len(mistakes)}")
        elif matches[0] in claimed:
            missed.append(f"{mistake['id']} has the same cause as another one: {titles[matches[0]]}")
        claimed.update(matches)
    return missed


def show(causes, count):
    for cause in causes[:count]:
        print(f"    {len(cause['cases']):4} cases, {cause['alone']:4} alone   {cause['title']}")


def failed_cases(report):
    return sum(1 for verdict in report["verdicts"] if verdict["result"] == "failed")


def check_alone(parity, catalogue, is_verbose):
    is_good = True
    for mistake in catalogue.values():
        report = report_of(parity, [mistake])
        causes = causes_of(report)
        missed = misses([mistake], causes)
        count = failed_cases(report)
        if count < FEWEST_CASES:
            missed.append(f"fails {count} cases, fewer than {FEWEST_CASES}")
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
    report = report_of(parity, [{"edits": [BOOM]}])
    causes = causes_of(report)
    is_one = len(causes) == 1 and "boom" in causes[0]["title"] and causes[0]["taken"] == failed_cases(report)
    print(f"{'ok' if is_one else 'FAILED'}  one error for everything: {', '.join(cause['title'] for cause in causes)}")
    return is_one


# The root of each contract, its id, and the commands of its implementations.
SHAPES = {
    "verdicts": ("tools/ci/causes/verdicts", "json-schema", {"python": ["python3", "program.py"]}),
    "objects": (
        "examples/date-range",
        "date-range",
        {"python": ["python3", "python/adapter.py"], "javascript": ["node", "javascript/adapter.mjs"]},
    ),
    "text": ("tools/ci/causes/text", "markdown", {"python": ["python3", "program.py"]}),
}
MUTANTS_PER_SHAPE = 10
FEWEST_NAMED = 9


def drawn(mutants):
    """Returns ten mutants, evenly spread over the list."""
    return [mutants[place * len(mutants) // MUTANTS_PER_SHAPE] for place in range(MUTANTS_PER_SHAPE)]


def report_on_mutant(parity, shape, mutant):
    """Returns the JSON report of an implementation with a mutant's edit."""
    root, contract, commands = SHAPES[shape]
    program, script = commands[mutant["implementation"]]
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name) / "copy"
        source = (ROOT / root / script).parent
        shutil.copytree(source, (copy / script).parent, dirs_exist_ok=True)
        make([mutant], copy)
        options = ["--root", ROOT / root, "--command", f"{program} {copy / script}"]
        return failed_run(parity, pathlib.Path(name), options)


def clauses_broken_with(clause, report):
    """Returns the clause of a mutant, the clauses that it refines, and those that refine it."""
    clauses = report["suites"][0]["clauses"]
    refined = next(other["refines"] for other in clauses if other["id"] == clause)
    return {clause, *refined, *(other["id"] for other in clauses if clause in other["refines"])}


def check_shape(parity, shape, mutants, is_verbose):
    named = 0
    wrong = 0
    for mutant in mutants:
        report = report_on_mutant(parity, shape, mutant)
        causes = causes_of(report)
        broken = clauses_broken_with(mutant["clause"], report)
        is_named = bool(broken.intersection(causes[0]["rules"]))
        misled = [cause for cause in causes if cause["rules"] and not broken.intersection(cause["rules"])]
        named += is_named
        wrong += bool(misled)
        if misled or not is_named or is_verbose:
            state = "WRONG" if misled else "ok" if is_named else "missed"
            print(f"{state}  {shape}: {mutant['clause']}, {mutant['mistake']} ({failed_cases(report)} cases)")
            for cause in causes[:4]:
                print(f"    {len(cause['cases']):4} cases   {cause['title']}   {', '.join(cause['rules'])}")
    print(f"{shape}: the first cause names {named} of {len(mutants)} mistakes; {wrong} runs name a wrong rule", flush=True)
    return named >= len(mutants) * FEWEST_NAMED // 10 and wrong == 0


def check_readme(parity):
    """Makes the mistake of README.md."""
    example = ROOT / "examples/date-range"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = folder / "javascript"
        shutil.copytree(example / "javascript", copy)
        replace_once(copy / "date-range.mjs", "new Date(0).setUTCFullYear(year", "Date.UTC(year")
        command = f"node {copy / 'adapter.mjs'}"
        report = failed_run(parity, folder, ["--root", example, "--only", "year_50", "--command", command])
    cause = causes_of(report)[0]
    is_named = cause["title"] == '/ranges/0/from: "0050-03-01" → "1950-03-01"' and cause["rules"] == ["D2"]
    print(f"{'ok' if is_named else 'FAILED'}  README.md: {cause['title']}, {', '.join(cause['rules'])}")
    return is_named


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--alone", action="store_true", help="make each mistake of session-detail by itself")
    arguments.add_argument("-v", "--verbose", action="store_true", help="print the causes of each run")
    arguments.add_argument("--shape", choices=SHAPES, help="check all mutants of one shape")
    arguments.add_argument("--smoke", action="store_true", help="check the first set, and the mistake of README.md")
    options = arguments.parse_args()
    data = read_json(ROOT / "tools/ci/causes/mistakes.json")
    catalogue = {mistake["id"]: mistake for mistake in data["mistakes"]}
    parity = parity_program()
    return 0 if is_good(parity, catalogue, data["sets"], options) else 1


def is_good(parity, catalogue, sets, options):
    """Returns whether the causes are right, and prints those that aren't."""
    if options.alone:
        return check_alone(parity, catalogue, options.verbose)

    if options.smoke:
        return check_sets(parity, catalogue, sets[:1], options.verbose) and check_readme(parity)

    are_right = True
    for shape, (root, contract, _) in SHAPES.items():
        mutants = read_json(fixtures(contract, ROOT / root) / "mutants.json")["mutants"]
        if options.shape in (None, shape):
            chosen = mutants if options.shape else drawn(mutants)
            are_right = check_shape(parity, shape, chosen, options.verbose) and are_right
    if options.shape:
        return are_right

    are_right = check_readme(parity) and are_right
    are_right = check_sets(parity, catalogue, sets, options.verbose) and are_right
    return check_one_error(parity) and are_right


if __name__ == "__main__":
    run_script(main)
