#!/usr/bin/env bash
# Begins a suite in an empty folder with `parity init`, in each language that has a template, and checks it.
#
# Usage: tools/ci/check-init.sh [LANGUAGE…]   (default: all languages)
# Prints how long each command takes. Exit code 0: all suites are green, 1: one isn't, 2: this can't run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cannot_run() {
  printf 'tools/ci/check-init.sh: %s\n' "$1" >&2
  exit 2
}

# The command that records the output of the first case.
readonly record=(check --update)

for program in swiftc kotlinc java python3 node; do
  command -v "$program" >/dev/null ||
    cannot_run "$program is missing; tools/ci/install-check-tools.sh installs what is needed"
done
parity=$(tools/ci/parity-program.sh)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# With CI set, no command writes goldens.
unset CI
languages=("$@")
[[ $# -gt 0 ]] || languages=(swift kotlin python javascript)

# Runs a command of Parity in the current folder, and adds its time to $times.
timed() {
  local start=${EPOCHREALTIME/./}
  printf '\n$ parity %s\n' "$*"
  "$parity" "$@" || {
    printf 'tools/ci/check-init.sh: in %s, "parity %s" failed\n' "$language" "$*" >&2
    exit 1
  }
  times+=$(printf ' %8.2f' "$(((${EPOCHREALTIME/./} - start) / 10000))e-2")
}

table=$(printf '%-10s %8s %8s %8s %8s %8s' seconds init "${record[-1]}" check lint doctor)
for language in "${languages[@]}"; do
  mkdir "$folder/$language"
  times=
  cd "$folder/$language"
  timed init --adapter "$language"
  timed "${record[@]}"
  timed check
  timed lint
  timed doctor --implementation "$language"
  [[ -s Golden/$language/two_words.json ]] || cannot_run "the golden of $language is missing"
  # An adapter in each language returns the same output.
  cmp "Golden/$language/two_words.json" "$folder/${languages[0]}/Golden/${languages[0]}/two_words.json"
  cd - >/dev/null
  table+=$(printf '\n%-10s%s' "$language" "$times")
done
printf '\n%s\n' "$table"
