"""The edits of a second implementation that can change its behavior."""

from __future__ import annotations

from pathlib import Path

from shared.script import ROOT

from . import javascript_edits, python_edits
from .edit import Edit
from .subjects import Subject

MAKERS = {".py": python_edits, ".mjs": javascript_edits}


def edits_of_file(file: str) -> list[Edit]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return edits_of_text(file, text)


def edits_of_text(file: str, text: str) -> list[Edit]:
    """Returns edits in the order of the text, without those that change no code or repeat an earlier one."""
    maker = MAKERS[Path(file).suffix]
    seen = {maker.meaning(text)}
    made = []
    for operator, mutated in maker.edits(text):
        meaning = maker.meaning(mutated)
        if meaning not in seen:
            seen.add(meaning)
            made.append(Edit(file, operator, text, mutated))
    return sorted(made, key=lambda edit: edit.line)


def edits_of(subject: Subject) -> list[Edit]:
    return [edit for file in subject.files for edit in edits_of_file(file)]
