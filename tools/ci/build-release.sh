#!/usr/bin/env bash
# Builds the program of the release archive, on Linux with the Swift runtime, and prints its path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

options=(-c release --scratch-path .build-release/build --product parity)
[[ $(uname -s) != Linux ]] || options+=(--static-swift-stdlib)
bin=$(swift build "${options[@]}" --show-bin-path)
# SwiftPM 6.3 can't read back its own description of such a build, and then builds nothing.
rm -f "$bin/description.json"
swift build "${options[@]}" >&2
echo "$bin/parity"
