#!/usr/bin/env python3
"""Follows the guides from top to bottom, as somebody would who has the release archive and nothing else.

  tools/ci/check-guides.py ARCHIVE           takes an archive that tools/ci/release.sh made
  tools/ci/check-guides.py --program PATH    packs that program like one, with Fixtures and Golden of this clone

Each guide gets an empty folder, which holds the archive alone, an empty home folder, and one bash that runs what the
guide says. The first word behind the ticks of a fence says what is done with it:

  ```sh                    each line is a command, and has to end with 0
  ```console               a line that begins with `$ ` is a command. What follows is its output, standard error with it.
                           A line `…` stands for one or more lines, ` …` at the end of a line for the rest of it.
  ```json folder/name      the fence is that file. The text above it has to name it.
  ```js folder/name#f      the fence takes the place of the function `f` in that file, which the text above has to say.

Any other fence is left alone. A line that ends in `\\` goes on in the next. A guide is left at its first fault.
Exit code 0: the guides are right, 1: they are not, 2: this cannot run.
"""

import argparse
import os
import pathlib
import platform
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDES = ("docs/your-contract.md", "docs/your-parser.md")
PROGRAMS = ("bash", "node", "python3", "sh", "tar")
TIMEOUT = 120
MOST_LINES = 60
ARCHIVE = re.compile(r"parity-[0-9][\w.]*-linux-(\w+)\.tar\.gz")


