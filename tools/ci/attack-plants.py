#!/usr/bin/env python3
"""Plants links and folders where Parity writes, and checks what its commands do to them.

Usage:
  tools/ci/attack-plants.py --runs 100 --seed 7

A planted link replaces a file or folder that a command writes, or has the name of a staging folder.
It leads out of the repository, to nothing, or to a copy inside. A planted folder has the name of a
staging folder and contains a file, or is in the place of a file. Then a command writes. Files outside
and the planted ones don't change, every file is whole, and no other file is left. In every fourth
run, two commands write the list of known failures at the same time. Afterwards it has both lines,
unless one command reports that it wrote nothing.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import collections
import json
import os
import pathlib
import random
import shutil
import tempfile
import time

from attack.suite import CONTRACT, KNOWN, LOCK, STAGING, Suite, contents, options
from shared.parity import parity_program
from shared.script import expect, run_script

SAVED = "found.json"
GOLDEN = f"Golden/{CONTRACT}/case_3.json"
CASES = f"Fixtures/{CONTRACT}/cases.json"
MATRIX = f"Fixtures/{CONTRACT}/behavior-matrix.json"
KNOWN_ADD = ["known", "add", "--reason", "not written yet", "--implementation"]

# Commands that write, and what they write.
COMMANDS = {
    "regenerate": (["regenerate", "--quiet"], [GOLDEN, f"Golden/{CONTRACT}", "Golden", LOCK]),
    "known add": ([*KNOWN_ADD, "wrong"], [KNOWN]),
    "fuzz --save": (["fuzz", "--implementation", "good", "--implementation", "longer", "--inputs",
                     "30", "--save", SAVED], [SAVED]),
    "new case": (["new", "case", "added", "--contract", CONTRACT, "--row", "all"],
                 [CASES, MATRIX, f"Fixtures/{CONTRACT}"]),
}
PLANTS = ["link outside", "link inside", "staging link", "staging folder", "staging file"]
# These take a name that nothing has yet.
PLANTS_OF_FREE_NAMES = ["link to nothing", "folder"]
# The exit codes of a command that succeeds, fails or refuses. A crash has another one.
CODES = [0, 1, 64, 65, 66, 69, 73, 74]


def template(parity, folder):
    """Returns a suite in which every command has something to write."""
    suite = Suite.written(parity, folder)
    suite.run("regenerate", "--quiet", codes=[0])
    suite.change_goldens()
    return suite


def moved(path, target):
    """Moves a file or folder if it exists, and leaves a link to its new place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.rename(target)
    path.symlink_to(target)


def plant(kind, path, suite, outside, chance):
    """Plants something at a path or next to it, and returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "link outside":
        moved(path, outside / path.name)
        return path
    if kind == "link inside":
        moved(path, suite.folder / "elsewhere" / path.name)
        return path
    if kind == "folder":
        path.mkdir()
        (path / "mine").write_text("mine")
        return path
    if kind == "link to nothing":
        path.symlink_to(outside / "nothing")
        return path

    digits = "".join(chance.choice("0123456789abcdef") for _ in range(16))
    names = [STAGING + digits, ".staging", f".{path.name}.staging-{os.getpid()}",
             f"{path.name}.staging"]
    planted = path.parent / chance.choice(names)
    if kind == "staging link":
        planted.symlink_to(outside)
    elif kind == "staging file":
        planted.write_text("mine")
    else:
        planted.mkdir()
        (planted / "mine").write_text("mine")
    return planted


def state(path):
    """Returns the contents of something planted. For a link, that is its target path."""
    if path.is_symlink():
        return os.readlink(path)
    return contents(path) if path.is_dir() else path.read_bytes()


def expect_files(suite, planted):
    """Checks that every file is whole, and that no staging folder is left except the planted one."""
    for path in suite.folder.rglob("*"):
        if path == planted or planted in path.parents:
            continue
        expect(not path.name.startswith(STAGING), f"{path.name} is left")
        if path.is_file() and path.suffix in (".json", ".jsonl"):
            lines = path.read_text().splitlines()
            for text in lines if path.suffix == ".jsonl" else [path.read_text()]:
                json.loads(text)
    left = [path.name for path in suite.temporary.iterdir()]
    expect(not left, f"{left} are left in the folder for temporary files")


def try_plant(suite, chance):
    command = chance.choice(list(COMMANDS))
    words, targets = COMMANDS[command]
    path = suite.folder / chance.choice(targets)
    kind = chance.choice(PLANTS if path.exists() else PLANTS + PLANTS_OF_FREE_NAMES)
    outside = suite.folder.with_name("outside")
    outside.mkdir()
    try:
        planted = plant(kind, path, suite, outside, chance)
        before, was = contents(outside), state(planted)
        done = suite.run(*words, codes=CODES)
        what = f"{kind} at {planted.relative_to(suite.folder)}, {command} exited with {done.returncode}"
        said = f"{what}: {done.stdout[-800:]}{done.stderr[-800:]}"
        expect(contents(outside) == before, f"files outside have changed; {said}")
        expect(os.path.lexists(planted) and state(planted) == was, f"the plant has changed; {said}")
        expect(done.returncode in (0, 1) or done.stderr.strip(), f"there is no message; {said}")
        expect_files(suite, planted)
    finally:
        shutil.rmtree(outside)
    return f"{command}, {kind}: exit code {done.returncode}"


def try_known(suite, chance):
    """Has two commands add to the list of known failures at the same time."""
    (suite.folder / "wrong.py").write_text(
        (suite.folder / "wrong.py").read_text().replace("sorted(values, reverse=True)", "[7]"))
    names = ["wrong", "longer"]
    processes = []
    for name in names:
        processes.append(suite.start(*KNOWN_ADD, name))
        time.sleep(chance.choice([0, 0, 0.01, 0.05, 0.2]))
    ended = [(*process.communicate(), process.returncode) for process in processes]
    path = suite.folder / KNOWN
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    codes = []
    for name, (printed, errors, code) in zip(names, ended):
        said = f"{name} exited with {code}: {printed[-800:]}{errors[-800:]}"
        listed = sum(line["implementation"] == name for line in lines)
        expect(code in (0, 73), said)
        expect(bool(listed) == (code == 0), f"{listed} lines of {name}; {said}")
        expect(code == 0 or "nothing was written" in errors, said)
        codes.append(code)
    expect_files(suite, suite.folder / "none")
    return f"known add twice: exit codes {codes[0]} and {codes[1]}"


def main():
    parser = options(__doc__, 40)
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    outcomes = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="plants-") as name:
        scratch = pathlib.Path(name).resolve()
        made = template(parity_program(), scratch / "template")
        for number in range(chosen.runs):
            suite = made.copy(scratch / "suite")
            try:
                attack = try_known if number % 4 == 3 else try_plant
                outcomes[attack(suite, chance)] += 1
            except Exception:
                print(f"run {number} of seed {chosen.seed}")
                raise
            suite.remove()
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:5} {outcome}")
    print(f"{chosen.runs} runs: nothing outside changed, every plant stayed, nothing was lost")


if __name__ == "__main__":
    run_script(main)
