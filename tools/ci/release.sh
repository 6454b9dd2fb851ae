#!/usr/bin/env bash
# Makes the release archive, and runs what is in it where there is nothing else.
#
#   tools/ci/release.sh [FOLDER]   as tools/ci/make-archive.sh; the trial in a chroot needs user namespaces
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

archive=$(tools/ci/make-archive.sh "$@")
.build-release/build/release/parity audit --strict
name=$(basename "$archive" .tar.gz)

# The trial: a root folder with the archive and the libraries that it names.
bare=$(mktemp -d)
trap 'rm -rf --one-file-system "$bare"' EXIT
tar -xzf "$archive" -C "$bare"
ldd "$bare/$name/parity" | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$bare$(dirname "$library")"
  cp -L "$library" "$bare$library"
done
# The Swift runtime reads a program's arguments from /proc, and each case of chat-history has a temporary file.
mkdir "$bare/proc" "$bare/tmp"
enter=(unshare --map-root-user --mount --pid --fork --mount-proc="$bare/proc" chroot "$bare")
"${enter[@]}" "/$name/parity" check
"${enter[@]}" "/$name/parity" lint --root "/$name"

printf '\n%s (%s bytes)\nsystem libraries: %s\n' \
  "$archive" "$(stat -c %s "$archive")" "$(paste -sd ' ' "$bare/$name/system-libraries.txt")"
