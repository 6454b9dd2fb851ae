import unittest

from mutation.javascript_edits import edits, meaning, number_beside


def made(source):
    return [mutated for _, mutated in edits(source)]


def named(source, part):
    """What edits of this kind make of a text."""
    return [mutated for name, mutated in edits(source) if part in name]


class JavaScriptEdits(unittest.TestCase):
    def test_a_comparison_becomes_each_other_one(self):
        self.assertEqual(
            made("a < b;"), ["a === b;", "a !== b;", "a <= b;", "a > b;", "a >= b;"]
        )

    def test_a_comparison_with_nothing_is_negated(self):
        self.assertEqual(made("a === undefined;"), ["a !== undefined;"])
        self.assertEqual(made("a !== null;"), ["a === null;"])

    def test_arithmetic_becomes_each_other_one(self):
        self.assertEqual(
            made("a + b;"),
            [f"a {other} b;" for other in ("-", "*", "/", "%", "**", ">>", ">>>", "<<", "|", "&", "^")],
        )

    def test_logical_operators(self):
        self.assertEqual(made("a && b;"), ["a || b;", "a ?? b;"])
        self.assertEqual(made("a || b;"), ["a && b;", "a ?? b;"])
        self.assertEqual(made("a ?? b;"), ["a && b;", "a || b;"])

    def test_unary_operators(self):
        self.assertEqual(made("!a;"), ["a;"])
        self.assertEqual(made("-a;"), ["a;", "+a;", "~a;", "!a;"])
        self.assertEqual(made("+a;"), ["-a;", "~a;", "!a;"])

    def test_updates_and_assignments(self):
        self.assertEqual(made("a++;"), ["a--;"])
        self.assertEqual(made("a += b;"), ["a -= b;"])
        self.assertEqual(made("a ??= b;"), ["a &&= b;"])

    def test_a_condition_is_negated(self):
        self.assertEqual(made("if (a) b();"), ["if (!(a)) b();"])
        self.assertEqual(made("while (a) b();"), ["while (!(a)) b();"])
        self.assertEqual(made("do b(); while (a);"), ["do b(); while (!(a));"])
        self.assertEqual(made("x = a ? b : c;"), ["x = !(a) ? b : c;"])
        self.assertEqual(made("x = (a) ? b : c;"), ["x = !(a) ? b : c;"])

    def test_numbers_go_up_and_down(self):
        self.assertEqual(made("f(1);"), ["f(2);", "f(0);"])
        self.assertEqual(made("f(0);"), ["f(1);", "f( -1);"])
        self.assertEqual(number_beside("1_000n", 1), "1001n")
        self.assertEqual(number_beside("0xff", -1), "254")
        self.assertEqual(number_beside("1.5", 1), "2.5")
        self.assertEqual(number_beside("1e3", 1), "1001.0")

    def test_booleans(self):
        self.assertEqual(made("f(true);"), ["f(false);"])
        self.assertEqual(made("f(false);"), ["f(true);"])

    def test_jumps(self):
        self.assertEqual(made("for (;;) break;"), ["for (;;) continue;"])
        self.assertEqual(made("for (;;) continue;"), ["for (;;) break;"])

    def test_loops_without_a_turn(self):
        self.assertEqual(made("for (const a of b) c();"), ["for (const a of []) c();"])
        self.assertEqual(named("for (let i = a; i < b; i++) c();", "Loop"), ["for (let i = a; false; i++) c();"])

    def test_a_handler_catches_nothing(self):
        self.assertEqual(made("try { a(); } catch { b(); }"), ["try { a(); } catch (error) { throw error; b(); }"])
        self.assertEqual(made("try { a(); } catch (e) { b(); }"), ["try { a(); } catch (e) { throw e; b(); }"])

    def test_an_optional_chain_becomes_a_plain_one(self):
        self.assertEqual(made("a?.b;"), ["a.b;"])
        self.assertEqual(made("a?.[b];"), ["a[b];"])
        self.assertEqual(made("a?.(b);"), ["a(b);"])

    def test_text_beyond_ascii_keeps_its_place(self):
        self.assertEqual(made('f("é😀", true);'), ['f("é😀", false);'])

    def test_texts_and_comments_are_left_alone(self):
        self.assertEqual(made('// a < 1\nf("a < 1", `b`);'), [])

    def test_meaning_is_blind_to_comments_and_spaces(self):
        self.assertEqual(meaning("f(1); // one"), meaning("f( 1 );"))
        self.assertNotEqual(meaning("f(1);"), meaning("f(2);"))
        self.assertNotEqual(meaning('f("a");'), meaning('f("b");'))


if __name__ == "__main__":
    unittest.main()
