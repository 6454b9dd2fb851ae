#!/usr/bin/env bash
# Builds the release archive, and prints its path.
#
# Usage: tools/ci/make-archive.sh [FOLDER]   (default: .build-release)
#
# It writes FOLDER/parity-VERSION-linux-ARCHITECTURE.tar.gz and its .sha256. The program is stripped and has the
# Swift runtime. The other files have the same paths as in the repository, so links between them work. The same
# sources and tools produce the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:-.build-release}
mkdir -p "$folder" .build-release
folder=$(cd "$folder" && pwd)

[[ $(uname -s) == Linux ]] || { echo 'tools/ci/make-archive.sh needs Linux' >&2; exit 2; }

program=$(tools/ci/build-release.sh)

version=$("$program" --version)
name=parity-$version-linux-$(uname -m)
stage=.build-release/$name
rm -rf "$stage"
mkdir -p "$stage/completions" "$stage/man" "$stage/licenses" "$stage/tools/adapters/templates"
strip -o "$stage/parity" "$program"

# Only tracked files.
git ls-files -z -- Fixtures Golden parity.json LICENSE README.md CHANGELOG.md CONTRIBUTING.md docs examples tools/adapters \
  'tools/schemas/*.schema.json' | tar --null --files-from=- -c | tar -x -C "$stage"
cp Sources/parity/Everyday/New/adapter.{swift,swift.sh,kt,kt.sh,py,mjs} "$stage/tools/adapters/templates/"

# The licenses of everything that is linked into the program: the packages and the Swift runtime.
for package in .build-release/build/checkouts/*/; do
  cp "$package"LICENSE* "$stage/licenses/$(basename "$package").txt"
done
toolchain=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
cp "$toolchain/share/swift/LICENSE.txt" "$stage/licenses/swift.txt"

for shell in bash zsh fish; do
  "$program" completions "$shell" >"$stage/completions/parity.$shell"
done

# ArgumentParser's plugin writes the man page from the help. Its date is that of the last commit, so that
# the same sources produce the same page.
swift package --disable-sandbox plugin generate-manual --configuration debug --date "$(git log -1 --format=%cs)" >&2
cp .build/plugins/GenerateManual/outputs/parity/parity.1 "$stage/man/parity.1"

# The libraries that the program needs from the system. The Swift runtime may not be one.
ldd "$stage/parity" | awk '/=>/ { print $1 } $1 ~ /^\// { sub(".*/", "", $1); print $1 }' | LC_ALL=C sort >"$stage/system-libraries.txt"
if grep -q swift "$stage/system-libraries.txt"; then
  echo 'the program needs the Swift runtime from the system:' >&2
  grep swift "$stage/system-libraries.txt" >&2
  exit 1
fi

archive=$folder/$name.tar.gz
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C .build-release -c "$name" | gzip -9n >"$archive"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$archive"
