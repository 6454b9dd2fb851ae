FIRST_WAIT, LEAST_BASE, LONGEST_WAIT = 1_000, 100, 30_000
MOST_FAILURES = 10


class Retries:
    """S4: the waits before another try, and how many failures there have been. Times are in milliseconds."""

    def __init__(self):
        self.server_retry = None
        self.time_left = None  # of the wait that runs
        self._waits = 0
        self._failures = 0

    def event_dispatched(self):
        self._waits = self._failures = 0

    def is_last_failure(self):
        """Counts a failure."""
        self._failures += 1
        return self._failures >= MOST_FAILURES

    def wait(self):
        base = FIRST_WAIT if self.server_retry is None else max(self.server_retry, LEAST_BASE)
        self.time_left = min(base * 2**self._waits, max(LONGEST_WAIT, base))
        self._waits += 1

    def is_over_after(self, milliseconds):
        """Lets time pass, and tells whether the wait that ran is over."""
        if self.time_left is None:
            return False
        self.time_left -= milliseconds
        if self.time_left > 0:
            return False
        self.time_left = None
        return True
