#!/usr/bin/env python3
"""Has Parity print random texts, and searches its output for text that controls a terminal or a CI job.

Usage:
  tools/ci/attack-texts.py --count 200000 --seed 7

The texts are in arguments, case files, manifests, parity.json, inputs and reports, and in the errors,
the standard error and the outputs of a program.

Exit code 0: the attack found nothing, 1: it found something, 2: it can't run.
"""

import json
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from attack.suite import options
from shared.parity import environment, parity_program
from shared.script import Failure, expect, run_script
from shared.suites import read_manifest

OBEYED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|^ *::|##vso\\[|##\\[", re.MULTILINE)
PIECES = [chr(code) for code in [*range(0x20), *range(0x7F, 0xA0), 0x61C, *range(0x200B, 0x2010),
                                 *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF, 0xFFFE, 0x301, 0xE0001,
                                 0x1F600, 0xE000]]
PIECES += ["\n::error::x", "::", "##vso[x]", "##[x]", "\x1b]0;x\x07", "\x1b[2J", "'", '"', "\\", "/", "~", "%", "a", "é", " "]
PROGRAM = '''
import json, sys
NASTY = "::error::x ##[error]x <b>|`\\u001b[2J\\u202e\\r\\n::stop-commands::x"
for line in sys.stdin:
    request = json.loads(line)
    reply = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        reply["result"] = {"protocolVersion": 1, "implementation": {"name": "hostile", "version": NASTY, "language": NASTY},
                           "contracts": ["session-detail"], "capabilities": []}
    else:
        text = json.loads(request["params"]["rows"][0]["content"])["message"]["content"]
        sys.stderr.buffer.write(text.encode("utf-8", "replace") + b"\\n")
        if len(text) % 2:
            reply["error"] = {"code": 1, "message": text}
        else:
            reply["result"] = {text: 1}
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\\n")
    sys.stdout.flush()
'''