class Fault(Exception):
    """What is wrong with a guide, and in which line."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line


def cannot_run(message):
    print(f"tools/ci/check-guides.py: {message}", file=sys.stderr)
    sys.exit(2)


class Fence:
    def __init__(self, line, info, above):
        self.line, self.words, self.above, self.lines = line, info.split(), above, []

    @property
    def kind(self):
        if len(self.words) == 2:
            return "file"
        return self.words[0] if self.words in (["sh"], ["console"]) else "other"


def fences(text):
    """The fences of a guide, each with the text between it and the one before."""
    found, above, fence = [], [], None
    for number, line in enumerate(text.split("\n"), start=1):
        if fence is not None:
            if line == "```":
                found.append(fence)
                fence, above = None, []
            else:
                fence.lines.append(line)
        elif line.lstrip().startswith(("```", "~~~")):
            if not line.startswith("```"):
                raise Fault(number, "a fence has to begin with ``` in the first column, or it would be passed over")
            fence = Fence(number, line[3:], "\n".join(above))
            if len(fence.words) > 2:
                raise Fault(number, "a fence has a language and one file at most")
        else:
            above.append(line)
    if fence is not None:
        raise Fault(fence.line, "this fence has no end")
    return found


def commands(fence):
    """Gives (line, command, lines of output) for each command; the output is None where the guide shows none."""
    found, number = [], 0
    while number < len(fence.lines):
        line, place = fence.lines[number], fence.line + 1 + number
        number += 1
        if fence.kind == "console":
            if not line.startswith("$ "):
                if not found:
                    raise Fault(place, "a console begins with a command, `$ …`")
                found[-1][2].append(line)
                continue
            line = line[2:]
        elif not line.strip() or line.startswith("#"):
            continue
        command = [line]
        while command[-1].endswith("\\"):
            if number == len(fence.lines):
                raise Fault(place, "the command has no end")
            command.append(fence.lines[number])
            number += 1
        found.append((place, "\n".join(command), [] if fence.kind == "console" else None))
    if not found:
        raise Fault(fence.line, "this fence has no command")
    return found


class Shell:
    """One bash, which keeps its folder and its variables from command to command."""

    def __init__(self, folder, home, scratch):
        self.folder, self.command, self.output = folder, scratch / "command", scratch / "output"
        self.status, told = os.pipe()
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], cwd=folder, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[told], start_new_session=True)
        os.close(told)
        # $? is that of the command before, as it would be if somebody typed.
        self.line = (f"(exit ${{guide_status:-0}}); . '{self.command}' </dev/null >'{self.output}' 2>&1 {told}>&-; "
                     f"guide_status=$?; printf '%s %s\\n' \"$guide_status\" \"$PWD\" >&{told}\n").encode()

    def run(self, place, command):
        """Gives the exit code of a command and what it printed."""
        self.command.write_text(command + "\n", encoding="utf-8")
        self.output.write_bytes(b"")
        try:
            self.process.stdin.write(self.line)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault(place, "the shell has ended") from None
        answer, end = b"", time.monotonic() + TIMEOUT
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.status], [], [], max(0, end - time.monotonic()))
            if not ready:
                message = f"`{command}` hangs: no end after {TIMEOUT} seconds"
                raise Fault(place, f"{message}\n{shown('it printed', self.printed())}")
            piece = os.read(self.status, 65536)
            if not piece:
                raise Fault(place, f"`{command}` ends the shell\n{shown('it printed', self.printed())}")
            answer += piece
        code, folder = answer.decode("utf-8").rstrip("\n").split(" ", 1)
        self.folder = pathlib.Path(folder)
        return int(code), self.printed()

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


def shown(what, text):
    if not text:
        return f"  {what}: nothing"
    lines = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
    if len(lines) > MOST_LINES:
        half = MOST_LINES // 2
        lines = lines[:half] + [f"({len(lines) - 2 * half} more lines)"] + lines[-half:]
    return "\n".join([f"  {what}:"] + [f"    | {line}" for line in lines])


def pattern(expected):
    parts = []
    for line in expected:
        if line == "…":
            parts.append(r"(?:[^\n]*\n)+?")
        elif line.endswith(" …"):
            parts.append(re.escape(line[:-1]) + r"[^\n]+\n")
        else:
            parts.append(re.escape(line) + r"\n")
    return re.compile("".join(parts))


def compare(place, command, expected, printed):
    if printed and not printed.endswith("\n"):
        printed += "\n"
    if pattern(expected).fullmatch(printed):
        return
    fitting = len(expected)
    while not pattern(expected[:fitting]).match(printed):
        fitting -= 1
    line = place + command.count("\n") + 1 + fitting
    what = f"does not go on with `{expected[fitting]}`" if fitting < len(expected) else "does not end here"
    text = "".join(f"{line}\n" for line in expected)
    raise Fault(line, f"the output of `{command}` {what}\n{shown('the guide has', text)}\n{shown('it printed', printed)}")


def definition(name):
    return re.compile(rf"(?:export )?(?:async )?(?:def|function) {re.escape(name)}\b")


def with_function(text, name, code):
    """The text with `code` in place of a top-level function and the comment above it."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if definition(name).match(line)]
    if len(starts) != 1:
        raise ValueError(f"has {len(starts)} functions called `{name}`")
    start, end = starts[0], starts[0] + 1
    if "function" in lines[start]:
        while end < len(lines) and lines[end] != "}":
            end += 1
        if end == len(lines):
            raise ValueError(f"has no end of the function `{name}`")
        end += 1
        if lines[start - 1].endswith("*/"):
            start -= 1
            while not lines[start].startswith("/*"):
                start -= 1
    else:
        while end < len(lines) and (not lines[end] or lines[end][0].isspace()):
            end += 1
        while not lines[end - 1].strip():
            end -= 1
    return "\n".join(lines[:start] + code + lines[end:])


def write(fence, shell, top):
    """Does what a reader does who saves a fence as a file, or pastes it into one."""
    path, _, name = fence.words[1].partition("#")
    for word in filter(None, (path, name)):
        if f"`{word}`" not in fence.above:
            raise Fault(fence.line, f"the text above does not say `{word}`, so that nobody knows where this belongs")
    file = (shell.folder / path).resolve()
    if top not in file.parents:
        raise Fault(fence.line, f"{path} is outside the reader's folder")
    if not file.parent.is_dir():
        raise Fault(fence.line, f"there is no folder for {path} in {shell.folder.name}")
    if not name:
        file.write_text("\n".join(fence.lines) + "\n", encoding="utf-8")
        return
    if not any(definition(name).match(line) for line in fence.lines):
        raise Fault(fence.line, f"this has no function called `{name}`")
    try:
        file.write_text(with_function(file.read_text(encoding="utf-8"), name, fence.lines), encoding="utf-8")
    except FileNotFoundError:
        raise Fault(fence.line, f"there is no {path} in {shell.folder.name}") from None
    except ValueError as error:
        raise Fault(fence.line, f"{path} {error}") from None


