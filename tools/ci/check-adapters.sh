#!/usr/bin/env bash
# Runs the tests of the adapters and their templates, and checks every implementation in many orderings.
#
# Usage: tools/ci/check-adapters.sh [--smoke]   --smoke leaves out the templates, and checks few orderings
#
# Exit code 0: the check passed, 1: it failed, 2: it can't run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cannot_run() {
  printf 'tools/ci/check-adapters.sh: %s\n' "$1" >&2
  exit 2
}

readonly node_least=20
command -v node >/dev/null || cannot_run "node is missing; tools/ci/install-check-tools.sh installs it"
node_version=$(node --version)
node_major=${node_version#v}
[[ ${node_major%%.*} -ge $node_least ]] ||
  cannot_run "node $node_version is too old; install Node.js $node_least or later"
for program in python3 swiftc kotlinc java; do
  command -v "$program" >/dev/null || cannot_run "$program is missing; tools/ci/install-check-tools.sh installs it"
done

node --test tools/adapters/javascript/test/
orderings=8
if [[ ${1-} != --smoke ]]; then
  orderings=50
  python3 tools/adapters/tests/test_templates.py
fi
python3 -m unittest discover -s tools/adapters/witnesses/tests -t tools/adapters/witnesses

parity=$(tools/ci/parity-program.sh)
"$parity" check --implementation all --schedules "$orderings" -j 2

smallest=$(mktemp)
trap 'rm -f "$smallest"' EXIT

# The program that the documentation prints.
awk '/^```python/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/how-to/adapters.md >"$smallest"
"$parity" check --command "python3 $smallest" --only session-detail/no_rows

# The reference as a program.
"$parity" check --command "'$parity' serve" -j 2
