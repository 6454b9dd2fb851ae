"""The results of earlier runs. A stopped run continues, and no edit runs twice."""

from __future__ import annotations

import json
from pathlib import Path

from .edit import Edit
from .judging import SURVIVED, KILLED, Verdict
from .subjects import Subject


class Results:
    """A file of JSON lines for each contract, to which lines are only added.

    An edit that a case killed stays killed while that case exists. A survivor runs again if the suite changes.
    """

    def __init__(self, folder: Path, subject: Subject) -> None:
        self._path = folder / f"{subject.contract}.jsonl"
        self._subject = subject
        self._known: dict[str, Verdict] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            record = json.loads(line)
            verdict = Verdict(record["result"], record["case"])
            if record["pin"] == self._pin(verdict):
                self._known[record["key"]] = verdict
        except (ValueError, KeyError, TypeError):
            pass  # the line that was being written when a run was stopped

    def _pin(self, verdict: Verdict) -> str | None:
        """Returns the digest of the part of the suite that the result depends on."""
        if verdict.result == KILLED:
            return self._subject.pins.get(verdict.case)
        return self._subject.suite_digest if verdict.result == SURVIVED else ""

    def _key(self, edit: Edit) -> str:
        return f"{self._subject.source_digest[:32]}-{edit.digest()[:32]}"

    def verdict(self, edit: Edit) -> Verdict | None:
        return self._known.get(self._key(edit))

    def add(self, edits: list[Edit], verdicts: list[Verdict]) -> None:
        with open(self._path, "a", encoding="utf-8") as file:
            for edit, verdict in zip(edits, verdicts):
                key = self._key(edit)
                self._known[key] = verdict
                record = {"key": key, "result": verdict.result, "case": verdict.case, "pin": self._pin(verdict)}
                file.write(json.dumps(record) + "\n")
