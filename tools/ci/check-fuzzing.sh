#!/usr/bin/env bash
# Checks that every reference agrees with its second implementation on generated inputs.
#
# Usage:
#   tools/ci/check-fuzzing.sh [INPUTS [SEED]]   inputs for each operation (default: 20000 of seed 0)
#
# Without a seed, it also runs inputs of a seed derived from the commit, for some seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

inputs=${1:-20000}
parity=$(tools/ci/parity-program.sh)
own=$((16#$(git rev-parse HEAD | cut -c 1-15)))

while read -r root contract witness; do
  # A second implementation may need over ten seconds for a long list of long texts.
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
