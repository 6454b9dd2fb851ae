"""The strict form of RFC 3339 that two contracts read: agent-directory and clawdbot-protocol (W7).

Integers alone: `datetime` begins with the year 1 and keeps microseconds.
"""

import re

DATE_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parts_of(text):
    """(year, month, day), (hour, minute, second), the digits of the fraction, minutes east of UTC; None for other text."""
    match = DATE_TIME.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    offset_hour, offset_minute = int(match[9] or 0), int(match[10] or 0)
    if not 1 <= month <= 12 or not 1 <= day <= days_in(year, month):
        return None
    if max(hour, offset_hour) > 23 or max(minute, offset_minute) > 59 or second > 59:
        return None
    offset = offset_hour * 60 + offset_minute
    return (year, month, day), (hour, minute, second), match[7] or "", -offset if match[8] == "-" else offset


def days_in(year, month):
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else DAYS[month - 1]
