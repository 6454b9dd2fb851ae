"""Parses date ranges. The rules, D1 to D11, are in ../README.md.

A day is an ordinal of `datetime`: 1 is 0001-01-01. Open ends are the ordinals next to the calendar.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Union

SPACE = " \t\n\r"
FIRST_DAY, LAST_DAY = date.min.toordinal(), date.max.toordinal()
NO_START, NO_END = FIRST_DAY - 1, LAST_DAY + 1
DAYS_IN_400_YEARS = 146_097
SECONDS_IN_DAY = 86_400

DAY = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
SHARED = re.compile(r"([0-9]{4}-)(?:([0-9]{2}-)?[0-9]{2}/[0-9]{2}|[0-9]{2}-[0-9]{2}/[0-9]{2}-[0-9]{2})")
TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(Z|[+-][0-9]{2}:[0-9]{2})?"
)
OFFSET = re.compile(r"Z|([+-])([0-9]{2}):([0-9]{2})")
DURATION = re.compile(r"P(?=[0-9])(?:([0-9]{1,4})Y)?(?:([0-9]{1,4})M)?(?:([0-9]{1,4})D)?|P([0-9]{1,4})W")
SEPARATOR = re.compile("[/\u2013]")


@dataclass(frozen=True)
class Span:
    first: int
    last: int


@dataclass(frozen=True)
class Duration:
    months: int
    days: int


Term = Union[Span, Duration]
OPEN = Span(NO_START, NO_END)


@dataclass(frozen=True)
class Part:
    """A part of the text without the white space around it, and its position."""

    text: str
    at: int


class Refusal(Exception):
    """The first error of a text (D10)."""

    def __init__(self, code: str, part: Part) -> None:
        super().__init__(code)
        self.code = code
        self.at = part.at


def day_of(text: str) -> int:
    """Returns the ordinal of a day. Raises ValueError if the text isn't a day."""
    if not re.fullmatch(DAY, text):
        raise ValueError(f"{text} is no day")
    return date.fromisoformat(text).toordinal()


def parse(text: str, zone: int, holidays: Iterable[int]) -> dict[str, object]:
    """Returns the ranges or the error. The zone is in minutes east of UTC."""
    try:
        spans = merged(span_of(text, start, end, zone) for start, end in items(text))
    except Refusal as refusal:
        return {"error": {"code": refusal.code, "at": refusal.at}}
    for holiday in set(holidays):
        spans = [rest for span in spans for rest in without(holiday, span)]
    return {"ranges": [written(span) for span in spans]}


def items(text: str) -> Iterator[tuple[int, int]]:
    """Yields the start and end index of each item (D1)."""
    start = 0
    for separator in re.finditer(r"[,;]|\Z", text):
        yield start, separator.start()
        start = separator.end()


def part(text: str, start: int, end: int) -> Part:
    while start < end and text[start] in SPACE:
        start += 1
    found = Part(text[start:end].rstrip(SPACE), start)
    if not found.text:
        raise Refusal("empty", found)
    return found


def span_of(text: str, start: int, end: int, zone: int) -> Span:
    """Reads an item and combines its start and end (D4)."""
    separator = SEPARATOR.search(text, start, end)
    if separator is None:
        alone = part(text, start, end)
        term = term_of(alone, zone)
        if isinstance(term, Duration):
            raise Refusal("duration_alone", alone)
        return term
    start_part = part(text, start, separator.start())
    start_term = OPEN if start_part.text == ".." else term_of(start_part, zone)
    end_part = part(text, separator.end(), end)
    end_term = OPEN if end_part.text == ".." else term_of(completed(end_part, start_part), zone, is_end=True)
    span = joined(start_term, start_part, end_term, end_part)
    if span.first > span.last:
        raise Refusal("reversed", start_part)
    return span


def joined(start: Term, start_part: Part, end: Term, end_part: Part) -> Span:
    """Combines a start and an end, one of which can be a duration (D7)."""
    if isinstance(start, Span) and isinstance(end, Span):
        return Span(start.first, end.last)
    if isinstance(start, Span) and isinstance(end, Duration) and start.first != NO_START:
        return Span(start.first, in_calendar(moved(start.first, end, 1) - 1, end_part))
    if isinstance(start, Duration) and isinstance(end, Span) and end.last != NO_END:
        return Span(in_calendar(moved(end.last + 1, start, -1), start_part), end.last)
    raise Refusal("duration_alone", start_part if isinstance(start, Duration) else end_part)


def completed(end: Part, start: Part) -> Part:
    """Returns the end, with what it leaves out added (D5)."""
    match = SHARED.fullmatch(f"{start.text}/{end.text}")
    return Part("".join(filter(None, match.groups())) + end.text, end.at) if match else end


def term_of(part: Part, zone: int, is_end: bool = False) -> Term:
    duration = duration_of(part.text)
    if duration is not None:
        return duration
    try:
        span = dates_of(part.text) or day_of_time(part.text, zone, is_end)
    except ValueError:
        raise Refusal("impossible", part) from None
    if span is None:
        raise Refusal("unreadable", part)
    in_calendar(span.first, part)
    in_calendar(span.last, part)
    return span


