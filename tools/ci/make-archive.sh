#!/usr/bin/env bash
# Builds the release archive: tools/ci/make-archive.sh [FOLDER]; prints where it is.
#
# Writes FOLDER/parity-VERSION-SYSTEM-ARCHITECTURE.tar.gz and its .sha256; FOLDER is .build-release. The Swift runtime is linked
# into the program, which is stripped. What comes with it lies beside it as in the repository, so that it is found from
# anywhere, and links between files hold. The same sources and tools give the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:-.build-release}
mkdir -p "$folder" .build-release
folder=$(cd "$folder" && pwd)

[[ $(uname -s) == Linux ]] || { echo 'tools/ci/make-archive.sh runs on Linux, for which the archive is' >&2; exit 1; }

program=$(tools/ci/build-release.sh)

version=$("$program" --version)
name=parity-$version-linux-$(uname -m)
stage=.build-release/$name
rm -rf "$stage"
mkdir -p "$stage/completions" "$stage/man" "$stage/licenses" "$stage/tools/adapters/templates"
strip -o "$stage/parity" "$program"

# What git knows of these folders, so that nothing goes along that lies about in a work tree.
git ls-files -z -- Fixtures Golden parity.json LICENSE README.md CHANGELOG.md CONTRIBUTING.md docs examples tools/adapters \
  'tools/schemas/*.schema.json' | tar --null --files-from=- -c | tar -x -C "$stage"
cp Sources/parity/Everyday/New/adapter.{swift,swift.sh,kt,kt.sh,py,mjs} "$stage/tools/adapters/templates/"

# Of everything that is linked into the program: the packages, and the Swift runtime.
for package in .build-release/build/checkouts/*/; do
  cp "$package"LICENSE* "$stage/licenses/$(basename "$package").txt"
done
toolchain=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
cp "$toolchain/share/swift/LICENSE.txt" "$stage/licenses/swift.txt"

for shell in bash zsh fish; do
  "$program" completions "$shell" >"$stage/completions/parity.$shell"
done
tools/ci/make-manual.sh "$stage/man/parity.1" >&2

# What the program takes from the system, and nothing else may it take.
ldd "$stage/parity" | awk '/=>/ { print $1 } $1 ~ /^\// { sub(".*/", "", $1); print $1 }' | LC_ALL=C sort >"$stage/system-libraries.txt"
if grep -q swift "$stage/system-libraries.txt"; then
  echo 'the program still takes the Swift runtime from the system:' >&2
  grep swift "$stage/system-libraries.txt" >&2
  exit 1
fi

archive=$folder/$name.tar.gz
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C .build-release -c "$name" | gzip -9n >"$archive"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$archive"
