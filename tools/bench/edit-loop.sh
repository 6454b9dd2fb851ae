#!/usr/bin/env bash
# Measures the edit loop: after a change of one rule of SessionTimeline, how long until `parity check` has its verdict?
#
#   tools/bench/edit-loop.sh [ROUNDS]
#
# It changes a rule there and back, in a private copy. Prints the seconds of each round: of the build after a change, of
# `swift run` with nothing to build, of the check alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[[ ${1-} == --in-copy ]] || exec tools/ci/in-private-copy.sh tools/bench/edit-loop.sh --in-copy "$@"

readonly file=Sources/SessionDetail/Payloads/RowContent.swift
readonly rule='wrapperLimit = 4' other='wrapperLimit = 5'
readonly check=(check --contract session-detail --quiet)

grep -qF "$rule" "$file" || {
  printf '%s no longer has the rule that is changed; choose another in tools/bench/edit-loop.sh: %s\n' "$file" "$rule" >&2
  exit 2
}

# Usage: seconds COMMAND…: how long it takes; what it says is of no interest, for some cases fail.
seconds() {
  local TIMEFORMAT=%R
  { time "$@" >/dev/null 2>&1 || true; } 2>&1
}

swift build --product parity >/dev/null 2>&1
for ((round = 0; round < ${2:-3}; round++)); do
  if ((round % 2)); then from=$other to=$rule; else from=$rule to=$other; fi
  text=$(<"$file")
  printf '%s\n' "${text/"$from"/"$to"}" >"$file"
  printf '%s %s %s\n' "$(seconds swift build --product parity)" "$(seconds swift run parity "${check[@]}")" \
    "$(seconds "$(swift build --show-bin-path)/parity" "${check[@]}")"
done
