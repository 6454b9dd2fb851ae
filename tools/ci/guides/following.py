"""Runs the blocks of a document in order, and compares or replaces the printed output."""

import os
import time

from .blocks import Fault, blocks_of
from .files import save
from .output import CUT, OMITTED, first_mismatch, masked, renewed
from .settings import Setting
from .shell import Shell, lines_of, shown

# The lowest exit code for which a command did nothing. A document that doesn't show the error is
# wrong, and new output wouldn't correct it.
LOWEST_FAILURE = 64


class Following:
    """One run of a document.

    `faults` are the problems found, `count` is the number of commands run, and `edits` has the new
    lines for each range of lines whose output differs. `work` is the folder in which they ran.
    """

    def __init__(self, document, text, setting, exceptions, places):
        self.document = document
        self.setting = setting or Setting()
        self.exceptions = exceptions
        self.places = places
        self.text = text
        self.faults = []
        self.edits = []
        self.count = 0
        self.work = None
        self.excepted = set()
        self.figures = {}
        # The time each command took, in seconds.
        self.times = []

    def run(self):
        # A document names the archive of one kind of machine.
        text = self.text.replace("linux-x86_64", f"linux-{self.places.architecture}")
        try:
            blocks = self.blocks_to_run(blocks_of(text))
            if any(block.kind in ("sh", "console") for block in blocks):
                self.follow(blocks)
        except Fault as fault:
            # What follows depends on what was done before.
            self.faults.append(fault)

    def blocks_to_run(self, blocks):
        kinds = {"console", "file"} | ({"sh"} if self.setting.sh else set())
        found = []

        for block in blocks:
            key = self.document, block.lines[0] if block.lines else ""
            if block.kind == "console" and key in self.exceptions:
                if key in self.excepted:
                    raise Fault(block.line, f"exceptions.json means two blocks with `{key[1]}`")
                self.excepted.add(key)
            elif block.kind in kinds:
                found.append(block)

        return found

    def follow(self, blocks):
        work, home, scratch, program_folder = self.places.new(self.setting.place)
        self.work = work
        path = os.pathsep.join([str(program_folder), os.environ["PATH"]])
        shell = Shell(work, home, scratch, path)
        keys = dict(self.setting.keys)

        try:
            for command in self.setting.setup:
                self.prepare(shell, command)
            for figure, command in self.setting.figures.items():
                self.figures[figure] = self.prepare(shell, command).strip()

            for block in blocks:
                if block.kind == "file":
                    save(block, shell, work)
                    continue
                for command in block.commands:
                    self.run_command(shell, command, keys.pop(command.text, None))
        finally:
            shell.close()

        for command in keys:
            raise Fault(1, f"documents.json has keys for `{command}`, which no block runs")

    def prepare(self, shell, command):
        """Runs a command of documents.json, and returns what it prints."""
        code, printed = shell.run(1, command)
        if code != 0:
            message = f"`{command}` of documents.json exits with {code}"
            raise Fault(1, f"{message}\n{shown('output', printed)}")
        return printed

    def run_command(self, shell, command, keys):
        text = command.text
        for figure, actual in self.figures.items():
            text = text.replace(figure, actual)

        start = time.monotonic()
        code, printed = shell.run(command.line, text, keys)
        self.times.append((time.monotonic() - start, command))
        self.count += 1

        if command.output is not None:
            self.compare(command, code, printed)
        elif code != 0:
            message = f"`{command.text}` exits with {code}"
            raise Fault(command.line, f"{message}\n{shown('output', printed)}")

    def compare(self, command, code, printed):
        actual = lines_of(printed)
        # An exit code isn't a figure that a new case changes.
        shows_exit_code = "$?" in command.text
        mask = str if shows_exit_code else masked
        index = first_mismatch(command.output, actual, mask)
        if index is None:
            return

        expected = "".join(f"{line}\n" for line in command.output)
        fails = code >= LOWEST_FAILURE and not any("error: " in line for line in command.output)
        is_stale = not shows_exit_code and not fails
        what = f"exits with {code}, which isn't shown" if fails else "prints something else"
        self.faults.append(
            Fault(
                command.output_line + index,
                f"`{command.text}` {what}\n{shown('expected', expected)}\n{shown('actual', printed)}",
                is_stale,
            )
        )
        if not is_stale:
            return

        lines = renewed(command.output, actual)
        start = command.output_line - 1
        self.edits.append((start, start + len(command.output), lines))

    def renewed_text(self):
        """Returns the text of the document with the real output."""
        lines = self.text.split("\n")
        place = str(self.places.folder)

        for start, end, new in reversed(self.edits):
            for line in new:
                if place in line:
                    message = f"the output has the path of a temporary folder; shorten it with `{CUT}`"
                    raise Fault(start + 1, message)
                if line.startswith(("$ ", "```")) or (line.strip() in OMITTED and line != OMITTED[0]):
                    raise Fault(start + 1, f"the output has a line that a block can't show: `{line}`")
            lines[start:end] = [
                line.replace(f"linux-{self.places.architecture}", "linux-x86_64") for line in new
            ]

        return "\n".join(lines)
