#!/usr/bin/env python3
"""Runs commands with many programs under low limits of open files, and checks how they exit.

Usage:
  tools/ci/attack-open-files.py --runs 5 --more 6 --seed 7

Each command runs several times under the same limit, first with a low soft limit, then with a low
hard limit, too. Some commands are always the same, and the seed chooses the others. Each run exits in
time, either as without a limit, or with exit code 69 and a message that has the number of files it
needs, the limit and what to do. Each run has the same result, opens no more files than the limit
allows, and leaves no process.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import tempfile
import time

from attack.suite import options
from shared.parity import parity_program
from shared.script import ROOT, run_script

LIMITS = [64, 128, 256, 1024]
PROGRAMS = 8
SECONDS = 300

LACK = re.compile(
    r"error: [A-Za-z0-9 ]+ needs? about (\d+) open files, but the limit is (\d+) \(ulimit -n\)\n"
    r"raise the limit, for example: ulimit -n \1\n")
NOTE = re.compile(
    r"(-j \d+ needs about \d+ open files, but the limit is \d+ \(ulimit -n\); using -j \d+\n)?")

# The commands, the most programs of each, and whether it takes -j.
COMMANDS = {
    "check": (8, True), "regenerate": (8, True), "review": (8, True), "run": (7, False),
    "fuzz": (2, True), "audit": (0, True), "doctor": (1, False), "repro": (1, False),
    "known": (0, True),
}

# Commands that once crashed or hung: command, programs, jobs, limit.
ALWAYS = [
    ("check", 8, 1, 64), ("fuzz", 2, 8, 64), ("fuzz", 2, 8, 128), ("fuzz", 2, 16, 256),
    ("fuzz", 2, 150, 1024), ("run", 7, 1, 64), ("check", 8, 4, 128), ("audit", 0, 30, 64),
    ("regenerate", 8, 8, 64), ("regenerate", 0, 8, 128), ("doctor", 1, 1, 64), ("known", 0, 8, 64),
]


class Suite:
    """A copy of the example, with several programs of different names."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(ROOT / "examples/date-range", folder)
        text = (folder / "python/adapter.py").read_text()
        assert '"name": "python"' in text
        for number in range(PROGRAMS):
            named = text.replace('"name": "python"', f'"name": "python-{number}"')
            (folder / f"python/adapter{number}.py").write_text(named)

    def words(self, command, programs, jobs):
        words = [command]
        if command == "run":
            words += ["date-range/parse"]
        elif command == "fuzz":
            words += ["--inputs", "600"]
        elif command == "regenerate":
            words += ["--dry-run"]
        elif command == "known":
            words += ["prune", "--implementation", "javascript"]
        elif command == "repro":
            words += [sorted((self.folder / "Golden/date-range").glob("*.json"))[0].stem]
        # Hundreds of programs take their time to start.
        words += ["--timeout", "120"]
        for number in range(programs):
            words += ["--command", f"python3 python/adapter{number}.py"]
        return words + (["-j", str(jobs)] if COMMANDS[command][1] else [])

    def processes(self):
        """Returns the processes that run in the suite."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if pathlib.Path(os.readlink(entry / "cwd")) == self.folder:
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return found


def run(parity, suite, words, limit, is_hard):
    """Returns a command's exit code, output and errors, and the most files that it had open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    def lower():
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit if is_hard else hard))

    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err:
        given.write('{"text": "2024-01-02"}\n')
        given.seek(0)
        process = subprocess.Popen(
            [parity, *words], cwd=suite.folder, stdin=given, stdout=out, stderr=err,
            preexec_fn=lower)
        most = 0
        end = time.monotonic() + SECONDS
        while process.poll() is None and time.monotonic() < end:
            try:
                most = max(most, len(os.listdir(f"/proc/{process.pid}/fd")))
            except OSError:
                pass
            time.sleep(0.002)
        is_overdue = process.poll() is None
        if is_overdue:
            process.kill()
            process.wait()
        out.seek(0)
        err.seek(0)
        return None if is_overdue else process.returncode, out.read(), err.read(), most


def problems(result, usual, limit, is_hard):
    """Returns what is wrong with a run, given the result of the command without a limit."""
    code, out, err, most = result
    if code is None:
        return [f"it ran for more than {SECONDS} seconds"]
    found = []
    if is_hard and most > limit:
        found.append(f"it had {most} files open")
    if code == 69 and usual[0] != 69:
        lack = LACK.fullmatch(err)
        if not lack or int(lack[2]) != limit or int(lack[1]) <= limit:
            found.append("its message doesn't say what is needed, the limit and what to do")
        if not is_hard:
            found.append("it could have raised the limit")
        if out:
            found.append("it printed something in addition to its message")
    elif (code, out) != usual[:2]:
        found.append(f"it doesn't exit as without a limit, with {usual[0]}:\n{usual[1]}{usual[2]}")
    elif not NOTE.fullmatch(err):
        found.append("it says something else on standard error")
    return found


def chosen(chance):
    command = chance.choice(sorted(COMMANDS))
    most, takes_jobs = COMMANDS[command]
    least = {"run": 1, "fuzz": 2, "doctor": 1, "repro": 1}.get(command, 0)
    jobs = chance.choice([1, 2, 3, 8, 33, 150, 1024]) if takes_jobs else 1
    limit = chance.choice(LIMITS)
    return command, chance.randint(least, most), jobs, limit


def main():
    arguments = options(__doc__, 3)
    arguments.add_argument(
        "--more", type=int, default=6, metavar="N", help="commands that the seed chooses (default: 6)")
    given = arguments.parse_args()

    parity = parity_program()
    chance = random.Random(given.seed)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    failed = tried = 0
    with tempfile.TemporaryDirectory() as scratch:
        suite = Suite(pathlib.Path(scratch).resolve() / "suite")
        attempts = ALWAYS + [chosen(chance) for _ in range(given.more)]
        for command, programs, jobs, limit in attempts:
            words = suite.words(command, programs, jobs)
            # With one job, because the jobs of the other runs may need more files than the hard limit.
            usual = run(parity, suite, suite.words(command, programs, 1), hard, True)
            for is_hard in (True, False):
                results = []
                for _ in range(given.runs):
                    results.append(run(parity, suite, words, limit, is_hard))
                    found = problems(results[-1], usual, limit, is_hard)
                    if results[-1][:3] != results[0][:3]:
                        found.append("it has another result than before")
                    left = suite.processes()
                    if left:
                        found.append(f"it left {left}")
                    tried += 1
                    if found:
                        failed += 1
                        code, out, err, _ = results[-1]
                        kind = "hard" if is_hard else "soft"
                        print(f"{' '.join(words)} under {limit} ({kind}), seed {given.seed}:")
                        print("\n".join(found))
                        print(f"it exited with {code}:\n{out[-1500:]}{err[-1500:]}", flush=True)
                kind = "hard" if is_hard else "soft"
                most = max(result[3] for result in results)
                print(
                    f"{command} with {programs} programs, -j {jobs}, {kind} limit {limit}: "
                    f"exit {results[0][0]}, at most {most} files open", flush=True)
    print(f"{tried} runs under low limits of open files, {failed} of which failed")
    return 1 if failed else 0


if __name__ == "__main__":
    run_script(main)
