"""How far a run is: a bar on a terminal, else a line per chunk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Advance = Callable[[int, int], None]  # by how many edits, and how many of all live so far


@contextmanager
def progress(console: Console, name: str, total: int) -> Iterator[Advance]:
    if not console.is_terminal:
        yield lines(console, name, total)
        return
    alive = TextColumn("{task.fields[alive]} alive")
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), alive, TimeRemainingColumn()]
    with Progress(*columns, console=console) as bars:
        task = bars.add_task(name, total=total, alive=0)
        yield lambda count, alive: bars.update(task, advance=count, alive=alive)


def lines(console: Console, name: str, total: int) -> Advance:
    done = 0

    def advance(count: int, alive: int) -> None:
        nonlocal done
        done += count
        console.print(f"{name}: {done} of {total} judged, {alive} alive", highlight=False)

    return advance
