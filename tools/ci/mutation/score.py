"""The score of a contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from .edit import Edit
from .equivalents import Equivalent
from .judging import SURVIVED, KILLED, INVALID, Verdict
from .subjects import Subject


@dataclass(frozen=True)
class Score:
    subject: Subject
    edits: list[Edit]
    verdicts: list[Verdict]
    listed: list[Equivalent]

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(verdict.result for verdict in self.verdicts)

    @cached_property
    def survivors(self) -> list[Edit]:
        """The survivors that aren't listed."""
        return [
            edit
            for edit, verdict in zip(self.edits, self.verdicts)
            if verdict.result == SURVIVED and not any(each.is_of(edit) for each in self.listed)
        ]

    @property
    def equivalent(self) -> int:
        return self.counts[SURVIVED] - len(self.survivors)

    @property
    def killable(self) -> int:
        return len(self.edits) - self.counts[INVALID] - self.equivalent

    @property
    def percent(self) -> str:
        """The share of killed edits, rounded down, so that 100 % means all."""
        if not self.killable:
            return "–"
        return f"{self.counts[KILLED] * 1000 // self.killable / 10:.1f} %"

    def row(self) -> list[str]:
        counts = [len(self.edits), self.counts[INVALID], self.counts[KILLED], self.equivalent, len(self.survivors)]
        return [self.subject.contract, *map(str, counts), self.percent]

    def described(self) -> dict[str, int | str]:
        """Returns the row as JSON."""
        return {column: int(cell) if cell.isdigit() else cell for column, cell in zip(COLUMNS, self.row())}

    def wrongly_listed(self) -> list[str]:
        """Returns what is wrong with the list, given the results of all edits."""
        found = []
        for each in self.listed:
            results = [verdict for edit, verdict in zip(self.edits, self.verdicts) if each.is_of(edit)]
            name = f"{self.subject.contract}.json lists an edit of {each.file} that "
            shown = f"\n-{each.before}\n+{each.after}".replace("\n", "\n  ")
            if not results:
                found.append(f"{name}isn't made anymore:{shown}")
            for verdict in results:
                if verdict.result != SURVIVED:
                    found.append(f"{name}is {verdict.result} {f'by {verdict.case}' if verdict.case else ''}:{shown}")
        return found


COLUMNS = ["contract", "mutants", "invalid", "killed", "equivalent", "survived", "score"]