def follow(guide, archive, place):
    """Does what a guide says, in folders of `place`, and gives the number of its commands."""
    text = guide.read_text(encoding="utf-8")
    # A guide names the archive of one kind of machine.
    text = text.replace("linux-x86_64", f"linux-{ARCHIVE.fullmatch(archive.name).group(1)}")
    folders = [place / name for name in ("guide", "home", "scratch")]
    for folder in folders:
        folder.mkdir()
    shutil.copy(archive, folders[0])
    count, shell = 0, Shell(*folders)
    try:
        for fence in fences(text):
            if fence.kind == "file":
                write(fence, shell, folders[0])
            if fence.kind not in ("sh", "console"):
                continue
            for line, command, expected in commands(fence):
                code, printed = shell.run(line, command)
                count += 1
                if expected is not None:
                    compare(line, command, expected, printed)
                elif code != 0:
                    raise Fault(line, f"`{command}` ends with {code}\n{shown('it printed', printed)}")
    finally:
        shell.close()
    if count == 0:
        raise Fault(1, "the guide has no command")
    return count


def packed(program, folder):
    """An archive like that of tools/ci/release.sh, from a program that is there."""
    done = subprocess.run([str(program), "--version"], stdout=subprocess.PIPE, text=True, check=False)
    name = f"parity-{done.stdout.strip()}-linux-{platform.machine()}"
    archive = folder / f"{name}.tar.gz"
    if done.returncode != 0 or not ARCHIVE.fullmatch(archive.name):
        cannot_run(f"{program} doesn't tell its version")
    with tarfile.open(archive, "w:gz", compresslevel=1) as file:
        file.add(program.resolve(), f"{name}/parity")
        for part in ("Fixtures", "Golden"):
            file.add(ROOT / part, f"{name}/{part}")
    return archive


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = argparse.ArgumentParser(description="Follows the guides with a release archive and nothing else.")
    parser.add_argument("archive", nargs="?", type=pathlib.Path, help="parity-VERSION-linux-ARCHITECTURE.tar.gz")
    parser.add_argument("--program", type=pathlib.Path, help="a program to pack with this clone's Fixtures and Golden")
    parser.add_argument("--guide", action="append", type=pathlib.Path, help="a guide instead of the two; repeatable")
    options = parser.parse_args()
    if (options.archive is None) == (options.program is None):
        cannot_run("name an archive, or a program with --program")
    for program in PROGRAMS:
        if shutil.which(program) is None:
            cannot_run(f"{program} is missing; tools/ci/install-check-tools.sh installs what is needed")
    faults = 0
    with tempfile.TemporaryDirectory(prefix="guides-") as name:
        folder = pathlib.Path(name).resolve()
        for parent in folder.parents:
            if any((parent / mark).exists() for mark in (".git", "parity.json", "Fixtures")):
                cannot_run(f"{folder} is no place by itself: {parent} has a suite or a clone; set TMPDIR to another")
        archive = options.archive
        try:
            if archive is None:
                archive = packed(options.program, folder)
            elif not archive.is_file() or not ARCHIVE.fullmatch(archive.name):
                cannot_run(f"{archive} is no parity-VERSION-linux-ARCHITECTURE.tar.gz")
        except OSError as error:
            cannot_run(str(error))
        for number, guide in enumerate(options.guide or [ROOT / guide for guide in GUIDES]):
            place = folder / str(number)
            place.mkdir()
            called = os.path.relpath(guide, ROOT) if ROOT in guide.resolve().parents else str(guide)
            start = time.monotonic()
            try:
                count = follow(guide, archive, place)
                print(f"{called}: {count} commands run, {time.monotonic() - start:.1f} s")
            except Fault as fault:
                faults += 1
                print(f"{called}:{fault.line}: {fault}")
            except OSError as error:
                cannot_run(f"{called}: {error}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
