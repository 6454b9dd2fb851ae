#!/usr/bin/env python3
"""Writes levels, origins and links from each behavior matrix into the contract's document.

Usage:
  tools/ci/clause-tables.py            writes docs/contracts/*.md
  tools/ci/clause-tables.py --check    writes nothing; exits with 1 if a document is stale

A document has one table of the clauses that aren't rules. Below the heading of each rule, such as
`### P9`, a line in italics has its level, its origin and the clauses that it refines.

Exit code 0: the documents are written or fresh, 1: one is stale or lacks a place for a table or line.
"""

import json
import re

from shared.script import ROOT, Failure, parser, run_script

HEAD = "| clause | demands | level | origin | made precise by |\n|---|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
RULE_LINE = r"(?:\*(?:must|should|may)[,;] [^\n]*\*\n\n)?"


def link(clause):
    return f"[{clause}](#{clause.lower()})"


def table(matrix):
    """Returns the table of the clauses that aren't rules, each with the rules that refine it."""
    lines = []
    for clause in matrix["clauses"]:
        if clause.get("refines"):
            continue
        name = clause["id"]
        rules = " ".join(link(rule["id"]) for rule in matrix["clauses"] if name in rule.get("refines", []))
        text = clause["text"].replace("|", "\\|")
        lines.append(
            f'| <a id="{name.lower()}"></a>{name} | {text} | {clause["level"]} | {clause.get("origin", "")} |'
            f'{rules and " " + rules} |\n'
        )
    return HEAD + "".join(lines)


def rule_line(rule):
    refined = ", ".join(link(clause) for clause in rule["refines"])
    standing = ", ".join(filter(None, [rule["level"], rule.get("origin")]))
    return f"*{standing}; refines {refined}*\n\n"


def renewed(text, matrix, name):
    """Returns the document with current table and lines. Fails if it lacks a place for one."""
    text, count = TABLE.subn(lambda _: table(matrix), text)
    if count != 1:
        raise Failure(f"{name} has {count} tables of clauses; it needs one")
    for rule in matrix["clauses"]:
        if not rule.get("refines"):
            continue
        heading = re.compile(rf"^(#+ {re.escape(rule['id'])}\b[^\n]*\n\n){RULE_LINE}", re.MULTILINE)
        text, count = heading.subn(lambda match: match.group(1) + rule_line(rule), text)
        if count != 1:
            raise Failure(f"{name} has {count} headings of the rule {rule['id']}; it needs one")
    return text


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit with 1 if one is stale")
    options = arguments.parse_args()

    stale = []
    for path in sorted(ROOT.glob("Fixtures/*/behavior-matrix.json")):
        matrix = json.loads(path.read_text(encoding="utf-8"))
        document = ROOT / "docs" / "contracts" / f"{matrix['contract']}.md"
        name = document.relative_to(ROOT).as_posix()
        text = document.read_text(encoding="utf-8")
        new = renewed(text, matrix, name)
        if new != text:
            stale.append(name)
            if not options.check:
                document.write_text(new, encoding="utf-8")

    if options.check and stale:
        raise Failure(f"stale levels, origins or links: {', '.join(stale)}\nrun: tools/renew clauses")
    print(f"documents that {'were stale' if options.check else 'changed'}: {len(stale)}")


if __name__ == "__main__":
    run_script(main)
