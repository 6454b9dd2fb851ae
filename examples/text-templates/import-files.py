"""Writes a case for each pair of files NAME.in and NAME.out in Fixtures/CONTRACT/spec.

Usage: python3 import-files.py CONTRACT
"""

import json
import pathlib
import re
import sys

INPUT, OUTPUT = ".in", ".out"
folder = pathlib.Path("Fixtures", sys.argv[1])


def names(suffix):
    """Returns the names of the files with a suffix, such as spec/NAME."""
    files = folder.glob(f"spec/**/*{suffix}")
    return {file.relative_to(folder).as_posix()[: -len(suffix)] for file in files}


def write(name, value):
    text = json.dumps(value, ensure_ascii=False, indent=2)
    (folder / name).write_text(text + "\n", encoding="utf-8")


pairs = names(INPUT)
unpaired = pairs ^ names(OUTPUT)
if unpaired:
    sys.exit(f"error: a file of each of these pairs is missing: {', '.join(sorted(unpaired))}")
if not pairs:
    sys.exit(f"error: {folder}/spec has no pairs of {INPUT} and {OUTPUT}")

cases = {}
for name in sorted(pairs):
    case = re.sub("[^a-z0-9_.]+", "-", name[len("spec/") :].lower()).strip("-_.")[:80]
    if case in cases or not case:
        sys.exit(f"error: rename {name}: its case id, '{case}', is empty or another case has it")
    cases[case] = {
        "id": case,
        "input": {"text": {"$file": name + INPUT}},
        "expect": {"output": {"$file": name + OUTPUT}},
    }
write("cases.json", {"cases": list(cases.values())})

manifest = json.loads((folder / "behavior-matrix.json").read_text(encoding="utf-8"))
manifest["goldens"] = False
manifest["operations"]["convert"]["output"] = "text"
write("behavior-matrix.json", manifest)
print(f"{len(cases)} cases")
