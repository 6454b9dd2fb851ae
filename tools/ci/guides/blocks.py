"""Reads the fenced blocks of a Markdown document and the commands in them.

The words after the ticks of a fence say what the check does with the block:

  ```console               A line that starts with `$ ` is a command. The lines after it are its
                           output, including standard error. A line `…` or `...` stands for one or
                           more omitted lines; ` …` at the end of a line, for the rest of the line.
  ```sh                    Each line is a command that must exit with 0. Only documents with
                           `"sh": true` in documents.json run these blocks.
  ```json folder/name      The block is that file. The text above the block has to name it.
  ```js folder/name#f      The block replaces the function `f` of that file.
  ```json folder/name#id   The block replaces the case `id` of that case file.

Other blocks are skipped, and no line in them may start with `$ `. A command line that ends with a
backslash continues on the next line.
"""

import dataclasses


class Fault(Exception):
    """A problem in a document, with its line number. If it is stale, --renew corrects it."""

    def __init__(self, line, message, is_stale=False):
        super().__init__(message)
        self.line = line
        self.is_stale = is_stale


@dataclasses.dataclass
class Command:
    line: int
    text: str
    # The lines of the printed output; None if the block shows no output.
    output: list

    @property
    def output_line(self):
        """The line number of the first line of the output."""
        return self.line + self.text.count("\n") + 1


class Block:
    def __init__(self, line, info, above):
        self.line = line
        self.words = info.split()
        self.above = above
        self.lines = []

    @property
    def kind(self):
        if len(self.words) == 2:
            return "file"
        return self.words[0] if self.words in (["sh"], ["console"]) else "other"

    @property
    def commands(self):
        """The commands of a `sh` or `console` block."""
        return list(console_commands(self) if self.kind == "console" else script_commands(self))


def blocks_of(text):
    """Returns the blocks of a document, each with the text between it and the block before it."""
    found, above, block = [], [], None

    for number, line in enumerate(text.split("\n"), start=1):
        if block is not None and line == "```":
            check(block)
            found.append(block)
            block, above = None, []
        elif block is not None:
            block.lines.append(line)
        elif line.lstrip().startswith(("```", "~~~")):
            if not line.startswith("```"):
                raise Fault(number, "a block must start with ``` in the first column")
            block = Block(number, line[3:], "\n".join(above))
        else:
            above.append(line)

    if block is not None:
        raise Fault(block.line, "this block has no end")
    return found


def check(block):
    if len(block.words) > 2:
        raise Fault(block.line, "a block has at most a language and a file")

    if block.kind in ("sh", "other"):
        for number, line in enumerate(block.lines, start=block.line + 1):
            if line.startswith("$ "):
                label = block.words[0] if block.words else ""
                message = f"a block with a command line, `{line}`, must be ```console, not ```{label}"
                raise Fault(number, message)


def console_commands(block):
    lines = numbered(block)
    command = None

    for number, line in lines:
        if line.startswith("$ "):
            if command is not None:
                yield command
            command = Command(number, joined(line[2:], number, lines), [])
        elif command is None:
            raise Fault(number, "a console block must start with a command, `$ …`")
        else:
            command.output.append(line)

    if command is None:
        raise Fault(block.line, "this block has no command")
    yield command


def script_commands(block):
    lines = numbered(block)
    count = 0

    for number, line in lines:
        if line.strip() and not line.startswith("#"):
            count += 1
            yield Command(number, joined(line, number, lines), None)

    if count == 0:
        raise Fault(block.line, "this block has no command")


def numbered(block):
    return iter(list(enumerate(block.lines, start=block.line + 1)))


def joined(line, number, lines):
    """Returns a command with its continuation lines, which it takes from the iterator."""
    parts = [line]
    while parts[-1].endswith("\\"):
        following = next(lines, None)
        if following is None:
            raise Fault(number, "the command has no end")
        parts.append(following[1])
    return "\n".join(parts)
