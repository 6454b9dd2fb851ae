#!/usr/bin/env python3
"""Prints the section of CHANGELOG.md about a version, as the notes of its release on GitHub.

Usage: tools/ci/release-notes.py TAG     (such as v1.0.0)

The heading of the section isn't part of the notes. On the page of a release, each line end is a line
break, so a paragraph becomes one line. Relative links lead nowhere there, so they become links to the
files at the tag. The variables GITHUB_SERVER_URL and GITHUB_REPOSITORY, which GitHub Actions sets,
name the repository. Without them, links stay relative.

Exit code 0: the notes are printed, 1: CHANGELOG.md has no such section, or it is empty.
"""

import os
import re

from shared.script import ROOT, Failure, parser, run_script

# The start of a heading, an item of a list, a quotation, a table or a block of code.
BLOCK = re.compile(r" *(?:#|[-*+] |\d+\. |>|\||```)")
LINK = re.compile(r"\]\((?P<path>[^):#\s][^):\s]*)\)")


def section(changelog, version):
    """Returns the text below the heading of a version, up to the next one."""
    heading = re.compile(rf"^## \[?{re.escape(version)}\]?(?: .*)?\n", re.MULTILINE)
    found = heading.search(changelog)
    if found is None:
        raise Failure(f"CHANGELOG.md has no section {version}")

    text = re.split(r"^(?:## |\[[^\]]+\]: )", changelog[found.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    if not text.strip():
        raise Failure(f"the section {version} of CHANGELOG.md is empty")
    return text.strip() + "\n"


def unwrapped(text):
    """Returns the text with each paragraph on one line. Headings, tables and code stay as they are."""
    lines = []
    in_code = False
    for line in text.splitlines():
        starts_block = in_code or not line.strip() or BLOCK.match(line)
        follows_paragraph = lines and lines[-1].strip() and not re.match(r" *(?:#|\||```)", lines[-1])
        if starts_block or not follows_paragraph:
            lines.append(line)
        else:
            lines[-1] += f" {line.strip()}"
        if line.lstrip().startswith("```"):
            in_code = not in_code
    return "\n".join(lines) + "\n"


def with_absolute_links(text, tag):
    """Returns the text with relative links to files of the repository made absolute."""
    server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    if not server or not repository:
        return text
    return LINK.sub(lambda link: f"]({server}/{repository}/blob/{tag}/{link['path']})", text)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("tag", metavar="TAG")
    tag = arguments.parse_args().tag

    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = unwrapped(section(changelog, tag.removeprefix("v")))
    print(with_absolute_links(notes, tag), end="")
    return 0


if __name__ == "__main__":
    run_script(main)
