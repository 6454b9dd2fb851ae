import dataclasses
import json
import os
import pathlib
import tempfile
import unittest

from mutation import scores_file
from mutation.edit import Edit
from mutation.judging import SURVIVED, KILLED, INVALID, Judge, Verdict
from mutation.loading import loads
from mutation.results import Results
from mutation.score import Score
from mutation.subjects import subjects
from shared.script import ROOT, CannotRun

# Reports every mutant except the first as a survivor, like `parity audit`.
AUDIT = """#!/usr/bin/env python3
import json, sys
mutants = json.load(open(sys.argv[sys.argv.index("--mutants") + 1]))["mutants"]
assert len({mutant["mistake"] for mutant in mutants}) == len(mutants)
results = [{"result": "survived", "cases": []} for mutant in mutants]
results[0] = {"result": "killed", "cases": ["a_case"]}
print(json.dumps({"contracts": [{"contract": "event-stream", "mutants": results}]}))
sys.exit(1)
"""

SUBJECTS = {subject.contract: subject for subject in subjects()}


class Witnesses(unittest.TestCase):
    def test_each_has_its_own_files_and_the_shared_one_that_it_imports(self):
        self.assertIn("tools/adapters/witnesses/date_time.py", SUBJECTS["clawdbot-protocol"].files)
        self.assertNotIn("tools/adapters/witnesses/date_time.py", SUBJECTS["event-stream"].files)
        for subject in SUBJECTS.values():
            for file in subject.files:
                self.assertNotIn("/wire/", file)
                self.assertTrue((ROOT / file).read_text(encoding="utf-8"))

    def test_one_that_does_not_load_is_told(self):
        for contract, broken in (("event-stream", "1 + None\n"), ("session-detail", "undefined.a;\n")):
            subject = SUBJECTS[contract]
            file = subject.files[-1]
            text = (ROOT / file).read_text(encoding="utf-8")
            self.assertTrue(loads(subject, Edit(file, "core/Kind", text, text)))
            self.assertFalse(loads(subject, Edit(file, "core/Kind", text, text + broken)))

    def test_parity_judges_what_loads(self):
        subject = SUBJECTS["event-stream"]
        file = subject.files[-1]
        text = (ROOT / file).read_text(encoding="utf-8")
        edits = [Edit(file, "core/Kind", text, text + more) for more in ("1 + None\n", "a = 1\n", "b = 1\n")]
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "parity")
            program.write_text(AUDIT, encoding="utf-8")
            os.chmod(program, 0o755)
            verdicts = Judge(str(program), 1, 3).verdicts(subject, edits)
            self.assertEqual(verdicts, [Verdict(INVALID), Verdict(KILLED, "a_case"), Verdict(SURVIVED)])
            program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
            self.assertRaises(CannotRun, Judge(str(program), 1, 3).verdicts, subject, edits)

    def test_verdicts_are_kept(self):
        subject = SUBJECTS["event-stream"]
        case = sorted(subject.pins)[0]
        edits = [Edit("a.py", "core/Kind", "a\n", f"{text}\n") for text in "bcd"]
        verdicts = [Verdict(KILLED, case), Verdict(SURVIVED), Verdict(INVALID)]
        with tempfile.TemporaryDirectory() as folder:
            Results(pathlib.Path(folder), subject).add(edits, verdicts)
            with open(pathlib.Path(folder, "event-stream.jsonl"), "a", encoding="utf-8") as file:
                file.write('{"key": "cut o')
            known = Results(pathlib.Path(folder), subject)
            self.assertEqual([known.verdict(edit) for edit in edits], verdicts)
            self.assertIsNone(known.verdict(Edit("a.py", "core/Kind", "a\n", "e\n")))

    def test_a_new_case_has_what_lives_judged_again_and_a_lost_one_what_it_killed(self):
        subject, edits = SUBJECTS["event-stream"], [Edit("a.py", "core/Kind", "a\n", f"{text}\n") for text in "bc"]
        lost, *rest = sorted(subject.pins)
        with tempfile.TemporaryDirectory() as folder:
            Results(pathlib.Path(folder), subject).add(edits, [Verdict(KILLED, lost), Verdict(SURVIVED)])
            for pins, kept in (({**subject.pins, "new": "pin"}, [True, False]), (dict.fromkeys(rest, ""), [False] * 2)):
                changed = dataclasses.replace(subject)
                changed.__dict__["pins"] = pins
                known = Results(pathlib.Path(folder), changed)
                self.assertEqual([known.verdict(edit) is not None for edit in edits], kept)

    def test_scores_are_read_as_they_were_written(self):
        score = score_of("event-stream")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scores.json")
            scores_file.write(path, [score])
            self.assertEqual(scores_file.read(path), {"event-stream": score.described()})
            self.assertEqual(scores_file.findings(path, {"event-stream": (2, 0)}, True), [])

    def test_scores_of_other_sources_are_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scores.json")
            scores_file.write(path, [score_of("event-stream")])
            for now in ((3, 0), (2, 1)):
                self.assertEqual(len(scores_file.findings(path, {"event-stream": now}, True)), 1)
            other = {"chat-history": (2, 0)}
            self.assertEqual(len(scores_file.findings(path, other, True)), 2)
            self.assertEqual(len(scores_file.findings(path, other, False)), 1)

    def test_a_survivor_in_the_scores_is_a_finding(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scores.json")
            scores_file.write(path, [score_of("event-stream", Verdict(SURVIVED))])
            self.assertEqual(len(scores_file.findings(path, {"event-stream": (2, 0)}, True)), 1)

    def test_wrong_scores_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scores.json")
            described = score_of("event-stream").described()
            without = {name: value for name, value in described.items() if name != "killed"}
            for wrong in ("{", "[]", {"scores": [{**described, "killed": 7}]}, {"scores": [without]}):
                path.write_text(wrong if isinstance(wrong, str) else json.dumps(wrong), encoding="utf-8")
                self.assertRaises(CannotRun, scores_file.read, path)


def score_of(contract, second=Verdict(INVALID)):
    """The score of two edits, of which the first is killed."""
    edits = [Edit("a.py", "core/Kind", "a\n", f"{text}\n") for text in "bc"]
    return Score(SUBJECTS[contract], edits, [Verdict(KILLED, "a_case"), second], [])


if __name__ == "__main__":
    unittest.main()
