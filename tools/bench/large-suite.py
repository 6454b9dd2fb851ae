#!/usr/bin/env python3
"""Writes a large suite: copies of the cases of session-detail under new ids.

Usage:
  tools/bench/large-suite.py COPIES FOLDER

Each copy has its own case file, rows, goldens and lines of the lock. Inputs and goldens are those of
the originals, so every case passes.

Exit code 0: the suite is written, 2: the script can't run.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.files import write_json
from shared.script import ROOT, parser, run_script
from shared.suites import fixtures, read_cases, read_lock, read_manifest

CONTRACT = "session-detail"


def main():
    arguments = parser(__doc__)
    arguments.add_argument("copies", type=int, metavar="COPIES", help="the number of copies")
    arguments.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="a new folder")
    options = arguments.parse_args()
    copies, folder = options.copies, options.folder
    place, goldens = fixtures(CONTRACT, folder), folder / "Golden" / CONTRACT
    for path in (place, goldens):
        path.mkdir(parents=True)
    matrix, cases, recorded = read_manifest(CONTRACT), read_cases(CONTRACT), read_lock(CONTRACT)
    del matrix["$schema"]
    matrix.pop("previews", None)  # they name cases by their own ids
    outputs = {case["id"]: (ROOT / "Golden" / CONTRACT / (case["id"] + ".json")).read_bytes() for case in cases}

    rows, lock = [], []
    for copy in range(1, copies + 1):
        suffix = f"_{copy}"
        renamed = [{**case, "id": case["id"] + suffix} for case in cases]
        write_json(place / f"cases{suffix}.json", {"cases": renamed}, ensure_ascii=False)
        rows += [
            {**row, "id": row["id"] + suffix, "cases": [name + suffix for name in row["cases"]]} for row in matrix["rows"]
        ]
        for name, output in outputs.items():
            (goldens / f"{name}{suffix}.json").write_bytes(output)
        lock += [{**line, "case": line["case"] + suffix} for line in recorded]
    matrix["rows"] = rows
    matrix["caseFiles"] = [f"cases_{copy}.json" for copy in range(1, copies + 1)]
    write_json(place / "behavior-matrix.json", matrix, ensure_ascii=False)
    lines = [json.dumps(line, sort_keys=True, separators=(",", ":")) for line in sorted(lock, key=lambda line: line["case"])]
    (folder / "Golden" / "golden.lock.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(cases) * copies} cases in {folder}")


if __name__ == "__main__":
    run_script(main, OSError)
