import unittest

from mutation.edit import Edit
from mutation.equivalents import Equivalent
from mutation.judging import SURVIVED, KILLED, INVALID, Verdict
from mutation.making import edits_of_text
from mutation.score import Score
from mutation.subjects import Subject

SOURCE = "a\nx\nb\nx\nc\n"


def edit(mutated, original=SOURCE):
    return Edit("folder/file.py", "core/Kind", original, mutated)


def listed(before, after):
    return Equivalent("folder/file.py", before, after, "nobody can tell")


class Entries(unittest.TestCase):
    def entry(self, mutated, original=SOURCE):
        entry = edit(mutated, original).entry("python")
        self.assertEqual(original.count(entry["find"]), 1)
        self.assertEqual(original.replace(entry["find"], entry["replace"]), mutated)
        return entry

    def test_a_line_that_is_unique_stands_alone(self):
        self.assertEqual(
            self.entry("a\nx\nB\nx\nc\n"),
            {"mistake": "core/Kind", "implementation": "python", "file": "folder/file.py", "find": "b", "replace": "B"},
        )

    def test_a_line_that_is_not_takes_the_next_along(self):
        self.assertEqual(self.entry("a\ny\nb\nx\nc\n")["find"], "x\nb")
        self.assertEqual(self.entry("a\nx\nb\ny\nc\n")["find"], "x\nc")

    def test_lines_around_it_until_it_is_unique(self):
        self.entry("b\nx\nb\nx\nB\nx\nb\n", "b\nx\nb\nx\nb\nx\nb\n")
        self.entry("aa\naA\n", "aa\naa\n")

    def test_a_line_that_goes_or_comes(self):
        self.entry("a\nb\nx\nc\n")
        self.entry("a\nx\nb\nb\nx\nc\n")
        self.entry("a\nx\nx\nb\nx\nc\n")
        self.entry("x\nb\nx\nc\n")
        self.entry("a\nx\nb\nx\nc")


class Texts(unittest.TestCase):
    def test_the_changed_lines(self):
        self.assertEqual(edit("a\nx\nB\nx\nc\n").texts(), ("b", "B"))
        self.assertEqual(edit("a\nx\nB\nx\nc\n").line, 3)

    def test_neither_side_is_without_a_line(self):
        self.assertEqual(edit("a\nx\nx\nc\n").texts(), ("b\nx", "x"))

    def test_the_excerpt_tells_the_place(self):
        self.assertEqual(edit("a\nx\nB\nx\nc\n").excerpt(), "folder/file.py:3  core/Kind\n x\n-b\n+B\n x")


class Listed(unittest.TestCase):
    def test_by_the_changed_lines(self):
        self.assertTrue(listed("b", "B").is_of(edit("a\nx\nB\nx\nc\n")))
        self.assertFalse(listed("b", "C").is_of(edit("a\nx\nB\nx\nc\n")))

    def test_lines_around_tell_equal_lines_apart(self):
        first, second = edit("a\ny\nb\nx\nc\n"), edit("a\nx\nb\ny\nc\n")
        self.assertTrue(listed("x", "y").is_of(first) and listed("x", "y").is_of(second))
        self.assertTrue(listed("a\nx", "a\ny").is_of(first))
        self.assertFalse(listed("a\nx", "a\ny").is_of(second))
        self.assertTrue(listed("b\nx\nc", "b\ny\nc").is_of(second))


class Making(unittest.TestCase):
    def test_nothing_is_made_twice_or_for_nothing(self):
        texts = [edit.mutated for edit in edits_of_text("a.py", "x = not a is None\nfor b in []: c()\n")]
        self.assertEqual(len(texts), len(set(texts)))
        self.assertNotIn("x = not a is None\nfor b in []: c()\n", texts)
        self.assertEqual(edits_of_text("a.py", "from __future__ import annotations\ndef f(a: b | c): pass\n"), [])

    def test_always_the_same(self):
        source = "def f(a, b):\n    return a < b and a + 1 or not b\n"
        self.assertEqual(edits_of_text("a.py", source), edits_of_text("a.py", source))


class Scores(unittest.TestCase):
    def score(self, *results, equivalents=()):
        edits = [edit("a\nx\nB\nx\nc\n"), edit("A\nx\nb\nx\nc\n"), edit("a\nx\nb\nx\nC\n"), edit("a\nx\n(\nx\nc\n")]
        verdicts = [Verdict(result, "a_case" if result == KILLED else "") for result in results]
        subject = Subject("contract", "python", ("python3", "a.py"))
        return Score(subject, edits[: len(results)], verdicts, list(equivalents))

    def test_the_row(self):
        score = self.score(KILLED, SURVIVED, SURVIVED, INVALID, equivalents=[listed("a", "A")])
        self.assertEqual(score.row(), ["contract", "4", "1", "1", "1", "1", "50.0 %"])
        self.assertEqual([each.line for each in score.survivors], [5])
        self.assertEqual(score.wrongly_listed(), [])

    def test_what_is_listed_is_made_and_lives(self):
        (gone,) = self.score(KILLED, equivalents=[listed("b", "D")]).wrongly_listed()
        self.assertIn("isn't made anymore", gone)
        (killed,) = self.score(KILLED, equivalents=[listed("b", "B")]).wrongly_listed()
        self.assertIn("is killed by a_case", killed)


if __name__ == "__main__":
    unittest.main()
