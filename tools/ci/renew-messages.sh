#!/usr/bin/env bash
# Records the words of all messages again in Tests/MessageSnapshot/Messages.snapshot.
#
#   tools/ci/renew-messages.sh   usually by way of `tools/renew messages`; takes minutes
#
# If a test fails for another reason than words, the file stays as it was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

file=Tests/MessageSnapshot/Messages.snapshot
targets=$(grep -rl '^import MessageSnapshot$' Tests --include='*.swift' | cut -d / -f 2 | sort -u | paste -sd '|')
swift build --build-tests

before=$(mktemp)
cp "$file" "$before"
: >"$file"
if ! PARITY_RENEW_MESSAGES=1 swift test --skip-build --filter "^($targets)\\."; then
  cp "$before" "$file"
  rm "$before"
  echo "error: a test failed, so $file was not renewed" >&2
  exit 1
fi
rm "$before"
