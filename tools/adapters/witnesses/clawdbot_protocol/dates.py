"""W4. Integers alone: `datetime` begins with the year 1 and keeps microseconds."""

import re

from .faults import Fault, text

DATE = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
MINUTES_A_DAY = 24 * 60


def date(value, path):
    utc = utc_of(text(value, path))
    if utc is None:
        raise Fault("invalid_value", path)
    return utc


def utc_of(written):
    """The date as it is written in UTC with whole seconds, None where it is none."""
    match = DATE.fullmatch(written)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    sign, offset_hour, offset_minute = match[7], int(match[8] or 0), int(match[9] or 0)
    if not 1 <= month <= 12 or not 1 <= day <= days_in(year, month):
        return None
    if max(hour, offset_hour) > 23 or max(minute, offset_minute) > 59 or second > 59:
        return None
    offset = offset_hour * 60 + offset_minute
    days, minutes = divmod(hour * 60 + minute - (-offset if sign == "-" else offset), MINUTES_A_DAY)
    year, month, day = moved(year, month, day, days)
    if not 0 <= year <= 9999:
        return None
    return f"{year:04}-{month:02}-{day:02}T{minutes // 60:02}:{minutes % 60:02}:{second:02}Z"


def moved(year, month, day, days):
    """The day before, the same or the day after: an offset is less than a day."""
    day += days
    if day == 0:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        day = days_in(year, month)
    elif day > days_in(year, month):
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        day = 1
    return year, month, day


def days_in(year, month):
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else DAYS[month - 1]
