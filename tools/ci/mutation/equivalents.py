"""The edits of which somebody has shown that no case can tell them from the original."""

from __future__ import annotations

import json
from dataclasses import dataclass

from .edit import Edit
from .subjects import ROOT

FOLDER = ROOT / "tools/ci/mutation/equivalent"


class WrongList(Exception):
    """The message says what is wrong with a list."""


@dataclass(frozen=True)
class Equivalent:
    file: str
    before: str
    after: str
    why: str

    def is_of(self, edit: Edit) -> bool:
        """By file and text. Lines around the changed ones, where there are any, tell two equal lines apart."""
        spare = self.before.count("\n") - edit.texts()[0].count("\n")
        return edit.file == self.file and any(
            edit.texts(above, spare - above) == (self.before, self.after) for above in range(spare + 1)
        )


def equivalents(contract: str) -> list[Equivalent]:
    path = FOLDER / f"{contract}.json"
    if not path.exists():
        return []
    try:
        listed = [Equivalent(**each) for each in json.loads(path.read_text(encoding="utf-8"))["equivalent"]]
    except (ValueError, KeyError, TypeError) as error:
        raise WrongList(f"{path.relative_to(ROOT)}: {error}") from error
    for each in listed:
        if not all(isinstance(text, str) and text.strip() for text in (each.file, each.before, each.after, each.why)):
            raise WrongList(f"{path.relative_to(ROOT)}: {each.file}: file, before, after and why have to be said")
    return listed
