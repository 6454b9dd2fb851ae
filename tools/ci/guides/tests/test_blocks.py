import unittest

from guides.blocks import Fault, blocks_of
from guides.files import with_case


def fault_of(text):
    try:
        for block in blocks_of(text):
            if block.kind in ("sh", "console"):
                block.commands
    except Fault as fault:
        return fault.line, str(fault)
    return None


class Blocks(unittest.TestCase):
    def test_a_console_block_has_commands_with_their_output(self):
        [block] = blocks_of("text\n```console\n$ a \\\n  b\none\n\n$ c\n```\n")
        first, second = block.commands
        self.assertEqual((first.line, first.text, first.output), (3, "a \\\n  b", ["one", ""]))
        self.assertEqual(first.output_line, 5)
        self.assertEqual((second.line, second.text, second.output), (7, "c", []))

    def test_a_script_has_commands_without_output(self):
        [block] = blocks_of("```sh\n# a comment\na\nb \\\nc\n```\n")
        self.assertEqual([command.text for command in block.commands], ["a", "b \\\nc"])
        self.assertIsNone(block.commands[0].output)

    def test_a_block_with_a_command_line_must_be_a_console_block(self):
        line, message = fault_of("```text\nout\n$ a\n```\n")
        self.assertEqual(line, 3)
        self.assertIn("not ```text", message)
        self.assertIn("not ```sh", fault_of("```sh\n$ a\n```\n")[1])

    def test_a_console_block_without_a_command_is_a_fault(self):
        self.assertEqual(fault_of("```console\nout\n```\n")[0], 2)

    def test_a_block_must_start_in_the_first_column_and_end(self):
        self.assertEqual(fault_of("- x\n  ```console\n  $ a\n  ```\n")[0], 2)
        self.assertEqual(fault_of("~~~console\n$ a\n~~~\n")[0], 1)
        self.assertEqual(fault_of("\n```console\n$ a\n")[0], 2)


class Files(unittest.TestCase):
    def test_a_case_is_replaced(self):
        text = '{\n  "cases": [\n    { "id": "a" },\n    { "x": {},\n "id": "b" }\n  ]\n}\n'
        self.assertIn('{ "id": "a", "n": 1 }', with_case(text, "a", ['    { "id": "a", "n": 1 }']))
        with self.assertRaises(ValueError):
            with_case(text, "a", ['{ "id": "b" }'])
        with self.assertRaises(ValueError):
            with_case(text, "c", ['{ "id": "c" }'])


if __name__ == "__main__":
    unittest.main()
