PROVING_TIME = 30_000  # milliseconds that prove that a stream works


class Request:
    def __init__(self, number, kind):
        self.number, self.kind = number, kind
        self.stream = None  # of a stream, once its head is there
        self.opened_at = None
        self.has_dispatched = False

    def has_worked(self, now, is_too_long):
        """S4"""
        return now - self.opened_at >= PROVING_TIME or self.has_dispatched and not is_too_long


class Requests:
    """The requests of all sessions, numbered from 1, of which one at most runs."""

    def __init__(self):
        self.running = None
        self.made, self.given_up = [], []  # of the step, as its state shows them
        self._count = 0

    def begin_step(self):
        self.made, self.given_up = [], []

    def make(self, kind, session, last_event_id=""):
        self._count += 1
        self.running = Request(self._count, kind)
        shown = {"request": self._count, "kind": kind, "session": session}
        if last_event_id:
            shown["lastEventId"] = last_event_id
        self.made.append(shown)

    def give_up(self):
        if self.running is not None:
            self.given_up.append(self.running.number)
            self.running = None

    def finish(self, number, kinds=("status", "stream")):
        """Ends and returns the running request if `find` finds it, otherwise returns None (S5)."""
        request = self.find(number, kinds)
        if request is not None:
            self.running = None
        return request

    def find(self, number, kinds):
        """Returns the running request if it has this number and one of these kinds, or None."""
        request = self.running
        if request is None or request.number != number or request.kind not in kinds:
            return None
        return request
