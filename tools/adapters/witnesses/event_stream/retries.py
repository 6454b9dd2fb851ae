FIRST_WAIT, LEAST_BASE, GREATEST_BASE, LONGEST_WAIT = 1_000, 100, 60_000, 30_000
LAST_BREAK = 10


class Retries:
    """S4: the breaks in succession, and the waits after them. Times are in milliseconds."""

    def __init__(self):
        self.server_retry = None
        self.time_left = None  # of the wait that runs
        self._breaks = 0

    def begin_row(self):
        self._breaks = 0

    def is_last_break(self):
        """Counts a break and returns whether it is the last. If not, starts the wait after it."""
        self._breaks += 1
        if self._breaks == LAST_BREAK:
            return True
        base = FIRST_WAIT
        if self.server_retry is not None:
            base = min(max(self.server_retry, LEAST_BASE), GREATEST_BASE)
        self.time_left = min(base * 2 ** (self._breaks - 1), max(LONGEST_WAIT, base))
        return False

    def is_over_after(self, milliseconds):
        """Lets time pass, and returns whether a wait ended in it."""
        if self.time_left is None:
            return False
        self.time_left -= milliseconds
        if self.time_left > 0:
            return False
        self.time_left = None
        return True
