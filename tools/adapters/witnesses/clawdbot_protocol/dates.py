"""W4 and W7."""

from date_time import days_in, parts_of

from .faults import Fault, text

MINUTES_A_DAY = 24 * 60


def date(value, path):
    utc = utc_of(text(value, path))
    if utc is None:
        raise Fault("invalid_value", path)
    return utc


def utc_of(written):
    """Returns the form of W4 of a date, or None if the text isn't a date (W7)."""
    parts = parts_of(written)
    if parts is None:
        return None
    (year, month, day), (hour, minute, second), _, offset = parts
    days, minutes = divmod(hour * 60 + minute - offset, MINUTES_A_DAY)
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
