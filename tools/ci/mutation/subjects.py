"""The files of a second implementation, and what a result of an edit depends on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shared.script import ROOT
from shared.suites import read_lock

SHARED = "date_time.py"  # implements rules of the contracts that import it
ENDINGS = (".py", ".mjs")


@dataclass(frozen=True)
class Subject:
    contract: str
    implementation: str
    command: tuple[str, ...]  # of the implementation, in the root

    @property
    def folder(self) -> Path:
        """The folder of the program, relative to the root."""
        return Path(self.command[-1]).parent

    @property
    def package(self) -> Path:
        """The folder of the contract's own files, relative to the root."""
        plain = self.folder / self.contract
        return plain if (ROOT / plain).is_dir() else self.folder / self.contract.replace("-", "_")

    @cached_property
    def files(self) -> list[str]:
        """The files that are edited, relative to the root."""
        paths = sorted(path for path in (ROOT / self.package).iterdir() if path.suffix in ENDINGS)
        texts = [path.read_text(encoding="utf-8") for path in paths]
        if any(f"from {Path(SHARED).stem} import" in text for text in texts):
            paths.append(ROOT / self.folder / SHARED)
        return [path.relative_to(ROOT).as_posix() for path, text in zip(paths, [*texts, "shared"]) if text]

    @cached_property
    def source_digest(self) -> str:
        """The digest of the second implementation without edits."""
        others = {path.parent for path in (ROOT / self.folder).glob("*/*") if path.parent.name in self._others}
        digest = hashlib.sha256()
        for path in sorted((ROOT / self.folder).rglob("*")):
            if path.suffix in ENDINGS and not others.intersection(path.parents):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
        return digest.hexdigest()

    @cached_property
    def pins(self) -> dict[str, str]:
        """The digests of the input and the golden of each case, from the lock."""
        locked = read_lock(self.contract)
        return {line["case"]: f"{line['input'][:16]}-{line['golden'][:16]}" for line in locked}

    @cached_property
    def suite_digest(self) -> str:
        return hashlib.sha256(json.dumps(sorted(self.pins.items())).encode()).hexdigest()[:32]

    @cached_property
    def _others(self) -> set[str]:
        """The names of folders of other contracts and of tests."""
        others = {subject.package.name for subject in subjects() if subject.contract != self.contract}
        return others | {"test", "tests", "__pycache__"}


def subjects() -> list[Subject]:
    """Returns a subject for each contract of each program in parity.json that isn't its reference."""
    with open(ROOT / "parity.json", encoding="utf-8") as file:
        listed = json.load(file)["implementations"]
    found = [
        Subject(contract, each["name"], tuple(each["command"]))
        for each in listed if not each.get("reference") for contract in each["contracts"]
    ]
    return sorted(found, key=lambda subject: subject.contract)
