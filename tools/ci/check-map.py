#!/usr/bin/env python3
"""Checks that the map in CONTRIBUTING.md fits a screen and names the folders that there are, and no others.

  tools/ci/check-map.py
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 50
# A folder for each contract.
UNTOLD = {"Sources/Contracts", "Sources/PortableContracts"}


def folders(path):
    """The folders right below one that hold tracked files, except catalogs of documentation."""
    listed = subprocess.run(["git", "ls-files", "-z", path], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    parts = [pathlib.PurePath(name).relative_to(path).parts for name in listed.split("\0") if name]
    return {part[0] for part in parts if len(part) > 1 and not part[0].endswith(".docc")}


def main():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    lines = text.split("## Map", 1)[1].split("```\n", 2)[1].splitlines()
    problems = []
    if len(lines) > MOST_LINES:
        problems.append(f"the map has {len(lines)} lines, and a screen {MOST_LINES}")
    targets, rooms, paths = {}, {}, []
    for line in lines:
        words = set(re.findall(r"\w+", line))
        names = re.split(r"  +", line.strip(), maxsplit=1)[0].split()
        if not line.startswith(" "):
            paths = [name if "/" in name or not line.startswith("Sources/") else f"Sources/{name}" for name in names]
            targets.update({path: words for path in paths})
        elif line.startswith("   "):
            # The rest of the line before.
            targets[paths[0]] |= words
        else:
            rooms.setdefault(paths[0], set()).update(names)
    for path in targets:
        if path != "Fixtures/CONTRACT" and not (ROOT / path).exists():
            problems.append(f"the map has {path}, which there is not")
    for top in ["Sources", "tools"]:
        for name in sorted(folders(top)):
            if f"{top}/{name}" not in targets:
                problems.append(f"the map lacks {top}/{name}")
    for path in sorted(f"Sources/{name}" for name in folders("Sources")):
        # Folders stand on lines of their own below a target, or on its own line.
        there, told = folders(path), rooms.get(path, targets.get(path, set()))
        if path not in UNTOLD:
            problems += [f"the map lacks {path}/{room}" for room in sorted(there - told)]
        problems += [f"the map has {path}/{room}, which there is not" for room in sorted(rooms.get(path, set()) - there)]
    for problem in problems:
        print(f"CONTRIBUTING.md: {problem}", file=sys.stderr)
    sys.exit(1 if problems else None)


main()