def dates_of(text: str) -> Span | None:
    """Returns the days of a date (D2) or `None`. Raises ValueError if the date doesn't exist."""
    for form, read in FORMS:
        if match := re.fullmatch(form, text):
            return read(*map(int, match.groups()))
    return None


def day(year: int, month: int, day: int) -> Span:
    number = date(year, month, day).toordinal()
    return Span(number, number)


def week(year: int, week: int) -> Span:
    monday = date.fromisocalendar(year, week, 1).toordinal()
    return Span(monday, monday + 6)


def months(year: int, first: int, last: int) -> Span:
    end = date(year, last, monthrange(year, last)[1])
    return Span(date(year, first, 1).toordinal(), end.toordinal())


FORMS: list[tuple[str, Callable[..., Span]]] = [
    (DAY, day),
    (r"([0-9]{4})-([0-9]{2})", lambda year, month: months(year, month, month)),
    (r"([0-9]{4})-Q([0-9])", lambda year, quarter: months(year, 3 * quarter - 2, 3 * quarter)),
    (r"([0-9]{4})-W([0-9]{2})", week),
    (r"([0-9]{4})", lambda year: months(year, 1, 12)),
]


def day_of_time(text: str, zone: int, is_end: bool) -> Span | None:
    """Returns the day of a time (D3) or `None`. Raises ValueError if the time doesn't exist."""
    match = TIME.fullmatch(text)
    if match is None:
        return None
    on, hour, minute, second, fraction, offset = match.groups()
    is_whole = not (fraction or "").strip("0")
    seconds = int(hour) * 3600 + int(minute) * 60 + int(second or 0)
    if int(minute) > 59 or int(second or 0) > 59 or seconds + (not is_whole) > SECONDS_IN_DAY:
        raise ValueError("the clock has no such time")
    if offset:
        seconds += 60 * (zone - minutes_of(offset))
    if is_end and is_whole:
        seconds -= 1
    found = day_of(on) + seconds // SECONDS_IN_DAY
    return Span(found, found)


def minutes_of(offset: str) -> int:
    """Returns the minutes east of UTC. Raises ValueError if the text isn't an offset."""
    match = OFFSET.fullmatch(offset)
    if match is None or int(match[2] or 0) > 23 or int(match[3] or 0) > 59:
        raise ValueError(f"{offset} is no offset from UTC")
    minutes = int(match[2] or 0) * 60 + int(match[3] or 0)
    return -minutes if match[1] == "-" else minutes


def duration_of(text: str) -> Duration | None:
    match = DURATION.fullmatch(text)
    if match is None:
        return None
    years, months, days, weeks = (int(number or 0) for number in match.groups())
    return Duration(12 * years + months, days + 7 * weeks)


def moved(day: int, duration: Duration, sign: int) -> int:
    """Returns the target (D7). Shifts days by 400-year cycles, so `date` can represent them."""
    cycles, rest = divmod(day, DAYS_IN_400_YEARS)
    near = date.fromordinal(rest + DAYS_IN_400_YEARS)
    years, month = divmod(12 * near.year + near.month - 1 + sign * duration.months, 12)
    more_cycles, year = divmod(years, 400)
    length = monthrange(year + 400, month + 1)[1]
    moved_near = date(year + 400, month + 1, min(near.day, length)).toordinal()
    return moved_near + (cycles + more_cycles - 2) * DAYS_IN_400_YEARS + sign * duration.days


def in_calendar(day: int, part: Part) -> int:
    if not FIRST_DAY <= day <= LAST_DAY:
        raise Refusal("out_of_range", part)
    return day


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sorts spans and merges those that overlap or touch (D8)."""
    result: list[Span] = []
    for span in sorted(spans, key=lambda span: span.first):
        if result and span.first <= result[-1].last + 1:
            result[-1] = Span(result[-1].first, max(result[-1].last, span.last))
        else:
            result.append(span)
    return result


def without(holiday: int, span: Span) -> list[Span]:
    """Returns the parts of a span around a holiday that have a day in the calendar (D9)."""
    if not span.first <= holiday <= span.last:
        return [span]
    rests = Span(span.first, holiday - 1), Span(holiday + 1, span.last)
    return [rest for rest in rests if rest.first <= rest.last and rest.first <= LAST_DAY and rest.last >= FIRST_DAY]


def written(span: Span) -> dict[str, object]:
    if span == OPEN:
        return {"kind": "always"}
    if span.first == NO_START:
        return {"kind": "until", "to": iso(span.last)}
    if span.last == NO_END:
        return {"kind": "from", "from": iso(span.first)}
    return {"kind": "closed", "from": iso(span.first), "to": iso(span.last), "days": span.last - span.first + 1}


def iso(day: int) -> str:
    return date.fromordinal(day).isoformat()
