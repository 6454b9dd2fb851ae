"""Tracked files, Git, and edits of text."""

import json
import pathlib
import subprocess

from .script import ROOT, CannotRun

# Independent of the settings of the user who runs a check.
GIT_SETTINGS = (
    "user.name=Parity",
    "user.email=parity@example.com",
    "commit.gpgsign=false",
    "core.autocrlf=false",
    "gc.auto=0",
    "init.defaultBranch=main",
)


def git(folder, *words, data=None):
    """Runs Git without the user's settings, and returns its output as bytes."""
    settings = [word for setting in GIT_SETTINGS for word in ("-c", setting)]
    try:
        done = subprocess.run(
            ["git", *settings, *words], cwd=folder, input=data, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise CannotRun("git is missing; install it") from None
    if done.returncode:
        message = done.stderr.decode("utf-8", "replace").strip()
        raise CannotRun(f"`git {words[0]}` exits with {done.returncode}: {message}")
    return done.stdout


def tracked(*patterns):
    """Returns the sorted paths of the tracked files that exist and fit Git's patterns, from ROOT."""
    listed = git(ROOT, "ls-files", "-z", "--", *patterns).decode("utf-8").split("\0")
    return sorted(name for name in set(filter(None, listed)) if (ROOT / name).is_file())


def write_json(path, value, **options):
    """Writes a value, and the folders above the file. The options are those of json.dumps."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, **options) + "\n", encoding="utf-8")


def replace_once(path, find, replacement):
    """Replaces a text that has to occur exactly once in a file."""
    text = path.read_text(encoding="utf-8")
    count = text.count(find)
    if count != 1:
        raise CannotRun(f"{path} has {count} times the text to replace, not once: {find}")
    path.write_text(text.replace(find, replacement), encoding="utf-8")
