#!/bin/sh
# Runs the program chat-history-sqlite of this package's debug build, from the repository's top folder.
program=.build/debug/chat-history-sqlite
[ -x "$program" ] || {
  echo 'build it first: swift build --product chat-history-sqlite' >&2
  exit 1
}
exec "$program"
