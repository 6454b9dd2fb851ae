import unittest

from guides.output import first_mismatch, masked, renewed


class Masking(unittest.TestCase):
    def are_equal(self, one, other):
        self.assertEqual(masked(one), masked(other))

    def test_counts_and_their_plurals_are_equal(self):
        self.are_equal("1 case checked, 1 error", "547 cases checked, 20 errors")
        self.are_equal("1 known failure added", "485 known failures added")

    def test_versions_durations_places_and_tokens_are_equal(self):
        self.are_equal("slug 0.1.0: 5 of 5", "slug 1.20.3: 17 of 17")
        self.are_equal("took 1.2 s", "took 350 ms")
        self.are_equal("took 59 s", "took 1 min 3 s")
        self.are_equal("a.json:3:5: error", "a.json:1470:13: error")
        self.are_equal("token 40271166f4ed", "token 1c0aa8ccfb07")

    def test_columns_may_have_other_widths(self):
        self.are_equal("  9. 5 cases, 4 alone      x", " 10. 148 cases, 129 alone  x")

    def test_zero_is_no_other_number(self):
        self.assertNotEqual(masked("0 failed"), masked("3 failed"))
        self.assertNotEqual(masked("0 cases"), masked("1 case"))

    def test_words_and_indentation_stay(self):
        self.assertNotEqual(masked("  passed"), masked("passed"))
        self.assertNotEqual(masked("5 passed"), masked("5 failed"))


class Comparison(unittest.TestCase):
    def mismatch(self, expected, actual):
        return first_mismatch(expected.split(), actual.split())

    def test_without_omissions_every_line_must_fit(self):
        self.assertIsNone(self.mismatch("a b", "a b"))
        self.assertEqual(self.mismatch("a b", "a c"), 1)
        self.assertEqual(self.mismatch("a b", "a"), 1)
        self.assertEqual(self.mismatch("a b", "a b c"), 2)
        self.assertEqual(self.mismatch("", "a"), 0)

    def test_an_omission_is_one_or_more_lines(self):
        self.assertIsNone(self.mismatch("a … d", "a b c d"))
        self.assertIsNone(self.mismatch("… d", "a d"))
        self.assertIsNone(self.mismatch("a ...", "a b c"))
        self.assertEqual(self.mismatch("a … b", "a b"), 2)
        self.assertEqual(self.mismatch("a …", "a"), 2)
        self.assertEqual(self.mismatch("… a", "a"), 1)

    def test_lines_between_omissions_are_found_in_order(self):
        self.assertIsNone(self.mismatch("a … c … e …", "a b c d e f"))
        self.assertEqual(self.mismatch("a … e … c … f", "a b c d e f"), 4)

    def test_the_end_of_a_line_may_be_omitted(self):
        self.assertIsNone(first_mismatch(["12 of …"], ["15 of 20 passed"]))
        self.assertEqual(first_mismatch(["12 of …"], ["15 in 20"]), 0)


class Renewal(unittest.TestCase):
    def renewed(self, expected, actual):
        return " ".join(renewed(expected.split(), actual.split()))

    def test_without_omissions_the_whole_output_is_shown(self):
        self.assertEqual(self.renewed("a b", "x y z"), "x y z")
        self.assertEqual(self.renewed("a b", ""), "")

    def test_head_and_tail_keep_their_lengths(self):
        self.assertEqual(self.renewed("a b … c", "1 2 3 4 5"), "1 2 … 5")
        self.assertEqual(self.renewed("… c", "1 2 3"), "… 3")
        self.assertEqual(self.renewed("a …", "1 2 3"), "1 …")

    def test_nothing_is_omitted_if_nothing_is_left(self):
        self.assertEqual(self.renewed("a b … c", "1 2 3"), "1 2 3")
        self.assertEqual(self.renewed("a b … c", "1"), "1")

    def test_lines_between_omissions_stay_if_the_output_has_similar_ones(self):
        actual = "head one two middle-other three tail"
        self.assertEqual(self.renewed("head … middle-lines … tail", actual), "head … middle-other … tail")
        self.assertEqual(self.renewed("head … unlike … tail", actual), "head … tail")

    def test_a_line_that_was_cut_is_cut(self):
        self.assertEqual(renewed(["error: a b …"], ["error: x y z w"]), ["error: x y …"])

    def test_the_result_fits(self):
        expected = ["head", "…", "middle lines", "…", "tail"]
        actual = ["other", "b", "middle line 3", "c", "d", "tails"]
        self.assertIsNone(first_mismatch(renewed(expected, actual), actual))


if __name__ == "__main__":
    unittest.main()
