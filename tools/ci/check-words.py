#!/usr/bin/env python3
"""Finds words that tools/ci/words.json replaces, and British spellings, in comments and help.

Usage:
  tools/ci/check-words.py                    checks the comments of Sources and Tests
  tools/ci/check-words.py --program PATH     checks the help of a program and of its commands
  tools/ci/check-words.py --guides           checks the documents, except those of contracts

The options can be combined; --comments adds the comments then. Each entry of words.json has a
pattern, its replacement and a note. An entry's phrases are uses that are right, each with a reason.
British spellings come from the dictionary en-GB_to_en-US of codespell, except those in `spellings`.

Exit code 0: no word was found, 1: some were, 2: the check can't run.
"""

import dataclasses
import importlib.util
import json
import os
import pathlib
import re
import subprocess

from shared.files import tracked
from shared.script import ROOT, CannotRun, parser, run_script

TABLE = pathlib.Path(__file__).with_name("words.json")
GUIDES = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ".github/*.md",
    "docs/**/*.md", "tools/**/*.md", "Sources/**/*.md",
)
# These are specifications whose wording belongs to their version. They are not checked yet.
CONTRACT_DOCUMENTS = "docs/contracts/"
SOURCES = ("Sources/**/*.swift", "Tests/**/*.swift")

COMMENT = re.compile(r"//+(.*)")
PARAMETER = re.compile(r"^ *- (?:Parameter )?\w+:")
CODE = re.compile(r"`+[^`]+`+")
LINK_TARGET = re.compile(r"(?<=\])\([^)\s]+\)")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMAND = re.compile(r"^  ([a-z][a-z-]*) ", re.MULTILINE)


@dataclasses.dataclass
class Line:
    """A line of text. What is skipped in it has been replaced by spaces."""

    place: str
    number: int
    text: str


@dataclasses.dataclass
class Word:
    pattern: re.Pattern
    replacement: str
    note: str
    phrases: list


def blank(pattern, text):
    return pattern.sub(lambda match: " " * len(match.group()), text)


# MARK: - The table


def words_of(table):
    """Returns the entries of the table."""
    found = []
    for entry in table["words"]:
        phrases = []
        for phrase in entry.get("phrases", []):
            if not phrase.get("reason"):
                raise CannotRun(f"{TABLE.name}: the phrase '{phrase['phrase']}' has no reason")
            phrases.append(re.compile(phrase["phrase"], re.IGNORECASE))
        flags = re.IGNORECASE if entry["pattern"].islower() or "\\" in entry["pattern"] else 0
        pattern = re.compile(rf"\b(?:{entry['pattern']})\b", flags)
        found.append(Word(pattern, entry["replacement"], entry.get("note", ""), phrases))
    return found


def spellings_of(table):
    """Returns the American spelling of each British one."""
    package = importlib.util.find_spec("codespell_lib")
    if package is None:
        raise CannotRun("codespell is missing; install it with tools/ci/install-check-tools.sh")
    file = pathlib.Path(package.origin).with_name("data") / "dictionary_en-GB_to_en-US.txt"
    allowed = {entry["word"] for entry in table["spellings"]}

    pairs = (line.split("->", 1) for line in file.read_text(encoding="utf-8").splitlines() if "->" in line)
    return {british: american.strip(" ,") for british, american in pairs if british not in allowed}


# MARK: - The texts


def files(patterns):
    return tracked(*(f":(glob){pattern}" for pattern in patterns))


def comment_lines(path):
    is_in_string, is_in_example = False, False
    for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").split("\n"), start=1):
        is_delimiter = line.count('"""') == 1
        match = None if is_in_string or is_delimiter else COMMENT.search(blank(STRING, line))
        is_in_string ^= is_delimiter
        if match is None:
            is_in_example = False
            continue

        text = match.group(1)
        if text.lstrip().startswith("```"):
            is_in_example = not is_in_example
        elif not is_in_example:
            yield Line(path, number, blank(PARAMETER, blank(CODE, text)))


