"""D19: the times of messages."""

from date_time import parts_of

from .namespaces import DELAY


def time_of(message, forwarded):
    """The time of a message: that of the first valid delay in `forwarded` or, without one, in it.

    Returns None if there is no valid delay. For a live message, `forwarded` is None.
    """
    for parent in (forwarded, message):
        for delay in parent.all(DELAY, "delay") if parent is not None else []:
            time = instant_of(delay.get("stamp") or "")
            if time is not None:
                return time
    return None


def instant_of(stamp):
    """An instant that can be compared: the seconds, and the digits of the fraction as text.

    Returns None if the stamp isn't valid.
    """
    parts = parts_of(stamp)
    if parts is None:
        return None
    day, (hour, minute, second), fraction, offset = parts
    seconds = ((days_before(*day) * 24 + hour) * 60 + minute - offset) * 60 + second
    return seconds, fraction.rstrip("0")


def days_before(year, month, day):
    """The days up to a date, from a fixed day. Years start in March, so leap days are last."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
