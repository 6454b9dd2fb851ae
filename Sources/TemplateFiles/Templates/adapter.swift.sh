#!/bin/sh
# Compiles SOURCE and runs it. Parity starts this script in the folder of parity.json.
set -eu

# To call your code, add its files, separated by spaces.
sources="SOURCE"

# The program is compiled again if a source or this script has another checksum.
folder=.parity/adapters
program=$folder/STEM-swift-$(cat "$0" $sources | cksum | tr ' ' -)
if [ ! -e "$program" ]; then
  command -v swiftc >/dev/null || {
    echo "swiftc wasn't found; to install Swift, see https://www.swift.org/install" >&2
    exit 1
  }
  mkdir -p "$folder"
  [ -e .parity/.gitignore ] || echo '*' >.parity/.gitignore
  find "$folder" -name 'STEM-swift-*' -mtime +1 -exec rm -f {} +
  # Parity reads standard output, and the requests wait in standard input.
  swiftc -O -parse-as-library -o "$program.$$" $sources </dev/null >&2
  mv "$program.$$" "$program"
fi
exec "$program"
