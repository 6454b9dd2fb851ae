#!/usr/bin/env bash
# Breaks one rule of the reference in a private copy and demands that `parity check` is red and names the rule.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[[ ${1-} == --in-copy ]] || exec tools/ci/in-private-copy.sh tools/ci/check-broken-reference.sh --in-copy

readonly file=Sources/SessionTimeline/Rows/RowPosition.swift
readonly right='self < known'
readonly wrong='known < self'

grep -qF "$right" "$file" || {
  printf '%s no longer has the line that this check breaks; choose another in tools/ci/check-broken-reference.sh:\n%s\n' \
    "$file" "$right" >&2
  exit 1
}
text=$(<"$file")
printf '%s\n' "${text/"$right"/"$wrong"}" >"$file"

status=0
report=$(swift run parity check) || status=$?
for name in 'FAILED session-detail/' 'row ' 'R1' 'C9'; do
  grep -qF "$name" <<<"$report" || {
    printf 'the report on a broken R1 does not name %s:\n' "$name" >&2
    head -n 40 <<<"$report" >&2
    exit 1
  }
done
if [[ $status != 1 ]]; then
  printf 'a broken R1 ended with exit code %s, and 1 is due\n' "$status" >&2
  exit 1
fi
printf 'broken R1: exit code 1, %s\n' "$(tail -n 1 <<<"$report")"
