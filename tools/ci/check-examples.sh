#!/usr/bin/env bash
# Has parity lint, judge and audit each suite in examples, as somebody would who has nothing else.
#
# Exit code 0: all is well, 1: it is not, 2: this cannot run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cannot_run() {
  printf 'tools/ci/check-examples.sh: %s\n' "$1" >&2
  exit 2
}

for program in git node python3; do
  command -v "$program" >/dev/null || cannot_run "$program is missing; tools/ci/install-check-tools.sh installs what is needed"
done
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || cannot_run 'this is no git work tree, so no change could be seen'

# What git sees of a folder: its files, and how they differ from the last commit.
state() {
  git status --porcelain --untracked-files=all -- "$1"
  git diff HEAD -- "$1"
}

parity=$(tools/ci/parity-program.sh)
count=0
for file in examples/*/parity.json; do
  [[ -e $file ]] || continue
  folder=${file%/*}
  printf '\n%s\n' "$folder"
  before=$(state "$folder")
  (
    cd "$folder" &&
      "$parity" lint &&
      "$parity" check --implementation all --schedules 20 -j 2 &&
      "$parity" audit
  ) || {
    printf 'tools/ci/check-examples.sh: %s is not as it should be\n' "$folder" >&2
    exit 1
  }
  [[ $(state "$folder") == "$before" ]] || {
    printf 'tools/ci/check-examples.sh: %s is not as it was; git diff shows what judging it has changed\n' "$folder" >&2
    exit 1
  }
  count=$((count + 1))
done
[[ $count -gt 0 ]] || cannot_run 'there is no suite in examples, so nothing would be checked'
printf '\nchecked the examples: %d\n' "$count"
