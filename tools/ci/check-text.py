#!/usr/bin/env python3
"""Checks the encoding and the white space of every tracked text file.

Usage:
  tools/ci/check-text.py          prints each finding and how to fix it
  tools/ci/check-text.py --fix    fixes line ends, trailing white space and the last newline

Text is UTF-8 without a byte order mark. Lines end with LF, without white space before it, and a file
ends with exactly one. No line has a path of a developer's machine. Files whose attribute `text` is
unset in .gitattributes aren't checked: binary files, goldens that are texts, and files in subfolders
of a contract's folder, which cases name with `$file`.

Exit code 0: no finding, 1: findings, 2: the check can't run.
"""

import os
import pathlib
import re

from shared.files import git
from shared.script import ROOT, cannot_run, parser, run_script

INVENTED = ("Fixtures/", "Golden/")
GENERATED = ("Golden/",)
# A parent with one of these names says nothing about the machine.
COMMON_PARENTS = {"/", "/app", "/build", "/builds", "/opt", "/root", "/src", "/srv", "/tmp", "/usr", "/usr/src", "/var"}
COMMON_PARENTS |= {"/var/tmp", "/workspace", "/workspaces"}
HOMES = re.compile(r"(?<![\w.~-])/(?:Users|home)/[\w.-]+|\b[A-Za-z]:[\\/]+Users[\\/]+[\w.-]+")


def tracked_files():
    """Returns the paths of the tracked files that Git treats as text, without links and submodules."""
    paths = []
    for record in git(ROOT, "ls-files", "--stage", "-z").split(b"\0"):
        if record:
            mode, path = record.split(b" ", 1)[0], record.split(b"\t", 1)[1]
            if mode in (b"100644", b"100755") and path not in paths[-1:]:
                paths.append(path)
    fields = git(ROOT, "check-attr", "-z", "--stdin", "text", data=b"\0".join(paths) + b"\0").split(b"\0")
    exact = {path for path, value in zip(fields[0::3], fields[2::3]) if value == b"unset"}
    return [os.fsdecode(path) for path in paths if path not in exact]


def own_places(root):
    """Returns patterns of the paths of this clone."""
    places = [str(root)]
    if str(root.parent) not in COMMON_PARENTS:
        places.append(str(root.parent))
    return [re.compile(r"(?<![\w.~-])" + re.escape(place) + r"(?![\w.-])") for place in places]


def fixed(data):
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8").split("\n")
    text = "\n".join(line.rstrip() for line in lines).rstrip("\n")
    return (text + "\n").encode("utf-8") if text else b""


def findings(path, data, places):
    """Yields the line, the message and the fix of each finding. A fix is 'mechanical' if --fix makes it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield line, "is not UTF-8", "save it as UTF-8, or unset `text` in .gitattributes"
        return
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        yield line, "has a NUL character", "remove it, or unset `text` in .gitattributes"
        return
    if text.startswith("\ufeff"):
        yield 1, "starts with a byte order mark", "save it as UTF-8 without one"
    lines = text.split("\n")
    if text and not text.endswith("\n"):
        yield len(lines), "does not end in a newline", "mechanical"
    elif text.endswith("\n\n") or text == "\n":
        yield len(lines) - 1, "ends in more than one newline", "mechanical"
    for number, line in enumerate(lines, start=1):
        bare = line.rstrip("\r")
        if "\r" in line:
            yield number, "has a carriage return", "mechanical"
        if bare != bare.rstrip():
            yield number, "ends in white space", "mechanical"
        named = [match.group() for match in (place.search(line) for place in places) if match]
        if not named and not path.startswith(INVENTED):
            named = [match.group() for match in HOMES.finditer(line)]
        if named:
            yield number, f"names a developer's machine: {named[0]}", "use a relative path, or an invented /workspace"


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--fix", action="store_true", help="fix line ends and white space")
    options = arguments.parse_args()
    os.chdir(ROOT)
    paths = tracked_files()
    if not paths:
        cannot_run("git lists no text file")
    places = own_places(ROOT)
    count = 0
    problems = 0
    mechanical = False
    stale = False
    for path in paths:
        try:
            data = pathlib.Path(path).read_bytes()
        except FileNotFoundError:  # deleted in the work tree
            continue
        except OSError as error:
            cannot_run(f"{path} cannot be read: {error.strerror}")
        count += 1
        if options.fix and not path.startswith(GENERATED):
            found = list(findings(path, data, places))
            if any(fix == "mechanical" for _, _, fix in found):
                data = fixed(data)
                pathlib.Path(path).write_bytes(data)
                print(f"{path}: fixed")
        for line, message, fix in findings(path, data, places):
            problems += 1
            if fix == "mechanical":
                generated = path.startswith(GENERATED)
                stale = stale or generated
                mechanical = mechanical or not generated
                print(f"{path}:{line}: {message}")
            else:
                print(f"{path}:{line}: {message}; {fix}")
    if mechanical:
        print("\nfix line ends and white space with\n  tools/ci/check-text.py --fix")
    if stale:
        print("\nregenerate the goldens with\n  swift run parity regenerate")
    files = "file" if count == 1 else "files"
    print(f"checked {count} text {files}: {problems} finding{'' if problems == 1 else 's'}")
    return 1 if problems else 0


if __name__ == "__main__":
    run_script(main)
