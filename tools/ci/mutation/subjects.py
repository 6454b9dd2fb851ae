"""Which files are the witness of a contract, and what a verdict on it depends on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHARED = "date_time.py"  # carries out rules of the contracts that import it
ENDINGS = (".py", ".mjs")


@dataclass(frozen=True)
class Subject:
    contract: str
    implementation: str
    command: tuple[str, ...]  # of the implementation, in the root

    @property
    def folder(self) -> Path:
        """Of the program, relative to the root."""
        return Path(self.command[-1]).parent

    @property
    def package(self) -> Path:
        """Of the contract's own files, relative to the root."""
        plain = self.folder / self.contract
        return plain if (ROOT / plain).is_dir() else self.folder / self.contract.replace("-", "_")

    @cached_property
    def files(self) -> list[str]:
        """What is edited, relative to the root."""
        paths = sorted(path for path in (ROOT / self.package).iterdir() if path.suffix in ENDINGS)
        texts = [path.read_text(encoding="utf-8") for path in paths]
        if any(f"from {Path(SHARED).stem} import" in text for text in texts):
            paths.append(ROOT / self.folder / SHARED)
        return [path.relative_to(ROOT).as_posix() for path, text in zip(paths, [*texts, "shared"]) if text]

    @cached_property
    def source_digest(self) -> str:
        """Of the witness as it is."""
        strangers = {path.parent for path in (ROOT / self.folder).glob("*/*") if path.parent.name in self._others}
        digest = hashlib.sha256()
        for path in sorted((ROOT / self.folder).rglob("*")):
            if path.suffix in ENDINGS and not strangers.intersection(path.parents):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
        return digest.hexdigest()

    @cached_property
    def pins(self) -> dict[str, str]:
        """The input and the golden of each case, as digests of the lock."""
        lines = (ROOT / "Golden/golden.lock.jsonl").read_text(encoding="utf-8").splitlines()
        locked = [line for line in map(json.loads, lines) if line["contract"] == self.contract]
        return {line["case"]: f"{line['input'][:16]}-{line['golden'][:16]}" for line in locked}

    @cached_property
    def suite_digest(self) -> str:
        return hashlib.sha256(json.dumps(sorted(self.pins.items())).encode()).hexdigest()[:32]

    @cached_property
    def _others(self) -> set[str]:
        """Folders of other contracts and of tests."""
        others = {subject.package.name for subject in subjects() if subject.contract != self.contract}
        return others | {"test", "tests", "__pycache__"}


def subjects() -> list[Subject]:
    """One for each contract that a program of parity.json answers for."""
    with open(ROOT / "parity.json", encoding="utf-8") as file:
        listed = json.load(file)["implementations"]
    found = [
        Subject(contract, each["name"], tuple(each["command"])) for each in listed for contract in each["contracts"]
    ]
    return sorted(found, key=lambda subject: subject.contract)
