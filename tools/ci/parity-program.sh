#!/usr/bin/env bash
# Prints the path of the program to check: that in the variable PARITY, or that of a debug build, which it makes.
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
