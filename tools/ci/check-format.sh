#!/usr/bin/env bash
# Checks the format of every tracked Swift file against .swift-format.
#
# Exit code 0: no finding, 1: findings, 2: the check can't run.
set -euo pipefail

cannot_run() {
  printf 'tools/ci/check-format.sh: %s\n' "$1" >&2
  exit 2
}

command -v git >/dev/null || cannot_run 'git is missing; install it'
command -v swift >/dev/null || cannot_run 'swift is missing; install it from https://www.swift.org/install'
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
swift format --version >/dev/null 2>&1 || cannot_run "this Swift has no 'swift format'; install Swift 6.2 or later"
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || cannot_run 'this is not a Git work tree'

# A file that is tracked but deleted in the work tree has no format. bash 3.2, which macOS has, knows no mapfile.
files=()
roots=''
while IFS= read -r -d '' file; do
  [[ -f $file ]] || continue
  files+=("$file")
  root=${file%%/*}
  case " $roots " in
  *" $root "*) ;;
  *) roots="${roots:+$roots }$root" ;;
  esac
done < <(git ls-files -z -- '*.swift')
[[ ${#files[@]} -gt 0 ]] || cannot_run 'git tracks no Swift file, so nothing would be checked'

if ! printf '%s\0' "${files[@]}" | xargs -0 swift format lint --strict --parallel --configuration .swift-format --; then
  printf '\nfix most of it with\n  swift format --in-place --recursive %s\nand the rest by hand\n' "$roots" >&2
  exit 1
fi
printf 'checked the format of %d Swift files: no finding\n' "${#files[@]}"
