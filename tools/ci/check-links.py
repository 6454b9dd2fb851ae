#!/usr/bin/env python3
"""Checks the relative links of every tracked Markdown file: the file and, if it is Markdown, the heading.

Usage: tools/ci/check-links.py

Anchors are those that GitHub makes of headings. Links in code and links to other sites aren't checked, nor are the
inputs of cases, which are in folders named Fixtures.
Exit code 0: every link leads somewhere, 1: findings, 2: git lists no Markdown file.
"""

import functools
import os
import pathlib
import re
import urllib.parse

from shared.files import tracked
from shared.script import ROOT, cannot_run, parser, run_script

FENCED = re.compile(r"^ *(```+).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)[^`].*?\1")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#* *$", re.MULTILINE)
EXPLICIT = re.compile(r"""<a (?:id|name)=["']([^"']+)["']""")
OTHER_SITE = re.compile(r"[a-z][a-z+.-]*:")


def blank(pattern, text):
    """Returns the text with matches replaced by white space, so that lines keep their numbers."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


@functools.cache
def anchors(path):
    """Returns the anchors of a Markdown file."""
    text = blank(FENCED, path.read_text(encoding="utf-8"))
    found, counts = set(EXPLICIT.findall(text)), {}
    for heading in HEADING.findall(text):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = counts.get(slug, 0)
        counts[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found


def problem(source, link):
    """Returns what is wrong with a link, or None."""
    path, _, anchor = urllib.parse.unquote(link).partition("#")
    target = pathlib.Path(os.path.normpath(source.parent / path)) if path else source
    if not target.exists():
        return f"{path} doesn't exist"
    if anchor and target.suffix == ".md" and anchor not in anchors(target):
        return f"{target.relative_to(ROOT)} has no heading #{anchor}"
    return None


def main():
    parser(__doc__).parse_args()
    files = [ROOT / name for name in tracked("*.md", ":(exclude,glob)**/Fixtures/**")]
    if not files:
        cannot_run("git lists no Markdown file")

    links, findings = 0, 0
    for file in files:
        text = blank(CODE, blank(FENCED, file.read_text(encoding="utf-8")))
        for match in LINK.finditer(text):
            link = match.group(1)
            # The site has the example report; the repository doesn't.
            if OTHER_SITE.match(link) or link.endswith("example-report.html"):
                continue
            links += 1
            if found := problem(file, link):
                findings += 1
                line = text.count("\n", 0, match.start()) + 1
                print(f"{file.relative_to(ROOT)}:{line}: {found}")
    print(f"checked {links} links in {len(files)} files: {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    run_script(main)
