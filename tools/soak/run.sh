#!/usr/bin/env bash
# Watches a session for ten minutes with EventStreamClient, on a server that keeps failing.
#
#   tools/soak/run.sh [--minutes 10] [--rate 100]
#
# It builds the client and the server of the tests first. Exit code 0: no event was lost, repeated or out of order,
# 1: one was, 2: this can't run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

swift build --product EventStreamServer >&2 || exit 2
swift build --product event-stream-soak >&2 || exit 2
exec .build/debug/event-stream-soak "$@"
