#!/usr/bin/env bash
# Tests the adapters by themselves, has the harness judge every implementation by name, and what it begins for others.
#
# Nothing is skipped: without Node.js there is no telling whether the JavaScript implementation still conforms.
# Exit code 0: all is well, 1: it is not, 2: this cannot run.
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
command -v python3 >/dev/null || cannot_run "python3 is missing; tools/ci/install-check-tools.sh installs it"

node --test tools/adapters/javascript/test/
python3 tools/adapters/tests/test_templates.py
python3 -m unittest discover -s tools/adapters/witnesses/tests -t tools/adapters/witnesses

parity=$(tools/ci/parity-program.sh)
"$parity" check --implementation all --schedules 50 -j 2

# What `parity new adapter` begins gets through the protocol as it is.
begun=$(mktemp -d)
smallest=$(mktemp)
trap 'rm -rf "$begun" "$smallest"' EXIT
for language in python javascript; do
  (cd "$begun" && "$parity" new contract "in-$language" --operation answer --adapter "$language" &&
    "$parity" doctor --contract "in-$language" --implementation "$language")
done

# The program that the documentation prints.
awk '/^```python/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/how-to/adapters.md >"$smallest"
"$parity" check --command "python3 $smallest" --only session-detail/no_rows

# The reference as a program: parity judges parity.
"$parity" check --command "'$parity' serve" -j 2
