"""Reads documents.json, how each document runs, and exceptions.json, the blocks that don't run.

documents.json has an object for each document that isn't run in a clone without preparation:

  place   where its blocks run: clone, empty or archive (see places.py)
  sh      whether its `sh` blocks run too
  setup   commands that run first
  figures the commands that print the real figure in place of a figure in the commands
  keys    the keys to press for a command that needs a terminal
  why     why the document needs this

exceptions.json is an array of objects with the document, the first line of the block and the reason.
"""

import dataclasses
import json
import pathlib

from shared.script import CannotRun

from .places import KINDS

FOLDER = pathlib.Path(__file__).parent


@dataclasses.dataclass
class Setting:
    place: str = "clone"
    sh: bool = False
    setup: tuple = ()
    figures: dict = dataclasses.field(default_factory=dict)
    keys: dict = dataclasses.field(default_factory=dict)
    why: str = ""


def documents_of(root):
    """Returns the paths of the documents that are checked, from the root of the repository."""
    paths = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [path.relative_to(root).as_posix() for path in paths]


def settings(root):
    """Returns the setting of each document that has one."""
    listed = read("documents.json")
    found = {}

    for document, members in listed.items():
        if not (root / document).is_file():
            raise CannotRun(f"documents.json names {document}, which doesn't exist")
        unknown = set(members) - {field.name for field in dataclasses.fields(Setting)}
        if unknown:
            raise CannotRun(f"documents.json: {document} has an unknown member, {sorted(unknown)[0]}")
        found[document] = Setting(**members)
        if found[document].place not in KINDS:
            raise CannotRun(f"documents.json: {document} has an unknown place; use {', '.join(KINDS)}")
        if not found[document].why:
            raise CannotRun(f"documents.json: {document} has no reason (why)")

    return found


def exceptions():
    """Returns the reason for each (document, first line) whose block doesn't run."""
    found = {}

    for entry in read("exceptions.json"):
        if set(entry) != {"document", "first", "reason"} or not all(entry.values()):
            raise CannotRun("exceptions.json: an entry has the members document, first and reason")
        key = entry["document"], entry["first"]
        if key in found:
            raise CannotRun(f"exceptions.json names {key[0]}, `{key[1]}`, twice")
        found[key] = entry["reason"]

    return found


def read(name):
    try:
        return json.loads((FOLDER / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRun(f"{name} can't be read: {error}") from None
