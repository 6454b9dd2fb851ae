#!/usr/bin/env bash
# Runs a command in a copy of the work tree that stands in its place for that command alone:
#
#   tools/ci/in-private-copy.sh COMMAND [ARGUMENT…]
#
# The command may break anything, and `swift build` goes on from what is built already, which it would not do under
# another path. It needs Linux, and leave to mount within a namespace (as root, or where user namespaces are on).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

enter=(unshare --map-root-user --mount)
"${enter[@]}" true 2>/dev/null || {
  printf 'tools/ci/in-private-copy.sh needs Linux with user namespaces, or root\n' >&2
  exit 2
}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# Modification times decide what is built anew.
cp -a .ci .gitignore .swift-format ./* "$copy/"
[[ ! -d .build ]] || cp -a .build "$copy/"
# shellcheck disable=SC2016
"${enter[@]}" bash -c 'mount --bind "$1" "$PWD" && cd "$PWD" && shift && "$@"' bash "$copy" "$@"
