#!/usr/bin/env bash
# Runs a command in a copy of the work tree, which is mounted in its place for that command.
#
# Usage: tools/ci/in-private-copy.sh COMMAND [ARGUMENT…]
#
# The command may change any file. Because the path is the same, `swift build` reuses the existing build. It needs
# Linux with user namespaces, or root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

enter=(unshare --map-root-user --mount)
"${enter[@]}" true 2>/dev/null || {
  printf 'tools/ci/in-private-copy.sh needs Linux with user namespaces, or root\n' >&2
  exit 2
}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# SwiftPM compares modification times.
cp -a .ci .gitignore .swift-format ./* "$copy/"
[[ ! -d .build ]] || cp -a .build "$copy/"
# shellcheck disable=SC2016
"${enter[@]}" bash -c 'mount --bind "$1" "$PWD" && cd "$PWD" && shift && "$@"' bash "$copy" "$@"
