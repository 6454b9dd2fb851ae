"""A small suite of sorted lists, and how an attack runs Parity in it.

Its reference, `good`, sorts. `wrong` sorts in descending order, and `longer` adds a number. They
refuse other inputs, and fuzzing `longer` is quick: its mistake shows in the shortest input.
"""

import os
import pathlib
import shutil
import subprocess
import sys

from shared.files import write_json
from shared.parity import environment
from shared.script import expect, parser
from shared.suites import read_json, write_suite

CONTRACT = "list"
CASES = 24
KNOWN = "known-failures.jsonl"
LOCK = "Golden/golden.lock.jsonl"
STAGING = ".parity-staging-"

PROGRAM = """import json
import sys


def answer(values):
    return sorted(values)


for line in sys.stdin:
    request = json.loads(line)
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        reply["result"] = {
            "protocolVersion": 1,
            "implementation": {"name": "list", "version": "1", "language": "Python"},
            "contracts": ["list"], "capabilities": []}
    else:
        values = request["params"].get("values") if isinstance(request["params"], dict) else None
        if isinstance(values, list) and all(type(each) is int for each in values):
            reply["result"] = answer(values)
        else:
            reply["error"] = {"code": -32602, "message": "not a list of whole numbers"}
    print(json.dumps(reply), flush=True)
"""
WRONG = PROGRAM.replace("sorted(values)", "sorted(values, reverse=True)")
LONGER = PROGRAM.replace("sorted(values)", "sorted(values) + [0]")


def options(document, runs, what="runs"):
    """Returns a parser of the options that every attack has."""
    arguments = parser(document)
    arguments.add_argument(
        f"--{what}", type=int, default=runs, metavar="N", help=f"how many (default: {runs})"
    )
    arguments.add_argument(
        "--seed", type=int, default=0, metavar="N", help="chooses what is random (default: 0)"
    )
    return arguments


class Suite:
    """A folder with a suite, and a folder for temporary files next to it."""

    def __init__(self, parity, folder):
        self.parity = parity
        self.folder = pathlib.Path(folder)
        self.temporary = self.folder.with_name(self.folder.name + "-temporary")

    @classmethod
    def written(cls, parity, folder, count=CASES):
        """Writes a suite without goldens."""
        suite = cls(parity, folder)
        suite.temporary.mkdir(parents=True)
        values = [[(step * 7919 + number) % 101 for step in range(number % 9)]
                  for number in range(count)]
        cases = [{
            "id": f"case_{number}", "description": f"Sorts list {number}.",
            "input": {"values": each}, "expect": {"at": {"": sorted(each)}},
        } for number, each in enumerate(values)]
        manifest = {
            "contract": CONTRACT,
            "title": "Lists",
            "operations": {"sort": {}},
            "clauses": [{"id": "C1", "text": "Numbers ascend.", "level": "must"}],
            "rows": [{"id": "all", "scenario": "a list", "expectedBehavior": "it is sorted",
                      "clauses": ["C1"], "cases": [case["id"] for case in cases]}],
        }
        implementations = [
            {"name": name, "command": [sys.executable, f"{name}.py"], "contracts": [CONTRACT]}
            for name in ("good", "wrong", "longer")
        ]
        implementations[0]["reference"] = True
        write_suite(suite.folder, manifest, cases, implementations)
        write_json(suite.folder / f"Fixtures/{CONTRACT}/mutants.json", {"mutants": [{
            "clause": "C1", "mistake": "nothing is sorted", "implementation": "good",
            "file": "good.py", "find": "sorted(values)", "replace": "values"}]})
        (suite.folder / "good.py").write_text(PROGRAM)
        (suite.folder / "wrong.py").write_text(WRONG)
        (suite.folder / "longer.py").write_text(LONGER)
        return suite

    def change_goldens(self):
        """Makes every golden stale, and raises the contract's version."""
        matrix = self.folder / f"Fixtures/{CONTRACT}/behavior-matrix.json"
        matrix.write_text(matrix.read_text().replace('"1.0.0"', '"1.1.0"'))
        changed = PROGRAM.replace("sorted(values)", "[sorted(values)]")
        (self.folder / "good.py").write_text(changed)
        cases = self.folder / f"Fixtures/{CONTRACT}/cases.json"
        document = read_json(cases)
        for case in document["cases"]:
            case["expect"] = {}
        write_json(cases, document)

    def copy(self, folder):
        """Returns a copy in a folder that doesn't exist yet."""
        other = Suite(self.parity, folder)
        shutil.copytree(self.folder, other.folder, symlinks=True)
        other.temporary.mkdir()
        return other

    def remove(self):
        shutil.rmtree(self.folder)
        shutil.rmtree(self.temporary)

    @property
    def environment(self):
        return environment(TMPDIR=str(self.temporary))

    def start(self, *words, folder=None):
        return subprocess.Popen(
            [self.parity, *map(str, words)], cwd=folder or self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *words, codes=None, folder=None):
        """Runs Parity. A crash fails the attack, and so does an exit code that isn't in `codes`."""
        process = self.start(*words, folder=folder)
        output, errors = process.communicate()
        done = subprocess.CompletedProcess(words, process.returncode, output, errors)
        expect(done.returncode >= 0 and done.returncode != 70,
               f"{words} crashed with {done.returncode}: {errors[-2000:]}")
        expect(codes is None or done.returncode in codes,
               f"{words} exited with {done.returncode}: {output[-1000:]}{errors[-1000:]}")
        return done


def contents(folder):
    """Returns each file, link and folder below a folder, by its relative path."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if "__pycache__" in path.parts:
            continue
        if path.is_symlink():
            found[name] = ("link", os.readlink(path))
        elif path.is_dir():
            found[name] = ("folder", None)
        else:
            found[name] = ("file", path.read_bytes())
    return found


def differences(before, after):
    """Returns the paths whose contents differ."""
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
