"""The storage of the saved sessions, and the history that observers see."""

import json

from .failures import FeatureLocked, NetworkError


class Repository:
    """The saved sessions, and the list of them that is sent to observers when it changes."""

    def __init__(self, file=b"[]"):
        self.fails_next = False
        self.subscribers = []
        self._saved = json.loads(file)  # in the order of the saves
        self.history = self._listed()

    def file(self):
        """Returns the bytes from which another repository continues (H9)."""
        return json.dumps(self._saved).encode("ascii")

    def save(self, session, is_premium):
        """Saves a session and returns it. H2: without premium, it is refused."""
        if not is_premium:
            raise FeatureLocked  # before storage is reached (H8)
        self._reach_storage()
        # H4: it counts as saved last, also if it replaces a session.
        self._replace_by([*self._without(session["sessionId"]), session])
        return session

    def sessions(self):
        self._reach_storage()
        return self.history

    def delete(self, session_id):
        self._reach_storage()
        self._replace_by(self._without(session_id))

    def clear(self):
        self._reach_storage()
        self._replace_by([])

    def _reach_storage(self):
        """Fails once after `failNext` (H8)."""
        if self.fails_next:
            self.fails_next = False
            raise NetworkError

    def _without(self, session_id):
        return [session for session in self._saved if session["sessionId"] != session_id]

    def _replace_by(self, saved):
        """Sends the new list if it isn't equal to the list before (H5).

        Python compares texts by their scalars.
        """
        self._saved = saved
        listed = self._listed()
        if listed != self.history:
            self.history = listed
            for subscriber in self.subscribers:
                subscriber(listed)

    def _listed(self):
        """Returns the list: the most recent first (H3).

        Sorting is stable, so of equal timestamps, the session that was saved last stays first.
        """
        return sorted(reversed(self._saved), key=lambda session: -session["timestamp"])
