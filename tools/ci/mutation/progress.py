"""The progress of a run: a bar on a terminal, otherwise a line for each chunk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Advance = Callable[[int, int], None]  # the number of new results, and of all survivors


@contextmanager
def progress(console: Console, name: str, total: int) -> Iterator[Advance]:
    if not console.is_terminal:
        yield lines(console, name, total)
        return
    survived = TextColumn("{task.fields[survived]} survived")
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), survived, TimeRemainingColumn()]
    with Progress(*columns, console=console) as bars:
        task = bars.add_task(name, total=total, survived=0)
        yield lambda count, survived: bars.update(task, advance=count, survived=survived)


def lines(console: Console, name: str, total: int) -> Advance:
    done = 0

    def advance(count: int, survived: int) -> None:
        nonlocal done
        done += count
        console.print(f"{name}: {done} of {total} run, {survived} survived", highlight=False)

    return advance
