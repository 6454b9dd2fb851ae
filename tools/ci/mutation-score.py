#!/usr/bin/env python3
"""Edits the witnesses mechanically, and has parity tell how many of the edits its suite kills.

  tools/ci/mutation-score.py                          judges every edit of every witness
  tools/ci/mutation-score.py event-stream             judges those of one contract
  tools/ci/mutation-score.py --sample 200 --seed 7    judges 200 drawn from all
  tools/ci/mutation-score.py --scores                 writes tools/ci/mutation/scores.json, too
  tools/ci/mutation-score.py --scores --check         compares that file with the edits that are made and listed, and
                                                      judges nothing

cosmic-ray edits Python; tools/ci/mutation/javascript_edits.py makes the same kinds of edits of JavaScript. What is judged
is kept in .build/mutation-score, so that a run that is stopped goes on. An edit that nothing can kill is listed, with
the reason, in tools/ci/mutation/equivalent. No edit touches the sources: parity judges copies.

Exit code 0: no edit lives that is not listed, 1: one does, or a list or the scores are wrong, 2: this cannot run.
"""

import argparse
import json
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

try:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from mutation import scores_file
    from mutation.equivalents import WrongList, equivalents
    from mutation.judging import SURVIVED, CannotJudge, Judge, program
    from mutation.making import edits_of
    from mutation.progress import progress
    from mutation.results import Results
    from mutation.score import COLUMNS, Score
    from mutation.subjects import ROOT, subjects
except ImportError as error:
    print(f"tools/ci/mutation-score.py: {error}; tools/ci/install-check-tools.sh installs it", file=sys.stderr)
    sys.exit(2)

CHUNK = 50
CACHE = ROOT / ".build/mutation-score"


def arguments():
    parser = argparse.ArgumentParser(description="Tells how many mechanical edits of the witnesses the suite kills.")
    parser.add_argument("contracts", nargs="*", metavar="CONTRACT", help="those to edit the witness of; else all")
    parser.add_argument("--sample", type=int, metavar="N", help="judge so many edits, drawn from all")
    parser.add_argument("--seed", type=int, metavar="S", help="which ones are drawn; else drawn too, and printed")
    parser.add_argument("-j", dest="jobs", type=int, default=1, metavar="N", help="edits judged at once (default: 1)")
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds for each reply (default: 10)")
    parser.add_argument("--cache", type=pathlib.Path, default=CACHE, metavar="FOLDER", help="where verdicts are kept")
    parser.add_argument("--survivors", type=pathlib.Path, metavar="FOLDER", help="also write them there, as JSON")
    parser.add_argument("--scores", action="store_true", help="write the scores into tools/ci/mutation/scores.json")
    parser.add_argument("--check", action="store_true", help="with --scores: compare that file, and judge nothing")
    options = parser.parse_args()
    if options.check and not options.scores:
        parser.error("--check wants --scores")
    if options.scores and (options.sample is not None or options.contracts and not options.check):
        parser.error("--scores wants all edits of all contracts")
    if options.jobs < 1 or options.timeout <= 0 or (options.sample is not None and options.sample < 1):
        parser.error("-j, --timeout and --sample want a positive number")
    return options


def chosen_subjects(names):
    known = {subject.contract: subject for subject in subjects()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise CannotJudge(f"no witness answers for {unknown[0]}; there are {', '.join(known)}")
    return [known[name] for name in known if not names or name in names]


def drawn(made, count, seed):
    """The sample, in the order of what it is drawn from."""
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
        print("\n".join(findings) or "the scores are of these sources")
        if findings:
            print("\nrenew them with\n  tools/renew scores")
        return 1 if findings else 0
    if options.sample is not None:
        seed = random.randrange(10**6) if options.seed is None else options.seed
        print(f"seed {seed}", flush=True)
        made = drawn(made, options.sample, seed)
    judge = Judge(program(), options.jobs, options.timeout)
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
    try:
        sys.exit(main())
    except (CannotJudge, WrongList, scores_file.WrongScores, OSError) as error:
        print(f"tools/ci/mutation-score.py: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("\ntools/mutation-score: stopped; what was judged is kept", file=sys.stderr)
        sys.exit(130)
