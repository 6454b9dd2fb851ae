#!/usr/bin/env python3
"""Runs a bash script in a pseudo-terminal, presses keys, and prints the output as plain text.

Usage: terminal.py --keys KEYS SCRIPT

Presses the next key each time the output has paused. Exits with the exit code of the script.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios

PAUSE = 0.5
CONTROL = re.compile(
    rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78]"
)
COLUMNS, ROWS = 120, 200


def plain(data):
    """Returns the text of terminal output without control sequences, as UTF-8."""
    text = CONTROL.sub(b"", data).replace(b"\r\n", b"\n")
    # A carriage return overwrites the line, as a progress display does.
    return re.sub(rb"[^\n]*\r", b"", text)


def run(script, keys):
    """Returns the exit code of a script and what it printed."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.setdefault("TERM", "xterm")
        os.execvp("bash", ["bash", "--noprofile", "--norc", script])

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    waiting, output = list(keys), b""
    has_started = False

    while True:
        ready, _, _ = select.select([terminal], [], [], PAUSE if waiting and has_started else None)
        if not ready:
            os.write(terminal, waiting.pop(0).encode())
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            # Linux reports the end of the script as an input/output error.
            break
        if not piece:
            break
        has_started = True
        output += piece

    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), output


def main():
    parser = argparse.ArgumentParser(description="Runs a bash script in a pseudo-terminal.")
    parser.add_argument("--keys", default="", help="the keys to press, one after another")
    parser.add_argument("script", help="the bash script")
    options = parser.parse_args()

    code, output = run(options.script, options.keys)
    sys.stdout.buffer.write(plain(output))
    return code


if __name__ == "__main__":
    sys.exit(main())
