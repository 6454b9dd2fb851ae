"""A shell that runs the commands of one document."""

import os
import pathlib
import select
import signal
import subprocess
import sys
import time

from .blocks import Fault

TIMEOUT = 120
MOST_LINES = 60
TERMINAL = pathlib.Path(__file__).with_name("terminal.py")


class Shell:
    """A bash that keeps its working folder and variables from command to command."""

    def __init__(self, folder, home, scratch, path):
        self.folder = folder
        self.command = scratch / "command"
        self.output = scratch / "output"
        self.script = scratch / "script"

        self.status, status = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env={"PATH": path, "HOME": str(home), "LANG": "C.UTF-8"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[status],
            start_new_session=True,
        )
        os.close(status)

        # As in a session at a terminal, $? is the exit code of the previous command.
        self.line = (
            f"(exit ${{guide_status:-0}}); . '{self.command}' </dev/null >'{self.output}' 2>&1 {status}>&-; "
            f"guide_status=$?; printf '%s %s\\n' \"$guide_status\" \"$PWD\" >&{status}\n"
        ).encode()

    def run(self, line, command, keys=None):
        """Returns the exit code and the output of a command.

        With `keys`, the command runs in a terminal of its own, where these keys are pressed.
        """
        text = command
        if keys is not None:
            self.script.write_text(command + "\n", encoding="utf-8")
            text = f"'{sys.executable}' '{TERMINAL}' --keys '{keys}' '{self.script}'"

        self.command.write_text(text + "\n", encoding="utf-8")
        self.output.write_bytes(b"")
        try:
            self.process.stdin.write(self.line)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault(line, "the shell has exited") from None

        code, folder = self.answer(line, command)
        self.folder = pathlib.Path(folder)
        return code, self.printed()

    def answer(self, line, command):
        """Returns the exit code of the running command and the folder the shell is in then."""
        answer, end = b"", time.monotonic() + TIMEOUT

        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.status], [], [], max(0, end - time.monotonic()))
            if not ready:
                message = f"`{command}` hangs: it still runs after {TIMEOUT} seconds"
                raise Fault(line, f"{message}\n{shown('output', self.printed())}")

            piece = os.read(self.status, 65536)
            if not piece:
                message = f"`{command}` ends the shell"
                raise Fault(line, f"{message}\n{shown('output', self.printed())}")
            answer += piece

        code, folder = answer.decode("utf-8").rstrip("\n").split(" ", 1)
        return int(code), folder

    def printed(self):
        return self.output.read_bytes().decode("utf-8", "backslashreplace")

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdin.close()
        os.close(self.status)


def lines_of(text):
    return text[:-1].split("\n") if text.endswith("\n") else text.split("\n") if text else []


def shown(label, text):
    """Returns a text as indented lines under a label."""
    lines = lines_of(text)
    if not lines:
        return f"  {label}: nothing"
    if len(lines) > MOST_LINES:
        half = MOST_LINES // 2
        omitted = f"({len(lines) - 2 * half} more lines)"
        lines = [*lines[:half], omitted, *lines[-half:]]
    return "\n".join([f"  {label}:", *(f"    | {line}" for line in lines)])
