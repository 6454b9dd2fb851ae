#!/usr/bin/env bash
# Prints where the program is that the checks try: what the variable PARITY says, or else a debug build, made first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if [[ -z ${PARITY-} ]]; then
  swift build --product parity >&2
  PARITY=$(swift build --show-bin-path)/parity
fi
[[ -x $PARITY ]] || {
  printf 'PARITY names no program: %s\n' "$PARITY" >&2
  exit 2
}
realpath "$PARITY"
