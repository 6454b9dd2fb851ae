"""The table of scores in a document, between two marks."""

from __future__ import annotations

from pathlib import Path

from .score import COLUMNS, Score

BEGIN, END = "<!-- mutation-score: begin -->", "<!-- mutation-score: end -->"


def markdown(scores: list[Score]) -> str:
    rules = ["---"] + ["---:"] * (len(COLUMNS) - 1)
    return "".join(f"| {' | '.join(row)} |\n" for row in [COLUMNS, rules, *(score.row() for score in scores)])


HEAD = """# Mutation score

How many mechanical edits of the witnesses the suite kills, out of those that load and are not listed as equivalent in
`tools/ci/mutation/equivalent`. Made by `tools/ci/mutation-score.py --scores docs/audit.md`.

"""


def write(path: Path, scores: list[Score]) -> None:
    """Puts the table between the marks, or at the head of a document that has none."""
    above, _, below = parts(path)
    path.write_text(f"{above}{BEGIN}\n{markdown(scores)}{END}{below}", encoding="utf-8")


def written(path: Path) -> dict[str, tuple[int, int]]:
    """By contract, how many mutants and how many listed ones the document tells."""
    found = {}
    for line in parts(path)[1].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(COLUMNS) and cells[1].isdigit() and cells[4].isdigit():
            found[cells[0]] = int(cells[1]), int(cells[4])
    return found


def parts(path: Path) -> tuple[str, str, str]:
    text = path.read_text(encoding="utf-8")
    above, begin, rest = text.partition(BEGIN)
    table, end, below = rest.partition(END)
    return (above, table, below) if begin and end else (HEAD, "", f"\n\n{text}")
