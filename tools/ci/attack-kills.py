#!/usr/bin/env python3
"""Kills commands that write, at random points, and checks the files they leave.

Usage:
  tools/ci/attack-kills.py --runs 200 --seed 7
  tools/ci/attack-kills.py --runs 40 --only regenerate

The commands are `known add`, `known prune`, `fuzz --save`, `audit` and `regenerate`, in turn. Half
of the kills (SIGKILL) come at any time, the other half after the command began to write. After a
kill, each file has its old or its new contents. Then the command runs again. It leaves the files of
one uninterrupted run or of two, including the lock, and no other file, temporary folder or process.

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

from attack.suite import LOCK, STAGING, Suite, contents, differences, options
from shared.parity import parity_program
from shared.script import expect, run_script

SAVED = "found.json"
COMMANDS = {
    "known add": ["known", "add", "--implementation", "wrong", "--reason", "not written yet"],
    "known prune": ["known", "prune", "--implementation", "wrong"],
    "fuzz --save": ["fuzz", "--implementation", "good", "--implementation", "longer",
                    "--inputs", "30", "--save", SAVED],
    "audit": ["audit", "--only", "C1: *"],
    "regenerate": ["regenerate", "--quiet"],
}
# A file that holds one value, and those with one on each line.
WHOLE, LINES = ".json", ".jsonl"


def templates(parity, folder):
    """Returns a suite for each command, in which it has something to write."""
    plain = Suite.written(parity, folder / "plain")
    plain.run("regenerate", "--quiet", codes=[0])
    made = {name: plain.copy(folder / name.replace(" ", "")) for name in COMMANDS}

    pruned = made["known prune"]
    pruned.run(*COMMANDS["known add"], codes=[0])
    # From now on `wrong` passes the shorter half of the lists.
    text = (pruned.folder / "wrong.py").read_text()
    (pruned.folder / "wrong.py").write_text(
        text.replace("sorted(values, reverse=True)",
                     "sorted(values, reverse=len(values) > 4)"))

    made["regenerate"].change_goldens()
    return made


class Command:
    """A command, and the files that one and two uninterrupted runs of it leave."""

    def __init__(self, name, template, scratch):
        self.name, self.words, self.template = name, COMMANDS[name], template
        self.before = contents(template.folder)
        suite = template.copy(scratch)
        started = time.monotonic()
        self.code = suite.run(*self.words).returncode
        self.duration = time.monotonic() - started
        self.once = contents(suite.folder)
        self.codes = {self.code, suite.run(*self.words).returncode}
        self.twice = contents(suite.folder)
        suite.remove()
        expect(name == "audit" or self.once != self.before, f"{name} writes nothing: {self.code}")


def has_begun_to_write(suite):
    for folder in (suite.folder, suite.folder / "Golden", suite.folder / "Fixtures"):
        try:
            if any(name.startswith(STAGING) for name in os.listdir(folder)):
                return True
        except FileNotFoundError:
            pass
    return any(suite.temporary.iterdir())


def kill(suite, command, chance):
    """Starts the command and kills it. Returns when it was killed, or that it had exited."""
    process = suite.start(*command.words)
    started = time.monotonic()
    moment = chance.uniform(0, command.duration * 1.1)
    if chance.random() < 0.5:
        while process.poll() is None and not has_begun_to_write(suite):
            pass
        moment = time.monotonic() - started + chance.choice([0, 0.0005, 0.002, 0.01, 0.05])
    while process.poll() is None and time.monotonic() - started < moment:
        time.sleep(0.0002)
    was_running = process.poll() is None
    process.kill()
    process.communicate()
    return f"killed after {moment:.4f} s" if was_running else "exited before"


def expect_whole(suite, command):
    """Checks that each file is as before the run or as after an uninterrupted run."""
    for name, found in contents(suite.folder).items():
        if STAGING in name:
            continue
        expect(found in (command.before.get(name), command.once.get(name)),
               f"{name} is neither old nor new: {found}")
        if found[0] == "file" and name.endswith((WHOLE, LINES)):
            texts = found[1].splitlines() if name.endswith(LINES) else [found[1]]
            for text in texts:
                json.loads(text)


def expect_nothing_left(suite):
    """Checks that no process and no temporary folder outlives the next run."""
    deadline = time.monotonic() + 10
    while processes_of(suite):
        expect(time.monotonic() < deadline, f"{processes_of(suite)} still run")
        time.sleep(0.05)
    left = [path.name for path in suite.temporary.iterdir()]
    expect(not left, f"{left} are left in the folder for temporary files")


def processes_of(suite):
    """Returns the commands of processes that use the suite's folder for temporary files."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if f"TMPDIR={suite.temporary}".encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            pass
    return [each for each in found if each]


def try_kill(suite, command, chance):
    what = kill(suite, command, chance)
    expect_whole(suite, command)
    had_written = contents(suite.folder).get(SAVED) is not None
    suite.run(*command.words, codes=command.codes)
    # If the first run of fuzz saved its cases, the second one adds them again.
    due = command.twice if had_written else command.once
    now = contents(suite.folder)
    found = differences(due, now)
    if LOCK in found:
        found.append(f"the lock is {now.get(LOCK)}")
    expect(not found, f"after {what}, the next run leaves other files: {found}")
    expect_nothing_left(suite)
    return what.split()[0]


def main():
    parser = options(__doc__, 50)
    parser.add_argument("--only", choices=COMMANDS, action="append", help="repeatable")
    chosen = parser.parse_args()
    chance = random.Random(chosen.seed)
    outcomes = collections.Counter()

    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        scratch = pathlib.Path(name).resolve()
        made = templates(parity_program(), scratch)
        commands = [Command(each, made[each], scratch / "suite")
                    for each in chosen.only or COMMANDS]
        for number in range(chosen.runs):
            command = commands[number % len(commands)]
            suite = command.template.copy(scratch / "suite")
            try:
                outcomes[command.name, try_kill(suite, command, chance)] += 1
            except Exception:
                kept = pathlib.Path(tempfile.mkdtemp(prefix="kills-found-"))
                shutil.copytree(suite.folder, kept / "suite", symlinks=True)
                print(f"run {number} of seed {chosen.seed}, {command.name}: see {kept}")
                raise
            suite.remove()

    for (each, what), count in sorted(outcomes.items()):
        print(f"{count:5} {each}: {what}")
    print(f"{chosen.runs} kills: every file whole, nothing lost or left, every lock as expected")


if __name__ == "__main__":
    run_script(main)
