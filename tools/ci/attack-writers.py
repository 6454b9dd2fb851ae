#!/usr/bin/env python3
"""Starts two commands that write the same suite, at random intervals, and checks the files they leave.

Usage:
  tools/ci/attack-writers.py --runs 200 --seed 7

Each run has a new copy of two contracts, in which some goldens are stale and the lock isn't sorted.
Afterwards every file is whole, no change of a successful command is lost, a command that wrote nothing
reports that, and lint accepts the lock.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import hashlib
import json
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

from attack.suite import LOCK, options
from shared.parity import environment, parity_program
from shared.script import ROOT, Failure, run_script
from shared.suites import read_manifest

CONTRACTS = ["event-stream", "agent-directory"]
PENDING = 4


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Suite:
    """A copy with stale goldens, and the contents that its files should have."""

    def __init__(self, template, folder, chance):
        self.folder = folder
        shutil.copytree(template, folder)
        self.wanted = {path: path.read_bytes() for path in folder.glob("Golden/*/*.json")}
        self.pending = {}
        lines = [json.loads(line) for line in (folder / LOCK).read_text().splitlines()]
        for contract in CONTRACTS:
            own = [line for line in lines if line["contract"] == contract]
            for line in chance.sample(own, PENDING):
                path = folder / f"Golden/{contract}/{line['case']}.json"
                path.write_text('{\n  "old": true\n}\n')
                line["golden"] = digest(path.read_bytes())
                self.pending[path] = path.read_bytes()
        chance.shuffle(lines)
        text = "".join(json.dumps(line, separators=(",", ":"), sort_keys=True) + "\n" for line in lines)
        (folder / LOCK).write_text(text)

    def lock(self):
        lines = [json.loads(line) for line in (self.folder / LOCK).read_text().splitlines()]
        return lines, {(line["contract"], line["case"]): line for line in lines}


def command(chance, tokens, number):
    """Returns the words of a command that writes, and what it has to leave if it succeeds."""
    contract = chance.choice(CONTRACTS)
    kind = chance.choice(["all", "contract", "accept", "case", "row", "fix"])
    if kind == "all":
        return ["regenerate"], ("goldens", CONTRACTS)
    if kind == "contract":
        return ["regenerate", "--contract", contract], ("goldens", [contract])
    if kind == "accept":
        name, token = chance.choice(tokens)
        return ["review", "--accept", token], ("golden", name)
    if kind == "case":
        words = ["new", "case", f"new_case_{number}", "--contract", contract, "--row", ROWS[contract]]
        operation = ["--operation", "parse"] if contract == "event-stream" else []
        return words + operation, ("text", f'"new_case_{number}"')
    if kind == "row":
        words = ["new", "row", f"new-row-{number}", "--contract", contract, "--clauses", CLAUSES[contract]]
        return words + ["--scenario", "two at once"], ("text", f'"new-row-{number}"')
    return ["lint", "--fix"], ("order", None)


ROWS, CLAUSES = {}, {}


def problems(parity, suite, commands):
    found = []
    for path in sorted(suite.folder.rglob("*")):
        if any(part.startswith(".parity-") for part in path.parts):
            found.append(f"{path} is left")
        elif path.suffix == ".json":
            try:
                json.loads(path.read_bytes())
            except ValueError as error:
                found.append(f"{path} isn't whole: {error}")
    for path, wanted in suite.wanted.items():
        if path.read_bytes() not in (wanted, suite.pending.get(path)):
            found.append(f"{path} is neither old nor new")
    lines, by_case = suite.lock()
    if len(lines) != len(by_case):
        found.append("the lock has a line twice")
    for (contract, case), line in by_case.items():
        path = suite.folder / f"Golden/{contract}/{case}.json"
        if line["golden"] != digest(path.read_bytes()):
            found.append(f"the lock is stale for {contract}/{case}")
    for words, (kind, what), run in commands:
        said = run.stdout + run.stderr
        if run.returncode == 73:
            if "nothing was written" not in run.stderr:
                found.append(f"{words} doesn't report what became of its change: {said}")
            continue
        if run.returncode == 65 and ("nothing was checked or written" in said or "nothing was fixed" in said):
            # It read a case that the other command had just created.
            continue
        if kind == "order" and run.returncode == 65 and "fixed" in said:
            continue
        if run.returncode not in (0, 1) or run.returncode == 1 and kind == "text":
            found.append(f"{words} exited with {run.returncode}: {said}")
            continue
        if run.returncode == 1 and "nothing was written" in said:
            continue
        if kind == "goldens":
            late = [p for p in suite.pending if p.parent.name in what and p.read_bytes() != suite.wanted[p]]
            if run.returncode == 0 and late:
                found.append(f"{words} succeeded, but {late} are old")
        elif kind == "golden":
            path = suite.folder / f"Golden/{what}.json"
            if path.read_bytes() != suite.wanted[path]:
                found.append(f"{words} exited with {run.returncode}, and {what} is old: {said}")
        elif kind == "text":
            texts = [path.read_text() for path in suite.folder.glob("Fixtures/*/*.json")]
            if not any(what in text for text in texts):
                found.append(f"{words} succeeded, but {what} is lost")
    lint = subprocess.run([parity, "lint"], cwd=suite.folder, capture_output=True, text=True)
    for line in lint.stdout.splitlines():
        if LOCK in line or "recorded" in line or "lock" in line or "edited" in line:
            if "must be sorted" not in line and "lint --fix" not in line:
                found.append(f"lint doesn't accept the lock: {line}")
    return found


def main():
    chosen = options(__doc__, 20).parse_args()
    parity = parity_program()
    chance = random.Random(chosen.seed)
    outcomes = {}
    with tempfile.TemporaryDirectory() as scratch:
        template = pathlib.Path(scratch) / "template"
        for contract in CONTRACTS:
            for top in ("Fixtures", "Golden"):
                shutil.copytree(ROOT / top / contract, template / top / contract)
            matrix_path = template / f"Fixtures/{contract}/behavior-matrix.json"
            matrix = read_manifest(contract)
            ROWS[contract] = next(row["id"] for row in matrix["rows"] if row["cases"])
            CLAUSES[contract] = matrix["clauses"][0]["id"]
            # With a new version, any golden may change.
            text = matrix_path.read_text().replace(f'"version": "{matrix["version"]}"', '"version": "9.0.0"', 1)
            matrix_path.write_text(text)
        lines = (ROOT / LOCK).read_text().splitlines(keepends=True)
        (template / LOCK).write_text("".join(l for l in lines if json.loads(l)["contract"] in CONTRACTS))
        duration = None
        for number in range(chosen.runs):
            suite = Suite(template, pathlib.Path(scratch) / "suite", chance)
            start = time.monotonic()
            printed = subprocess.run(
                [parity, "review"], cwd=suite.folder, env=environment(), capture_output=True, text=True).stdout
            duration = time.monotonic() - start
            tokens, name = [], None
            for line in printed.splitlines():
                if line.startswith("changed "):
                    name = line.split()[1]
                elif line.strip().startswith("token "):
                    tokens.append((name, line.split()[1]))
            assert tokens, printed
            commands = [command(chance, tokens, f"{number}_{index}".replace("_", "x")) for index in range(2)]
            distance = chance.uniform(0, duration)
            processes = []
            for words, _ in commands:
                processes.append(subprocess.Popen(
                    [parity, *words], cwd=suite.folder, env=environment(), stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
                if len(processes) == 1:
                    time.sleep(distance)
            ended = []
            for (words, promise), process in zip(commands, processes):
                out, err = process.communicate()
                ended.append((words, promise, subprocess.CompletedProcess(words, process.returncode, out, err)))
            key = tuple(sorted(f"{words[0]} {run.returncode}" for words, _, run in ended))
            outcomes[key] = outcomes.get(key, 0) + 1
            found = problems(parity, suite, ended)
            if found:
                both = [words for words, _, _ in ended]
                where = f"run {number} of seed {chosen.seed}, {distance:.3f} s apart: {both}"
                raise Failure("\n".join([where, *found]))
            shutil.rmtree(suite.folder)
    for key, count in sorted(outcomes.items(), key=lambda item: -item[1]):
        print(f"{count:5} {' | '.join(key)}")
    print(f"{chosen.runs} runs of two writers: every file whole, nothing lost without a message, every lock accepted")


if __name__ == "__main__":
    run_script(main)
