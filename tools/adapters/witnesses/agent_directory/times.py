"""D12: when a message was sent. Integers alone: `datetime` begins with the year 1 and keeps microseconds."""

import re

from .namespaces import DELAY

STAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def time_of(message, forwarded):
    """That of the first delay beside the message in `forwarded`, or in it, which has one; None without any."""
    for parent in (forwarded, message):
        for delay in parent.all(DELAY, "delay") if parent is not None else []:
            time = instant_of(delay.get("stamp") or "")
            if time is not None:
                return time
    return None


def instant_of(stamp):
    """Something to compare: whole seconds, and the digits of the fraction, which compare as they stand."""
    match = STAMP.fullmatch(stamp)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    fraction, sign, offset_hour, offset_minute = match[7] or "", match[8], int(match[9] or 0), int(match[10] or 0)
    if not 1 <= month <= 12 or not 1 <= day <= days_in(year, month):
        return None
    if max(hour, offset_hour) > 23 or max(minute, offset_minute) > 59 or second > 59:
        return None
    offset = (offset_hour * 60 + offset_minute) * (-60 if sign == "-" else 60)
    seconds = ((days_before(year, month, day) * 24 + hour) * 60 + minute) * 60 + second - offset
    return seconds, fraction.rstrip("0")


def days_before(year, month, day):
    """The days from 0000-03-01 to this one. Years begin in March, so that the leap day is the last of its year."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1


def days_in(year, month):
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else DAYS[month - 1]