def guide_lines(path):
    is_in_block = False
    for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").split("\n"), start=1):
        if line.lstrip().startswith("```"):
            is_in_block = not is_in_block
        elif not is_in_block:
            yield Line(path, number, blank(LINK_TARGET, blank(CODE, line)))


def help_lines(program):
    """Returns the lines of the help of a program, of its commands and of their commands."""

    def lines(*command):
        done = subprocess.run(
            [program, *command, "--help"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise CannotRun(f"{program} {' '.join(command)} --help exits with {done.returncode}")

        place = " ".join(["parity", *command, "--help"])
        for number, line in enumerate(done.stdout.split("\n"), start=1):
            yield Line(place, number, line)
        _, _, subcommands = done.stdout.partition("SUBCOMMANDS:")
        for name in COMMAND.findall(subcommands):
            if name != "help":
                yield from lines(*command, name)

    yield from lines()


# MARK: - The check


def findings(lines, words, spellings):
    """Returns a line of output for each word found.

    Lines that follow one another are one text, since a phrase may continue on the next line.
    """
    for text, starts in texts_of(lines):
        found = [*words_in(text, words), *spellings_in(text, spellings)]
        for offset, word, replacement in sorted(found):
            yield f"{place_of(offset, starts)}: {' '.join(word.split())} -> {replacement}"


def words_in(text, words):
    """Returns the offset, the word and its replacement for each word of the table."""
    for word in words:
        allowed = [match.span() for phrase in word.phrases for match in phrase.finditer(text)]
        for match in word.pattern.finditer(text):
            if not any(start <= match.start() and match.end() <= end for start, end in allowed):
                note = f" ({word.note})" if word.note else ""
                yield match.start(), match.group(), word.replacement + note


def spellings_in(text, spellings):
    for match in re.finditer(r"[A-Za-z]+", text):
        american = spellings.get(match.group().lower())
        if american is not None:
            yield match.start(), match.group(), american


def texts_of(lines):
    """Joins lines that follow one another. Yields each text with (offset, line) for its lines."""
    text, starts = "", []
    for line in lines:
        if starts and (line.place != starts[-1][1].place or line.number != starts[-1][1].number + 1):
            yield text, starts
            text, starts = "", []
        starts.append((len(text), line))
        text += line.text + "\n"
    if starts:
        yield text, starts


def place_of(offset, starts):
    line = [line for start, line in starts if start <= offset][-1]
    return f"{line.place}:{line.number}"


def main():
    arguments = parser(__doc__)
    arguments.add_argument(
        "--comments", action="store_true", help="check the comments of Sources and Tests (default)"
    )
    arguments.add_argument("--program", help="check the help of this program and of its commands")
    arguments.add_argument("--guides", action="store_true", help="check the documents except those of contracts")
    options = arguments.parse_args()

    table = json.loads(TABLE.read_text(encoding="utf-8"))
    words, spellings = words_of(table), spellings_of(table)

    lines = []
    if options.comments or not (options.program or options.guides):
        lines += [line for path in files(SOURCES) for line in comment_lines(path)]
    if options.program:
        lines += help_lines(os.path.abspath(options.program))
    if options.guides:
        guides = [path for path in files(GUIDES) if not path.startswith(CONTRACT_DOCUMENTS)]
        lines += [line for path in guides for line in guide_lines(path)]
    if not lines:
        raise CannotRun("there is no text to check")

    found = list(findings(lines, words, spellings))

    for finding in found:
        print(finding)
    if found:
        print("\nreplace these words; tools/ci/words.json lists phrases that are right, with a reason")
    print(f"checked {len(lines)} lines: {len(found)} finding{'' if len(found) == 1 else 's'}")
    return 1 if found else 0


if __name__ == "__main__":
    run_script(main, KeyError, OSError, ValueError, re.error)
