"""The listed edits that no case can tell from the original."""

from __future__ import annotations

import json
from dataclasses import dataclass

from shared.script import ROOT, CannotRun

from .edit import Edit

FOLDER = ROOT / "tools/ci/mutation/equivalent"


@dataclass(frozen=True)
class Equivalent:
    file: str
    before: str
    after: str
    why: str

    def is_of(self, edit: Edit) -> bool:
        """Compares the file and the text. More lines than the changed ones distinguish equal lines."""
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
        raise CannotRun(f"{path.relative_to(ROOT)}: {error}") from error
    for each in listed:
        if not all(isinstance(text, str) and text.strip() for text in (each.file, each.before, each.after, each.why)):
            raise CannotRun(f"{path.relative_to(ROOT)}: {each.file}: file, before, after and why have to be text")
    return listed