class Attack:
    def __init__(self, parity, folder, seed):
        self.parity, self.folder, self.chance = parity, folder, random.Random(seed)
        self.texts = 0
        self.printed = 0
        matrix = {
            "contract": "session-detail", "version": "1.0.0", "title": "t",
            "clauses": [{"id": "C1", "text": "t", "level": "must"}], "caseFiles": ["cases.json"],
            "rows": [{"id": "row", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1"], "cases": ["a"]}]}
        own = read_manifest("session-detail")
        self.matrix = {**matrix, **{name: own[name] for name in ("support", "operations") if name in own}}
        for name in ("Fixtures/session-detail", "Golden", "tools"):
            (folder / name).mkdir(parents=True)

    def text(self, without_nul=False):
        self.texts += 1
        text = "".join(self.chance.choice(PIECES) for _ in range(self.chance.randint(1, 12)))
        return text.replace("\0", "") if without_nul else text

    def write(self, path, value):
        text = json.dumps(value, ensure_ascii=self.chance.random() < 0.5)
        (self.folder / path).write_text(text, encoding="utf-8")

    def suite(self, cases, **matrix):
        self.write("Fixtures/session-detail/behavior-matrix.json", {**self.matrix, **matrix})
        self.write("Fixtures/session-detail/cases.json", {"cases": cases})
        shutil.rmtree(self.folder / "Golden")
        (self.folder / "Golden").mkdir()

    def run(self, *words, given=None):
        run = subprocess.run(
            [self.parity, *words], cwd=self.folder, input=given, capture_output=True, env=environment())
        for name, data in (("output", run.stdout), ("errors", run.stderr)):
            text = data.decode("utf-8", "surrogateescape")
            self.printed += len(data)
            found = OBEYED.search(text)
            if found or run.returncode < 0 or run.returncode == 70:
                place = text[max(0, found.start() - 200):found.end() + 40] if found else text[-400:]
                raise Failure(f"{words} exits with {run.returncode}, and its {name} has: {place!r}")
        return run

    def case(self, number, **members):
        content = {"type": "user", "message": {"content": self.text()}}
        return {"id": f"case{number}", "events": [content], "expect": {}, **members}

    def arguments(self):
        patterns = [word for _ in range(200) for word in ("--only", self.text(True))]
        self.suite([self.case(0)])
        self.run("check", *patterns)
        self.run("regenerate", *patterns)
        for words in (["explain"], ["run"], ["merge"], ["repro", "--command", "x"], ["check", "--root"],
                      ["check", "--report"], ["lint", "--contract"], ["new", "case", "--row"]):
            self.run(*words, self.text(True))

    def case_files(self):
        def wrong(number):
            return self.chance.choice([
                {"id": self.text()}, {self.text(): 1}, {"operation": self.text()}, {"expect": {"roles": [self.text()]}},
                {"expect": {"at": {self.text(): 1}}}, {"expect": {self.text(): 1}}, {"events": [self.text()]},
                {"requires": [self.text()]}, {"description": self.text()}])
        self.suite([{**self.case(number), **wrong(number)} for number in range(2000)])
        for command in ("lint", "check", "regenerate"):
            self.run(command)

    def matrices(self):
        clauses = [{"id": self.text(), "text": self.text(), "level": "must", "refines": [self.text()]} for _ in range(300)]
        rows = [{"id": self.text(), "scenario": self.text(), "expectedBehavior": self.text(), "clauses": [self.text()],
                 "cases": [self.text(), "case0"]} for _ in range(300)]
        self.suite([self.case(0)], title=self.text(), clauses=clauses, rows=rows, caseFiles=["cases.json"],
                   untestable=[{"clause": self.text(), "reason": self.text()} for _ in range(100)])
        for command in ("lint", "check", "matrix", "review", "explain case0"):
            self.run(*command.split())

    def implementations(self):
        entries = [{"name": self.text(), "command": [self.text()], "contracts": [self.text()], self.text(): 1}
                   for _ in range(500)]
        self.suite([self.case(0)])
        self.write("parity.json", {"implementations": entries})
        self.run("lint")
        (self.folder / "parity.json").unlink()

    def inputs(self):
        lines = [self.chance.choice([
            {self.text(): 1}, {"events": [{self.text(): self.text()}]}, {"events": [self.text()]},
            {"rows": self.text()}, {"rows": [{self.text(): 1}]}, {"rows": {"$json": {self.text(): self.text()}}},
            {"rows": {"$repeat": self.text(), "times": self.text()}}, {"rows": {"$concat": [self.text(), 1]}},
            {"rows": {"$literal": 1, self.text(): 1}}]) for _ in range(2000)]
        text = "\n".join(json.dumps(line) for line in lines)
        refused = self.run("run", "session-detail/timeline", "--jsonl", given=text.encode()).stdout
        expect(b"bad_input" in refused, "no input was refused", refused.decode())
        events = [{"type": "user", "message": {"content": self.text(), self.text(): 1}} for _ in range(500)]
        self.run("explain", "session-detail/timeline", given=json.dumps({"events": events}).encode())
        self.run("run", "session-detail/timeline", given=json.dumps(lines[0]).encode())

    def programs(self):
        cases = [self.case(number) for number in range(1000)]
        self.suite(cases)
        (self.folder / "program.py").write_text(PROGRAM)
        self.write("Fixtures/session-detail/behavior-matrix.json", {
            **self.matrix, "rows": [{**self.matrix["rows"][0], "cases": [case["id"] for case in cases]}]})
        program = ["--command", "python3 program.py"]
        said = self.run("check", "-v", *program).stdout
        expect(b"answered with error 1" in said, "no error was reported", said.decode())
        for words in (["regenerate"], ["review"], ["matrix"], ["doctor"], ["repro", "case0"]):
            self.run(*words, *program)
        kinds = ("console", "json", "junit", "tap", "github", "html", "markdown")
        reports = [f"--report={kind}={kind}.out" for kind in kinds] + ["--badge={implementation}.svg"]
        self.run("check", *program, *reports)
        for kind in ("console", "tap", "github", "markdown"):
            text = (self.folder / f"{kind}.out").read_text(encoding="utf-8")
            if kind == "github":
                text = re.sub("^::(error|warning|notice)", "", text, flags=re.MULTILINE)
            found = OBEYED.search(text)
            expect(not found, f"the report {kind} has {found and found[0]!r}")

    def reports(self):
        report = (self.folder / "json.out").read_text(encoding="utf-8")
        for before, after in (("a.json", "b.json"), ("b.json", "a.json")):
            for name in (before, after):
                changed = re.sub(r'"(case\d+|hostile|user|reference)"', lambda _: json.dumps(self.text()), report)
                (self.folder / name).write_text(changed, encoding="utf-8")
            self.run("diff", before, after)
            self.run("merge", before)


def main():
    chosen = options(__doc__, 20_000, "count").parse_args()
    print(f"seed {chosen.seed}", flush=True)
    parity = parity_program()
    with tempfile.TemporaryDirectory() as scratch:
        attack = Attack(parity, pathlib.Path(scratch), chosen.seed)
        while attack.texts < chosen.count:
            for part in (attack.arguments, attack.case_files, attack.matrices, attack.implementations, attack.inputs,
                         attack.programs, attack.reports):
                part()
        print(f"{attack.texts} texts, {attack.printed} bytes printed: nothing controls a terminal or a CI job")


if __name__ == "__main__":
    run_script(main)
