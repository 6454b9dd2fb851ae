#!/usr/bin/env python3
"""Writes docs/reference/command-line.md from the program's help.

Usage:
  tools/ci/make-command-line.py           writes the page
  tools/ci/make-command-line.py --check   writes nothing; exits with 1 if the page is stale

PARITY names the program; without it, a debug build is made. An option that at least three commands
share, with the same words, is in the table at the end. All others are with their command.

Exit code 0: the page is written or fresh, 1: it is stale, 2: the program can't be run.
"""

import collections
import json
import re
import textwrap

from shared.parity import parity_program, run_parity
from shared.script import ROOT, parser, run_script

PAGE = ROOT / "docs" / "reference" / "command-line.md"
COMMANDS_THAT_SHARE = 3
SECTION_ORDER = ("Selection", "Implementations", "Running", "Output", "Limits")
HEADER = """\
# Command line

`parity` without a command runs [`parity check`](#parity-check). `parity COMMAND --help` prints the same text as this
page, which `tools/renew` generates. [Exit codes](exit-codes.md) are on their own page.

`parity --version` prints the version.

"""


def program_help():
    """Returns the description of the root command, as ArgumentParser writes it."""
    described = run_parity(parity_program(), "--experimental-dump-help").stdout
    return json.loads(described)["command"]


def leaves(command, words=()):
    """Yields each command that runs something, as its full name and its description."""
    words = (*words, command["commandName"])
    children = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    if not children:
        yield " ".join(words), command
    for child in children:
        yield from leaves(child, words)


def options(command):
    """Returns the arguments that are specific to Parity: all but --help and --version."""
    return [
        argument
        for argument in command["arguments"]
        if argument.get("shouldDisplay", True)
        and argument.get("preferredName", {}).get("name") not in ("help", "version")
    ]


def spelling(argument):
    """Returns how an argument is written on the command line, without brackets."""
    value = f"<{argument['valueName']}>" if argument["kind"] != "flag" else ""
    if argument["kind"] == "positional":
        return value + ("..." if argument["isRepeating"] else "")
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    dashed = [("-" if name["kind"] == "short" else "--") + name["name"] for name in names]
    return " ".join(filter(None, [", ".join(dashed), value]))


def identity(argument):
    return spelling(argument), argument.get("abstract", "")


def shared_options(commands):
    """Returns the common options by identity. If a spelling has several meanings, one is common."""
    counts = collections.Counter()
    arguments = {}
    for _, command in commands:
        for argument in options(command):
            counts[identity(argument)] += 1
            arguments.setdefault(identity(argument), argument)

    shared, spellings = {}, set()
    for key, count in counts.most_common():
        if count >= COMMANDS_THAT_SHARE and key[0] not in spellings:
            spellings.add(key[0])
            shared[key] = arguments[key]
    return {key: shared[key] for key in arguments if key in shared}


def escaped(text):
    """Returns text as one line of Markdown, with options and quoted words as code."""
    text = " ".join(text.split())
    coded = []

    def keep(match):
        coded.append(match.group(1) or match.group(0))
        return f"\0{len(coded) - 1}\0"

    text = re.sub(r"(?<!\w)'([^']+)'(?!\w)|(?<![\w-])--?[a-z][a-z-]*(?: <[a-z=]+>)?|<[a-z/=-]+>", keep, text)
    text = re.sub(r"([*_|<>\\])", r"\\\1", text)
    return re.sub(r"\0(\d+)\0", lambda match: f"`{coded[int(match.group(1))]}`".replace("|", "\\|"), text)


def table(arguments):
    lines = ["| option | |", "|---|---|"]
    lines += [f"| `{spelling(argument)}` | {escaped(argument.get('abstract', ''))} |" for argument in arguments]
    return "\n".join(lines) + "\n"


def wrapped(text):
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def paragraphs(command):
    """Yields the text of a command: its summary, what it does, and its example as a code block."""
    yield wrapped(escaped(command["abstract"]))
    for paragraph in command.get("discussion", "").split("\n\n"):
        if example := re.match(r"Examples?: +(.*)", paragraph, re.DOTALL):
            lines = "\n".join(line.strip() for line in example.group(1).splitlines())
            yield f"```sh\n{lines}\n```"
        elif paragraph.strip():
            yield wrapped(escaped(paragraph))


def anchor(name):
    return name.replace(" ", "-")


def section(name, command, shared):
    """Returns the part of the page for one command."""
    own = [argument for argument in options(command) if identity(argument) not in shared]
    common = [argument for argument in options(command) if identity(argument) in shared]
    positional = [argument for argument in own if argument["kind"] == "positional"]
    usage = [name]
    for argument in positional:
        usage.append(f"[{spelling(argument)}]" if argument["isOptional"] else spelling(argument))
    if len(positional) < len(options(command)):
        usage.append("[<options>]")

    parts = [f"## {name}", *paragraphs(command), f"```text\n{' '.join(usage)}\n```"]
    if own:
        parts.append(table(own).rstrip())
    if common:
        names = [f"`{spelling(argument).split(' ')[-2 if argument['kind'] != 'flag' else -1]}`" for argument in common]
        parts.append(wrapped(f"[Common options](#common-options): {', '.join(names)}."))
    return "\n\n".join(parts) + "\n"


def order(title):
    """Returns the position of a group of options: that of the help of `parity check`, then others."""
    return SECTION_ORDER.index(title) if title in SECTION_ORDER else len(SECTION_ORDER)


def page(root):
    commands = list(leaves(root))
    shared = shared_options(commands)

    lines = ["| command | |", "|---|---|"]
    for name, command in commands:
        lines.append(f"| [`{name}`](#{anchor(name)}) | {escaped(command['abstract'])} |")
    text = HEADER + "\n".join(lines) + "\n\n"
    text += "\n".join(section(name, command, shared) for name, command in commands)

    text += "\n## Common options\n"
    by_title = {}
    for argument in shared.values():
        by_title.setdefault(argument.get("sectionTitle", "Other"), []).append(argument)
    for title in sorted(by_title, key=order):
        text += f"\n### {title}\n\n{table(by_title[title])}"
    return text


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit with 1 if it is stale")
    is_check = arguments.parse_args().check

    fresh = page(program_help())
    if not is_check:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == fresh:
        return 0
    print(f"{PAGE.relative_to(ROOT)} doesn't match the help")
    return 1


if __name__ == "__main__":
    run_script(main)
