#!/usr/bin/env bash
# Counts the cases in Fixtures without Parity, and checks that `parity check` runs as many.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly least=90

written=$(python3 - <<'PYTHON'
import glob, json, os

count = 0
for path in glob.glob("Fixtures/*/behavior-matrix.json"):
    with open(path, encoding="utf-8") as matrix:
        for name in json.load(matrix)["caseFiles"]:
            with open(os.path.join(os.path.dirname(path), name), encoding="utf-8") as cases:
                count += len(json.load(cases)["cases"])
print(count)
PYTHON
)
# Run by any reference, because one that lacks a required capability doesn't run a case.
references=(--implementation reference --implementation reference-sqlite)
checked=$("$(tools/ci/parity-program.sh)" check "${references[@]}" --quiet --report json=- | python3 -c '
import json, sys

report = json.load(sys.stdin)
print(len({v["case"] for v in report["verdicts"] if v["result"] in {"passed", "failed", "known"}}))
')

if [[ $checked != "$written" || $checked -lt $least ]]; then
  printf 'Fixtures has %s cases, it should have at least %s, and Parity checked %s\n' "$written" "$least" "$checked" >&2
  exit 1
fi
printf '%s cases written, %s checked\n' "$written" "$checked"
