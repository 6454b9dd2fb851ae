"""The file of scores, and what makes it stale."""

from __future__ import annotations

import json
from pathlib import Path

from shared.script import ROOT, CannotRun

from .score import Score

PATH = ROOT / "tools/ci/mutation/scores.json"
COUNTS = ("mutants", "invalid", "killed", "equivalent", "survived")


def write(path: Path, scores: list[Score]) -> None:
    value = {"scores": [score.described() for score in scores]}
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read(path: Path = PATH) -> dict[str, dict[str, int | str]]:
    """Returns the counts of each contract."""
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["scores"]
        scores = {each["contract"]: each for each in listed}
        for each in listed:
            total, *parts = (int(each[count]) for count in COUNTS)
            if sum(parts) != total:
                raise ValueError(f"the counts of {each['contract']} don't add up to its mutants")
            if not isinstance(each["score"], str):
                raise ValueError(f"the score of {each['contract']} isn't text")
    except (ValueError, KeyError, TypeError) as error:
        reason = f"the member {error} is missing" if isinstance(error, KeyError) else error
        raise CannotRun(f"{path}: {reason}") from error
    return scores


def findings(path: Path, now: dict[str, tuple[int, int]], is_complete: bool) -> list[str]:
    """Returns what the file says that isn't so.

    `now` has the mutants of each contract that are made and how many of them are listed as
    equivalent. If it `is_complete`, the file has no other contracts.
    """
    scores, found = read(path), []
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    for contract, (mutants, listed) in now.items():
        score = scores.get(contract)
        if score is None:
            found.append(f"{name}: {contract} is missing")
        elif (score["mutants"], score["equivalent"]) != (mutants, listed):
            found.append(f"{name}: {contract} has {mutants} mutants, {listed} of them listed")
        elif score["survived"] != 0:
            found.append(f"{name}: {score['survived']} mutants of {contract} survived")
    if is_complete:
        found += [f"{name}: {contract} has no mutants" for contract in scores if contract not in now]
    return found
