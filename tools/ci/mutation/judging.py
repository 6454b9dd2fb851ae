"""The results of edits: whether Parity's suite kills them."""

from __future__ import annotations

import json
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from shared.script import ROOT, CannotRun

from .edit import Edit
from .loading import loads
from .subjects import Subject

KILLED, SURVIVED, INVALID = "killed", "survived", "invalid"


@dataclass(frozen=True)
class Verdict:
    result: str
    case: str = ""  # the first that failed


@dataclass(frozen=True)
class Judge:
    """Runs `parity audit` on edits: `jobs` at a time, with a timeout for each reply in seconds."""

    parity: str
    jobs: int
    timeout: float

    def verdicts(self, subject: Subject, edits: list[Edit]) -> list[Verdict]:
        with ThreadPoolExecutor(self.jobs) as pool:
            is_loaded = list(pool.map(lambda edit: loads(subject, edit), edits))
        mutants = [edit.entry(subject.implementation) for edit, loaded in zip(edits, is_loaded) if loaded]
        judged = iter(self.judge(subject.contract, mutants) if mutants else [])
        return [next(judged) if loaded else Verdict(INVALID) for loaded in is_loaded]

    def judge(self, contract: str, mutants: list[dict[str, str]]) -> list[Verdict]:
        """Returns the results of `parity audit`, in the order of the mutants."""
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump({"mutants": numbered(mutants)}, file, ensure_ascii=False)
            file.flush()
            command = [self.parity, "audit", "--contract", contract, "--mutants", file.name, "--json"]
            command += ["-j", str(self.jobs), "--timeout", f"{self.timeout:g}"]
            done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        try:
            (said,) = json.loads(done.stdout)["contracts"]
            found = [Verdict(mutant["result"], *mutant.get("cases", [])[:1]) for mutant in said["mutants"]]
        except (ValueError, KeyError, TypeError):
            found = []
        if done.returncode not in (0, 1) or len(found) != len(mutants):
            said = "\n".join(text.strip()[:1000] for text in (done.stderr, done.stdout) if text.strip())
            raise CannotRun(f"`parity audit` has no results for {contract}: {said}")
        return found


def numbered(mutants: list[dict[str, str]]) -> list[dict[str, str]]:
    """Returns mutants with numbered names, because an edit is made at many places and names are unique."""
    return [{**mutant, "mistake": f"{mutant['mistake']} {number}"} for number, mutant in enumerate(mutants, 1)]
