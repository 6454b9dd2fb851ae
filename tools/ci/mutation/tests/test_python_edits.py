import unittest

from mutation.python_edits import edits, meaning


def made(source, part=""):
    """What edits of this kind make of a text, by cosmic-ray's names."""
    return [mutated for name, mutated in edits(source) if part in name]


class PythonEdits(unittest.TestCase):
    def test_a_comparison_becomes_each_other_one(self):
        self.assertEqual(
            sorted(made("a < b\n")),
            sorted(f"a {other} b\n" for other in ("==", "!=", "<=", ">", ">=", "is", "is not")),
        )

    def test_a_comparison_with_none_is_negated(self):
        self.assertEqual(made("a is None\n"), ["a is not None\n"])

    def test_arithmetic_becomes_each_other_one(self):
        others = ("-", "*", "/", "//", "%", "**", ">>", "<<", "|", "&", "^")
        self.assertEqual(made("a + b\n"), [f"a {other} b\n" for other in others])

    def test_logical_operators(self):
        self.assertEqual(made("a and b\n"), ["a or b\n"])
        self.assertEqual(made("a or b\n"), ["a and b\n"])

    def test_unary_operators(self):
        self.assertEqual(made("x = not a\n"), ["x =  a\n"])
        self.assertIn("x = +a\n", made("x = -a\n"))

    def test_a_condition_is_negated(self):
        self.assertEqual(made("if a: b()\n"), ["if not a: b()\n"])
        self.assertEqual(made("while a: b()\n"), ["while not a: b()\n"])
        self.assertEqual(made("x = b if a else c\n"), ["x = b if not a else c\n"])

    def test_numbers_go_up_and_down(self):
        self.assertEqual(made("x = 1_000\n"), ["x = 1001\n", "x = 999\n"])

    def test_booleans(self):
        self.assertEqual(made("f(True)\n"), ["f(False)\n"])
        self.assertEqual(made("f(False)\n"), ["f(True)\n"])

    def test_jumps(self):
        self.assertEqual(made("for a in b:\n    break\n", "Break"), ["for a in b:\n    continue\n"])
        self.assertEqual(made("for a in b:\n    continue\n", "Continue"), ["for a in b:\n    break\n"])

    def test_loops_without_a_turn(self):
        self.assertEqual(made("for a in b: c()\n"), ["for a in []: c()\n"])

    def test_a_handler_catches_nothing(self):
        (mutated,) = made("try:\n    a()\nexcept KeyError:\n    b()\n")
        self.assertNotIn("KeyError", mutated)

    def test_a_decorator_goes(self):
        self.assertEqual(made("@property\ndef a(self): pass\n"), ["def a(self): pass\n"])

    def test_variables_are_left_alone(self):
        self.assertEqual(made("x = a\n"), [])

    def test_meaning_is_blind_to_comments_docstrings_and_spaces(self):
        one, other = 'def a():\n    """One."""\n    return 1  # one\n', "def a():\n    return  1\n"
        self.assertEqual(meaning(one), meaning(other))
        self.assertNotEqual(meaning("x = 1\n"), meaning("x = 2\n"))

    def test_meaning_is_blind_to_annotations_that_are_never_run(self):
        future = "from __future__ import annotations\n"
        one, other = "def f(a: b | c) -> b | c:\n    d: b | c = a\n", "def f(a: b + c) -> b & c:\n    d: b ^ c = a\n"
        self.assertEqual(meaning(future + one), meaning(future + other))
        self.assertNotEqual(meaning(one), meaning(other))

    def test_meaning_of_what_is_no_python_is_its_text(self):
        self.assertEqual(meaning("x = ("), "x = (")


if __name__ == "__main__":
    unittest.main()
