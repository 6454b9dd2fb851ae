#!/usr/bin/env bash
# Holds every tracked script and style sheet to the rules of .ci/biome.json. Exit code 0: no finding, 1: findings, 2: this
# cannot run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

command -v biome >/dev/null || {
  echo 'tools/ci/check-scripts.sh: biome is missing; tools/ci/install-check-tools.sh installs it' >&2
  exit 2
}
lint() { biome lint --config-path=.ci --error-on-warnings --max-diagnostics=50 "$@"; }

files=()
while IFS= read -r file; do
  files+=("$file")
done < <(git ls-files -- '*.mjs' '*.css')
lint "${files[@]}"

# The parts of the page are one script: only as that are their names declared and used.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
parts=$(git ls-files -- 'Sources/Reporting/Page/*.js' | wc -l)
order=(model matrix json details views summary start)
[[ $parts == "${#order[@]}" ]] || {
  echo 'tools/ci/check-scripts.sh: it does not know each part of the page' >&2
  exit 2
}
for part in "${order[@]}"; do cat "Sources/Reporting/Page/$part.js"; done >"$folder/page.js"
lint "$folder/page.js" || {
  echo "the lines are those of $(printf '%s.js ' "${order[@]}")one after the other" >&2
  exit 1
}
