#!/usr/bin/env bash
# Breaks a rule of the reference in a private copy, and checks that `parity check` fails and names the rule.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[[ ${1-} == --in-copy ]] || exec tools/ci/in-private-copy.sh tools/ci/check-broken-reference.sh --in-copy

readonly file=Sources/SessionDetail/Rows/RowPosition.swift
readonly right='self < known'
readonly wrong='known < self'

grep -qF "$right" "$file" || {
  printf '%s no longer has the line that this check breaks; choose another in tools/ci/check-broken-reference.sh:\n%s\n' \
    "$file" "$right" >&2
  exit 1
}
text=$(<"$file")
printf '%s\n' "${text/"$right"/"$wrong"}" >"$file"

# Usage: expect NAMES… -- OPTIONS…: checks with the options, which must fail and print the names.
expect() {
  local names=() status=0 report name
  while [[ $1 != -- ]]; do
    names+=("$1")
    shift
  done
  shift
  report=$(swift run parity check "$@") || status=$?
  for name in "${names[@]}"; do
    grep -qF "$name" <<<"$report" || {
      printf 'the report on a broken R1 lacks %s:\n' "$name" >&2
      head -n 40 <<<"$report" >&2
      exit 1
    }
  done
  if [[ $status != 1 ]]; then
    printf 'the check of a broken R1 exits with %s, not 1\n' "$status" >&2
    exit 1
  fi
}

expect 'FAILED session-detail/' 'row ' 'rule R1' --
expect 'FAILED session-detail/stale_update_ignored' 'row row-latest-write' 'R1' 'C9' -- --only stale_update_ignored
echo "broken R1: exit code 1, its rule and its clause are named"
