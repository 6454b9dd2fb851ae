#!/usr/bin/env python3
"""Adds a row as docs/how-to/add-a-row.md describes, and checks that everything else stays green.

Usage:
  tools/ci/check-adding-a-row.py           adds the row in a temporary copy of this work tree
  tools/ci/check-adding-a-row.py --keep    keeps the copy and prints its path

The script runs the console blocks of docs/how-to/add-a-row.md in the copy, which add a row, a case, its
golden and a mutant, and then `tools/renew`. After that, the checks in CHECKS must pass. If one
fails, a file repeats something that a new row changes: have `tools/renew` generate it, or remove
it. PARITY names the program; without it, the script makes a debug build.

Exit code 0: all checks pass, 1: one fails, 2: the script can't run.
"""

import contextlib
import os
import pathlib
import subprocess
import tempfile
import time

from guides.following import Following
from guides.places import Places, packed
from guides.settings import exceptions, settings
from shared.files import git
from shared.parity import parity_program
from shared.script import ROOT, parser, run_script

DOCUMENT = "docs/how-to/add-a-row.md"
CHECKS = (
    ("parity", "lint"),
    ("parity", "check"),
    ("parity", "matrix"),
    ("tools/ci/validate-schemas.py",),
    ("tools/ci/clause-tables.py", "--check"),
    ("tools/ci/check-text.py",),
    ("tools/renew", "--check"),
)
# What a new row has to change. If one of them stays as it was, the row was not added.
CHANGED = ("Fixtures/session-detail/behavior-matrix.json", "Golden/golden.lock.jsonl")
MOST_LINES = 40


def add_row(folder):
    """Follows the document in a copy of the work tree. Returns the copy, and what is wrong."""
    text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    places = Places(ROOT, folder, packed(parity_program(), ROOT, folder))
    following = Following(DOCUMENT, text, settings(ROOT).get(DOCUMENT), exceptions(), places)
    following.run()

    # check-guides.py reports output that the document doesn't print like that.
    faults = [fault for fault in following.faults if not fault.is_stale]
    return following.work, [f"{DOCUMENT}:{fault.line}: {fault}" for fault in faults]


class Copy:
    """The copy with the new row, and the commands that run in it."""

    def __init__(self, folder):
        self.folder = folder
        self.parity = folder / ".build/debug/parity"

    def run(self, command):
        """Runs a command and prints a line for it. Returns its output if it fails, or None."""
        words = [str(self.parity) if word == "parity" else word for word in command]
        start = time.monotonic()
        done = subprocess.run(
            words,
            cwd=self.folder,
            env={**os.environ, "PARITY": str(self.parity)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
        )
        seconds = time.monotonic() - start
        result = f"FAILED, exit code {done.returncode}" if done.returncode else "passed"
        print(f"{result}: {' '.join(command)} ({seconds:.1f} s)", flush=True)
        return done.stdout if done.returncode else None

    def changes(self):
        """Tracks new files as a commit would. Returns the paths that differ from the work tree."""
        git(self.folder, "add", "--all")
        return git(self.folder, "diff", "--cached", "--name-only").decode("utf-8").split()


def failures_after(copy):
    """Renews what is generated, and runs the checks. Returns the number that failed."""
    failed = 0
    for command in (("tools/renew",), *CHECKS):
        output = copy.run(command)
        if output is not None:
            failed += 1
            lines = output.strip().splitlines()[-MOST_LINES:]
            print("".join(f"  {line}\n" for line in lines), end="")
        if command == ("tools/renew",):
            changed = copy.changes()
            print(f"changed: {', '.join(changed)}")
            for path in CHANGED:
                if path not in changed:
                    failed += 1
                    print(f"FAILED: {path} didn't change, so {DOCUMENT} added no row")
    return failed


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--keep", action="store_true", help="keep the copy and print its path")
    options = arguments.parse_args()

    with contextlib.ExitStack() as stack:
        if options.keep:
            folder = tempfile.mkdtemp(prefix="adding-a-row-")
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="adding-a-row-"))
        place, faults = add_row(pathlib.Path(folder).resolve())
        if options.keep:
            print(f"the copy: {place}")
        if faults:
            print("\n".join(faults))
            return 1
        return 1 if failures_after(Copy(place)) else 0


if __name__ == "__main__":
    run_script(main, OSError)
