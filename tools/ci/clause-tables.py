#!/usr/bin/env python3
"""Writes the table of clauses into the document of each contract, from its behavior matrix.

Usage:
  tools/ci/clause-tables.py            writes docs/contracts/*.md
  tools/ci/clause-tables.py --check    writes nothing; exits with 1 if a table is stale
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "| clause | demands | made precise by |\n|---|---|---|\n"


def table(matrix):
    """Returns the table of the clauses that aren't rules, each with the rules that refine it."""
    lines = []
    for clause in matrix["clauses"]:
        if clause.get("refines"):
            continue
        name = clause["id"]
        rules = [rule["id"] for rule in matrix["clauses"] if name in rule.get("refines", [])]
        links = " ".join(f"[{rule}](#{rule.lower()})" for rule in rules)
        text = clause["text"].replace("|", "\\|")
        lines.append(f'| <a id="{name.lower()}"></a>{name} | {text} |{links and " " + links} |\n')
    return HEAD + "".join(lines)


def main():
    parser = argparse.ArgumentParser(description="Writes the tables of clauses in docs/contracts.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if one is stale")
    options = parser.parse_args()

    stale = []
    for path in sorted(ROOT.glob("Fixtures/*/behavior-matrix.json")):
        matrix = json.loads(path.read_text(encoding="utf-8"))
        document = ROOT / "docs" / "contracts" / f"{matrix['contract']}.md"
        text = document.read_text(encoding="utf-8")
        new, count = re.subn(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: table(matrix), text)
        if count != 1:
            name = document.relative_to(ROOT)
            sys.exit(f"{name} has {count} tables of clauses; it needs one")
        if new != text:
            stale.append(document.relative_to(ROOT).as_posix())
            if not options.check:
                document.write_text(new, encoding="utf-8")

    if options.check and stale:
        sys.exit(f"stale table of clauses: {', '.join(stale)}\nrun: tools/renew clauses")
    print(f"tables of clauses that {'were stale' if options.check else 'changed'}: {len(stale)}")


if __name__ == "__main__":
    main()
