#!/usr/bin/env bash
# Writes the man page. Usage: tools/ci/make-manual.sh [FILE]; the default is .build/parity.1. To read it: man -l FILE
#
# ArgumentParser's plugin generates it from the help. Its date is the last commit's, so that the same sources produce the
# same page.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

page=${1:-.build/parity.1}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift package --disable-sandbox plugin generate-manual --configuration debug --date "$(git log -1 --format=%cs)" \
  >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
mkdir -p "$(dirname "$page")"
cp .build/plugins/GenerateManual/outputs/parity/parity.1 "$page"
