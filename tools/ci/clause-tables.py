#!/usr/bin/env python3
"""Writes the table of clauses into the document of each contract, from its behaviour matrix.

  tools/ci/clause-tables.py            writes docs/contracts/*.md
  tools/ci/clause-tables.py --check    writes nothing; exits with 1 where a table is not what the matrix says
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "| clause | demands | made precise by |\n|---|---|---|\n"


def table(matrix):
    """The clauses that are not rules themselves, each with the rules that refine it."""
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
    is_check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not is_check:
        sys.exit(__doc__)
    stale = []
    for path in sorted(ROOT.glob("Fixtures/*/behavior-matrix.json")):
        matrix = json.loads(path.read_text(encoding="utf-8"))
        document = ROOT / "docs" / "contracts" / f"{matrix['contract']}.md"
        text = document.read_text(encoding="utf-8")
        new, count = re.subn(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: table(matrix), text)
        if count != 1:
            sys.exit(f"{document.relative_to(ROOT)} has {count} tables of clauses, and has to have one")
        if new != text:
            stale.append(document.relative_to(ROOT).as_posix())
            if not is_check:
                document.write_text(new, encoding="utf-8")
    if is_check and stale:
        sys.exit(f"{', '.join(stale)}: the clauses are not those of the matrix; run tools/ci/clause-tables.py")
    print(f"the clauses of {'no' if not stale else len(stale)} documents were {'stale' if is_check else 'written'}")


main()
