#!/usr/bin/env bash
# Asks every reference and its witness about generated inputs, and is red where they disagree.
#
#   tools/ci/check-fuzzing.sh [INPUTS [SEED]]   so many for each operation; 20000 of seed 0
#   tools/ci/check-fuzzing.sh --sample          2000 of seed 0
#
# Without a seed, inputs of the commit's own seed are tried for some seconds as well: each commit tries others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

inputs=${1:-20000}
[[ $inputs != --sample ]] || inputs=2000
parity=$(tools/ci/parity-program.sh)
own=$((16#$(git rev-parse HEAD | cut -c 1-15)))

while read -r root contract witness; do
  # A long list of long texts takes a witness some ten seconds, and more where the machine is busy.
  pair=(--root "$root" --contract "$contract" --implementation reference --implementation "$witness" --timeout 120)
  "$parity" fuzz "${pair[@]}" --inputs "$inputs" --seed "${2:-0}"
  [[ -n ${2-} ]] || "$parity" fuzz "${pair[@]}" --seconds 5 --seed "$own"
done <<'PAIRS'
. agent-directory python
. chat-history python
. clawdbot-protocol python
. event-stream python
. session-detail javascript
examples/date-range date-range javascript
PAIRS
