#!/usr/bin/env bash
# Checks the spelling of every tracked text file with codespell.
#
# Usage: tools/ci/check-spelling.sh [--fix]
#
# The configuration is .ci/codespell.cfg. Golden has outputs, and licenses are as their authors wrote them.
# tools/ci/check-words.py checks for American spelling.
# Exit code 0: no misspelling, 1: misspellings, 2: the check can't run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python3 -c 'import codespell_lib' 2>/dev/null || {
  echo 'tools/ci/check-spelling.sh: codespell is missing; install it with tools/ci/install-check-tools.sh' >&2
  exit 2
}
options=()
case ${1-} in
  '') ;;
  --fix) options=(--write-changes) ;;
  *)
    echo 'Usage: tools/ci/check-spelling.sh [--fix]' >&2
    exit 2
    ;;
esac

status=0
git ls-files -z -- . ':!Golden' ':!tools/release/licenses' | xargs -0 python3 -m codespell_lib --config .ci/codespell.cfg "${options[@]}" || status=1
[[ $status == 0 ]] || printf '\ncorrect these words, or add them to .ci/codespell.cfg if they are right\n' >&2
exit "$status"
