#!/usr/bin/env python3
"""Holds every tracked text file to the house rules.

  tools/ci/check-text.py          prints every finding with its fix
  tools/ci/check-text.py --fix    fixes line ends, trailing white space and the last newline

Text is UTF-8 without a byte order mark, its lines end in LF and nothing else, the file in exactly one newline. No line
tells where on a developer's machine the work was done. Files whose attribute `text` is unset in .gitattributes aren't
checked: binary files, goldens that are texts, and files in subfolders of a contract's folder, which cases name with
`$file`.
Exit code 0: no finding, 1: findings, 2: this cannot run.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

INVENTED = ("Fixtures/", "Golden/")
GENERATED = ("Golden/",)
# A parent with one of these names says nothing about the machine.
COMMON_PARENTS = {"/", "/app", "/build", "/builds", "/opt", "/root", "/src", "/srv", "/tmp", "/usr", "/usr/src", "/var"}
COMMON_PARENTS |= {"/var/tmp", "/workspace", "/workspaces"}
HOMES = re.compile(r"(?<![\w.~-])/(?:Users|home)/[\w.-]+|\b[A-Za-z]:[\\/]+Users[\\/]+[\w.-]+")


def cannot_run(message):
    print(f"tools/ci/check-text.py: {message}", file=sys.stderr)
    sys.exit(2)


def git(*arguments, data=None):
    try:
        done = subprocess.run(["git", *arguments], input=data, capture_output=True, check=False)
    except FileNotFoundError:
        cannot_run("git is missing; install it")
    if done.returncode != 0:
        cannot_run(f"git {arguments[0]} failed: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout


def tracked_files():
    """Paths of the tracked files that git treats as text. Links and submodules have no text of their own."""
    paths = []
    for record in git("ls-files", "--stage", "-z").split(b"\0"):
        if record:
            mode, path = record.split(b" ", 1)[0], record.split(b"\t", 1)[1]
            if mode in (b"100644", b"100755") and path not in paths[-1:]:
                paths.append(path)
    fields = git("check-attr", "-z", "--stdin", "text", data=b"\0".join(paths) + b"\0").split(b"\0")
    exact = {path for path, value in zip(fields[0::3], fields[2::3]) if value == b"unset"}
    return [os.fsdecode(path) for path in paths if path not in exact]


def own_places(root):
    """Matches the places of this very clone, which no file has a reason to name."""
    places = [str(root)]
    if str(root.parent) not in COMMON_PARENTS:
        places.append(str(root.parent))
    return [re.compile(r"(?<![\w.~-])" + re.escape(place) + r"(?![\w.-])") for place in places]


def fixed(data):
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8").split("\n")
    text = "\n".join(line.rstrip() for line in lines).rstrip("\n")
    return (text + "\n").encode("utf-8") if text else b""


def findings(path, data, places):
    """Gives (line, message, fix) for each finding; the fix is 'mechanical' where --fix can do it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield line, "is not UTF-8", "save it as UTF-8, or call it binary in .gitattributes"
        return
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        yield line, "has a NUL character", "remove it, or call the file binary in .gitattributes"
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
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = argparse.ArgumentParser(description="Holds every tracked text file to the house rules.")
    parser.add_argument("--fix", action="store_true", help="fix what needs no thought")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    os.chdir(root)
    paths = tracked_files()
    if not paths:
        cannot_run("git tracks no text file, so nothing would be checked")
    places = own_places(root)
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
        print("\nwrite the goldens anew with\n  swift run parity regenerate")
    files = "file" if count == 1 else "files"
    print(f"checked {count} text {files}: {problems} finding{'' if problems == 1 else 's'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
