#!/usr/bin/env bash
# Lints, checks and audits each suite in examples. If a suite has an importer, imports it again before, which must change
# nothing.
#
# Exit code 0: all is well, 1: it is not, 2: this cannot run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cannot_run() {
  printf 'tools/ci/check-examples.sh: %s\n' "$1" >&2
  exit 2
}

for program in cmark git lowdown node python3; do
  command -v "$program" >/dev/null || cannot_run "$program is missing; tools/ci/install-check-tools.sh installs what is needed"
done
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || cannot_run 'this is no git work tree, so no change could be seen'

# What git sees of a folder: its files, and how they differ from the last commit.
state() {
  git status --porcelain --untracked-files=all -- "$1"
  git diff HEAD -- "$1"
}

# Prints a Python file of docs/how-to/import-a-suite.md.
in_guide() {
  awk -v first="\`\`\`python $1" '$0 == first { inside = 1; next } $0 == "```" { inside = 0 } inside' \
    docs/how-to/import-a-suite.md
}

parity=$(tools/ci/parity-program.sh)

importer=examples/text-templates/import-files.py
cmp "$importer" <(in_guide import-files.py) || {
  printf 'tools/ci/check-examples.sh: %s must be the importer of docs/how-to/import-a-suite.md\n' "$importer" >&2
  exit 1
}

count=0
for file in examples/*/parity.json; do
  [[ -e $file ]] || continue
  folder=${file%/*}
  printf '\n%s\n' "$folder"
  before=$(state "$folder")
  (
    cd "$folder" &&
      { [[ ! -e import-files.py ]] || python3 import-files.py "${folder##*/}"; } &&
      "$parity" lint &&
      "$parity" check --implementation all --schedules 20 -j 2 &&
      "$parity" audit
  ) || {
    printf 'tools/ci/check-examples.sh: %s is not as it should be\n' "$folder" >&2
    exit 1
  }
  [[ $(state "$folder") == "$before" ]] || {
    printf 'tools/ci/check-examples.sh: %s is not as it was; git diff shows what the check has changed\n' "$folder" >&2
    exit 1
  }
  count=$((count + 1))
done
[[ $count -gt 0 ]] || cannot_run 'there is no suite in examples, so nothing would be checked'
printf '\nchecked the examples: %d\n' "$count"
