#!/usr/bin/env python3
"""Checks that `parity reduce` reduces recordings in which a planted mistake shows.

Usage:
  tools/ci/check-reduction.py                        3 mutants, and a recording of the cases' events
  tools/ci/check-reduction.py --mutants 10 --seed 7 --recording a.jsonl --recording b.jsonl

The mutants are drawn from Fixtures/session-detail/mutants.json and, with --mechanical, from the edits
that tools/ci/mutation makes. Each is made in a copy of the JavaScript implementation. Those that no
recording shows are replaced by others. The reduced recording must have at most 5 rows, on which the
mutant differs from the reference and the implementation without the mistake doesn't.

Exit code 0: every recording is reduced, 1: one isn't, 2: the check can't run.
"""

import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from shared.parity import parity_program
from shared.script import ROOT, parser, run_script
from shared.suites import fixtures, read_cases, read_json

CONTRACT = "session-detail"
OPERATION = f"{CONTRACT}/timeline"
ADAPTER = pathlib.Path("tools/adapters/javascript")
MOST_ROWS = 5


def arguments():
    found = parser(__doc__)
    found.add_argument("--mutants", type=int, default=3, metavar="N", help="mutants to draw (default: 3)")
    found.add_argument("--seed", type=int, default=1, metavar="N", help="which ones are drawn (default: 1)")
    found.add_argument(
        "--recording", type=pathlib.Path, action="append", metavar="FILE", help="a recording; repeatable"
    )
    found.add_argument("--mechanical", action="store_true", help="draw mechanical edits as well")
    found.add_argument("--seconds", type=float, default=60, metavar="N", help="limit per recording (default: 60)")
    return found.parse_args()


def recording_of_cases(folder):
    """Writes the events of all cases into one recording."""
    rows = []
    for case in read_cases(CONTRACT):
        rows += [event for event in case.get("events", []) if isinstance(event, dict)]
    path = folder / "cases.jsonl"
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")
    return path


def mutants(is_mechanical):
    """Returns each mutant as its name, its file, and the text of that file."""
    listed = read_json(fixtures(CONTRACT) / "mutants.json")["mutants"]
    found = []
    for each in listed:
        if each["implementation"] == "javascript":
            text = (ROOT / each["file"]).read_text(encoding="utf-8")
            found.append((each["mistake"], each["file"], text.replace(each["find"], each["replace"], 1)))
    if is_mechanical:
        from mutation.making import edits_of
        from mutation.subjects import subjects

        subject = next(subject for subject in subjects() if subject.contract == CONTRACT)
        for edit in edits_of(subject):
            found.append((f"{edit.operator} {pathlib.Path(edit.file).name}:{edit.line}", edit.file, edit.mutated))
    return found


class Mutant:
    """A copy of the JavaScript implementation with one mistake."""

    def __init__(self, parity, folder, mutant):
        self.parity = parity
        self.folder = folder
        self.name, file, text = mutant
        shutil.copytree(ROOT / ADAPTER, folder, ignore=shutil.ignore_patterns("test"))
        (folder / pathlib.Path(file).relative_to(ADAPTER)).write_text(text, encoding="utf-8")

    @property
    def command(self):
        return ["--command", f"node {shlex.quote(str(self.folder / 'adapter.mjs'))}"]

    def differs(self, recording):
        """Returns whether the outputs of the reference and of the mutant differ."""
        return self.run(["--events", recording, *self.command]) == 1

    def run(self, options, text=None):
        """Sends an input to the reference and another implementation, and returns the exit code."""
        words = [self.parity, "run", OPERATION, "--implementation", "reference", *options]
        return subprocess.run(words, cwd=ROOT, input=text, capture_output=True, text=True, check=False).returncode

    def differs_only_here(self, value):
        """Returns whether the mutant differs from the reference for an input, and the original doesn't."""
        text = json.dumps(value, ensure_ascii=False)
        return self.run(self.command, text) == 1 and self.run(["--implementation", "javascript"], text) == 0

    def reduction(self, recording, seconds):
        """Returns the reduced recording as an input, and the attempts."""
        saved = self.folder / "reduced.json"
        words = [self.parity, "reduce", recording, "--contract", CONTRACT, *self.command]
        words += ["--seconds", str(seconds), "--save", saved]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        attempts = re.search(r"([\d,]+) attempts?", done.stdout.splitlines()[-1] if done.stdout else "")
        if done.returncode != 1 or not attempts or not saved.exists():
            print(done.stdout, done.stderr, file=sys.stderr)
            return None, 0
        value = json.loads(saved.read_text(encoding="utf-8"))["cases"][0]["input"]
        return value, int(attempts[1].replace(",", ""))


def checked(mutant, recording, seconds):
    """Reduces a recording, prints a line, and returns whether the result is right."""
    rows = sum(bool(line.strip()) for line in recording.read_text(encoding="utf-8").splitlines())
    start = time.monotonic()
    value, attempts = mutant.reduction(recording, seconds)
    taken = time.monotonic() - start
    if value is None:
        print(f"{mutant.name}: {recording.name} can't be reduced")
        return False

    count = len(value["events"] if "events" in value else value["rows"])
    is_same = mutant.differs_only_here(value)
    is_right = is_same and count <= MOST_ROWS
    problem = "" if is_right else "  WRONG: too many rows" if is_same else "  WRONG: another mistake"
    size = len(json.dumps(value, ensure_ascii=False).encode())
    sizes = f"{rows} -> {count} rows, {size} bytes"
    print(f"{recording.name}: {sizes}, {attempts} attempts, {taken:.1f} s: {mutant.name}{problem}", flush=True)
    return is_right


def main():
    options = arguments()
    parity = parity_program()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        recordings = options.recording or [recording_of_cases(folder)]
        pool = mutants(options.mechanical)
        random.Random(options.seed).shuffle(pool)
        count, wrong = 0, 0
        for number, each in enumerate(pool):
            if count == options.mutants:
                break
            mutant = Mutant(parity, folder / str(number), each)
            shown = [path for path in recordings if mutant.differs(path.resolve())]
            wrong += sum(not checked(mutant, path.resolve(), options.seconds) for path in shown)
            count += bool(shown)
        print(f"{count} mutants that show in a recording, {number + 1} tried")
    return 1 if wrong or count < options.mutants else 0


if __name__ == "__main__":
    run_script(main)
