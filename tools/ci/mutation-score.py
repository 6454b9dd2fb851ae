#!/usr/bin/env python3
"""Makes mechanical edits of the second implementations, and counts the edits that the suite kills.

Usage:
  tools/ci/mutation-score.py                          runs every edit
  tools/ci/mutation-score.py event-stream             runs those of one contract
  tools/ci/mutation-score.py --sample 200 --seed 7    runs 200 drawn from all
  tools/ci/mutation-score.py --scores                 also writes tools/ci/mutation/scores.json
  tools/ci/mutation-score.py --scores --check         compares that file with the edits that are made
                                                      and listed, and runs none

cosmic-ray edits Python, and tools/ci/mutation/javascript_edits.py makes the same kinds of edits of
JavaScript. Results are kept in .build/mutation-score, so a stopped run continues. An edit that no case
can kill is listed, with the reason, in tools/ci/mutation/equivalent. Edits are made in copies.

Exit code 0: every survivor is listed, 1: one isn't, or a list or the scores are wrong, 2: the script
can't run.
"""

import json
import pathlib
import random
import sys

from shared.parity import parity_program
from shared.script import ROOT, CannotRun, cannot_run, parser, run_script

try:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from mutation import scores_file
    from mutation.equivalents import equivalents
    from mutation.judging import SURVIVED, Judge
    from mutation.making import edits_of
    from mutation.progress import progress
    from mutation.results import Results
    from mutation.score import COLUMNS, Score
    from mutation.subjects import subjects
except ImportError as error:
    cannot_run(f"{error}; tools/ci/install-check-tools.sh installs it")

CHUNK = 50
CACHE = ROOT / ".build/mutation-score"


def arguments():
    found = parser(__doc__)
    found.add_argument("contracts", nargs="*", metavar="CONTRACT", help="only these contracts")
    found.add_argument("--sample", type=int, metavar="N", help="run N edits, drawn from all")
    found.add_argument("--seed", type=int, metavar="S", help="chooses the sample (default: random, printed)")
    found.add_argument("-j", dest="jobs", type=int, default=1, metavar="N", help="edits to run at the same time (default: 1)")
    found.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds for each reply (default: 10)")
    found.add_argument("--cache", type=pathlib.Path, default=CACHE, metavar="FOLDER", help="the folder of results")
    found.add_argument("--survivors", type=pathlib.Path, metavar="FOLDER", help="also write the survivors to this folder, as JSON")
    found.add_argument("--scores", action="store_true", help="write the scores into tools/ci/mutation/scores.json")
    found.add_argument("--check", action="store_true", help="with --scores: compare that file, and run no edit")
    options = found.parse_args()
    if options.check and not options.scores:
        found.error("--check needs --scores")
    if options.scores and (options.sample is not None or options.contracts and not options.check):
        found.error("--scores needs all edits of all contracts")
    if options.jobs < 1 or options.timeout <= 0 or (options.sample is not None and options.sample < 1):
        found.error("-j, --timeout and --sample need a positive number")
    return options


def chosen_subjects(names):
    known = {subject.contract: subject for subject in subjects()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise CannotRun(f"no second implementation has {unknown[0]}; there are {', '.join(known)}")
    return [known[name] for name in known if not names or name in names]


def drawn(made, count, seed):
    """Returns the sample, in the order of all edits."""
    everything = [(subject, index) for subject, edits in made for index in range(len(edits))]
    places = random.Random(seed).sample(range(len(everything)), min(count, len(everything)))
    kept = {everything[place] for place in places}
    return [
        (subject, [edit for index, edit in enumerate(edits) if (subject, index) in kept]) for subject, edits in made
    ]


def judged(subject, edits, judge, cache, console):
    results = Results(cache, subject)
    new = [edit for edit in edits if results.verdict(edit) is None]
    with progress(console, subject.contract, len(new)) as advance:
        survived = 0
        for start in range(0, len(new), CHUNK):
            chunk = new[start : start + CHUNK]
            verdicts = judge.verdicts(subject, chunk)
            results.add(chunk, verdicts)
            survived += sum(verdict.result == SURVIVED for verdict in verdicts)
            advance(len(chunk), survived)
    return [results.verdict(edit) for edit in edits]


def show(scores, console):
    table = Table(box=box.SIMPLE)
    for index, column in enumerate(COLUMNS):
        table.add_column(column, justify="right" if index else "left")
    for score in scores:
        table.add_row(*score.row())
    console.print(table)
    for score in scores:
        for edit in score.survivors:
            console.print(edit.excerpt(), markup=False, highlight=False, soft_wrap=True)
            console.print()


def write_survivors(folder, scores):
    folder.mkdir(parents=True, exist_ok=True)
    for score in scores:
        write_json(folder / f"{score.subject.contract}.json", [edit.described() for edit in score.survivors])
    write_json(folder / "counts.json", [score.described() for score in scores])


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def stale(made, is_complete):
    """Returns what the file of scores says that the sources and the lists don't."""
    now = {}
    for subject, edits in made:
        listed = equivalents(subject.contract)
        now[subject.contract] = len(edits), sum(any(each.is_of(edit) for each in listed) for edit in edits)
    return scores_file.findings(scores_file.PATH, now, is_complete)


def main():
    options = arguments()
    console = Console() if sys.stdout.isatty() else Console(width=120)
    made = [(subject, edits_of(subject)) for subject in chosen_subjects(options.contracts)]
    if options.check:
        findings = stale(made, is_complete=not options.contracts)
        print("\n".join(findings) or "the scores are fresh")
        if findings:
            print("\nrenew them with\n  tools/renew scores")
        return 1 if findings else 0
    if options.sample is not None:
        seed = random.randrange(10**6) if options.seed is None else options.seed
        print(f"seed {seed}", flush=True)
        made = drawn(made, options.sample, seed)
    judge = Judge(parity_program(), options.jobs, options.timeout)
    scores = [
        Score(subject, edits, judged(subject, edits, judge, options.cache, console), equivalents(subject.contract))
        for subject, edits in made
    ]
    show(scores, console)
    if options.survivors is not None:
        write_survivors(options.survivors, scores)
    if options.scores:
        scores_file.write(scores_file.PATH, scores)
    findings = [] if options.sample is not None else [each for score in scores for each in score.wrongly_listed()]
    for finding in findings:
        print(finding)
    return 1 if findings or any(score.survivors for score in scores) else 0


if __name__ == "__main__":
    run_script(main, OSError)
