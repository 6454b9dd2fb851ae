#!/usr/bin/env python3
"""Writes a large suite: the cases of session-detail under new ids, in as many copies as asked for.

  tools/bench/large-suite.py COPIES FOLDER

Each copy is a case file with rows of its own, so that the suite is large in cases, rows, goldens and lines of the lock.
Goldens are recorded from the same inputs as the originals, so that all hold.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRACT = "session-detail"


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    copies, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    fixtures, goldens = folder / "Fixtures" / CONTRACT, folder / "Golden" / CONTRACT
    for path in (fixtures, goldens):
        path.mkdir(parents=True)
    matrix = json.loads((ROOT / "Fixtures" / CONTRACT / "behavior-matrix.json").read_bytes())
    del matrix["$schema"]
    matrix.pop("previews", None)  # they name cases by their own ids
    cases = []
    for name in matrix["caseFiles"]:
        cases += json.loads((ROOT / "Fixtures" / CONTRACT / name).read_bytes())["cases"]
    recorded = [json.loads(line) for line in (ROOT / "Golden" / "golden.lock.jsonl").read_bytes().splitlines()]
    recorded = [line for line in recorded if line["contract"] == CONTRACT]
    outputs = {case["id"]: (ROOT / "Golden" / CONTRACT / (case["id"] + ".json")).read_bytes() for case in cases}

    rows, lock = [], []
    for copy in range(1, copies + 1):
        suffix = f"_{copy}"
        renamed = [{**case, "id": case["id"] + suffix} for case in cases]
        write(fixtures / f"cases{suffix}.json", {"cases": renamed})
        rows += [
            {**row, "id": row["id"] + suffix, "cases": [name + suffix for name in row["cases"]]} for row in matrix["rows"]
        ]
        for name, output in outputs.items():
            (goldens / f"{name}{suffix}.json").write_bytes(output)
        lock += [{**line, "case": line["case"] + suffix} for line in recorded]
    matrix["rows"] = rows
    matrix["caseFiles"] = [f"cases_{copy}.json" for copy in range(1, copies + 1)]
    write(fixtures / "behavior-matrix.json", matrix)
    lines = [json.dumps(line, sort_keys=True, separators=(",", ":")) for line in sorted(lock, key=lambda line: line["case"])]
    (folder / "Golden" / "golden.lock.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(cases) * copies} cases in {folder}")


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


main()
