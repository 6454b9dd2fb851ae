"""D12: when a message was sent."""

from date_time import parts_of

from .namespaces import DELAY


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
    parts = parts_of(stamp)
    if parts is None:
        return None
    day, (hour, minute, second), fraction, offset = parts
    seconds = ((days_before(*day) * 24 + hour) * 60 + minute - offset) * 60 + second
    return seconds, fraction.rstrip("0")


def days_before(year, month, day):
    """The days from 0000-02-29 to this one. Years begin in March, so that the leap day is the last of its year."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
