#!/usr/bin/env bash
# Runs the program of a release archive in a root folder that has the archive and glibc, and nothing else.
#
#   tools/ci/check-archive.sh ARCHIVE   ARCHIVE is one of tools/release/make-archive
#
# Exit code 0: it works, 1: it doesn't, 2: the check can't run, because it needs root or user namespaces.
set -euo pipefail

[[ $# == 1 && -f $1 ]] || {
  printf 'tools/ci/check-archive.sh: name an archive of tools/release/make-archive\n' >&2
  exit 2
}
name=$(basename "$1" .tar.gz)
bare=$(mktemp -d)
trap 'rm -rf --one-file-system "$bare"' EXIT
tar -xzf "$1" -C "$bare"

# Only these libraries are copied, so the program can't start if it needs another one.
libraries=$(ldd "$bare/$name/parity" | grep -oE '/[^ ]*/(libc|libm|ld-linux[^/ ]*)\.so\.[0-9]+')
for library in $libraries; do
  mkdir -p "$bare$(dirname "$library")"
  cp -L "$library" "$bare$library"
done

# The Swift runtime reads a program's arguments from /proc, and Foundation reads random numbers from /dev.
mkdir "$bare/proc" "$bare/dev"
# shellcheck disable=SC2016
enter=(unshare --map-root-user --mount --pid --fork "--mount-proc=$bare/proc" sh -c
  'mount --rbind /dev "$1/dev" && exec chroot "$@"' sh "$bare")
unshare --map-root-user --mount true 2>/dev/null || {
  printf 'tools/ci/check-archive.sh needs root or user namespaces\n' >&2
  exit 2
}
for arguments in --version "check --builtin" "lint --root /$name"; do
  # shellcheck disable=SC2086
  "${enter[@]}" "/$name/parity" $arguments
done
for file in sbom.cdx.json licenses/icu.txt licenses/swift.txt man/parity.1 completions/parity.bash; do
  [[ -s $bare/$name/$file ]] || {
    printf 'the archive has no %s\n' "$file" >&2
    exit 1
  }
done
printf '%s: %s bytes, needs %s\n' "$name" "$(stat -c %s "$1")" "$(printf '%s\n' "$libraries" | xargs -n 1 basename | paste -sd ' ')"
