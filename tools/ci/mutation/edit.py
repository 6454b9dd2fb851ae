"""One mechanical edit of a source file, and the forms in which it is handed on."""

from __future__ import annotations

import difflib
import hashlib
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Edit:
    """A file's whole text before and after; `operator` says what was done to it."""

    file: str
    operator: str
    original: str
    mutated: str

    @cached_property
    def span(self) -> tuple[int, int, int]:
        """Where the changed lines begin, and where they end in either text; neither is without a line."""
        old, new = self.original.split("\n"), self.mutated.split("\n")
        least = min(len(old), len(new))
        begin = 0
        while begin < least and old[begin] == new[begin]:
            begin += 1
        tail = 0
        while tail < least - begin and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        if tail and begin in (len(old) - tail, len(new) - tail):
            tail -= 1
        return begin, len(old) - tail, len(new) - tail

    @property
    def line(self) -> int:
        return self.span[0] + 1

    def texts(self, above: int = 0, below: int = 0) -> tuple[str, str]:
        """The changed lines before and after, with so many lines around them as far as there are so many."""
        begin, old_end, new_end = self.span
        first = max(0, begin - above)
        old, new = self.original.split("\n"), self.mutated.split("\n")
        return "\n".join(old[first : old_end + below]), "\n".join(new[first : new_end + below])

    def entry(self, implementation: str) -> dict[str, str]:
        """As mutants.json has it: the changed lines, with as many around them as make them occur once."""
        for around in range(self.original.count("\n") + 1):
            for above, below in ((around, around), (around, around + 1)):
                find, replace = self.texts(above, below)
                start = self.original.find(find)
                if find and self.original.find(find, start + 1) < 0:
                    names = {"mistake": self.operator, "implementation": implementation, "file": self.file}
                    return {**names, "find": find, "replace": replace}
        raise ValueError(f"{self.file}:{self.line}: {self.operator} leaves nothing that occurs once")

    def described(self) -> dict[str, str | int]:
        before, after = self.texts()
        return {"file": self.file, "line": self.line, "before": before, "after": after, "operator": self.operator}

    def digest(self) -> str:
        return hashlib.sha256(f"{self.file}\0{self.mutated}".encode()).hexdigest()

    def excerpt(self) -> str:
        """A heading with file and line, and the difference with a line around it."""
        old, new = self.original.split("\n"), self.mutated.split("\n")
        difference = list(difflib.unified_diff(old, new, n=1, lineterm=""))[3:]
        return "\n".join([f"{self.file}:{self.line}  {self.operator}", *difference])
