import json

from .failures import FeatureLocked, NetworkError


class Repository:
    """The sessions that are kept, and the list of them that is observed."""

    def __init__(self, file=b"[]"):
        self.fails_next = False
        self.subscribers = []
        self._saved = json.loads(file)  # in the order in which they were saved
        self.history = self._listed()

    def file(self):
        """H9: what lasts, byte for byte."""
        return json.dumps(self._saved).encode("ascii")

    def save(self, session, profile):
        if profile is None or not profile["isPremium"]:
            raise FeatureLocked  # H2; storage is not reached (H8)
        self._reach_storage()
        self._replace_by([*self._without(session["sessionId"]), session])  # H4: it counts as saved last
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
        """H8"""
        if self.fails_next:
            self.fails_next = False
            raise NetworkError

    def _without(self, session_id):
        return [session for session in self._saved if session["sessionId"] != session_id]

    def _replace_by(self, saved):
        """H5: one list is sent, and none where it is the one of before. Python compares text by scalars."""
        self._saved = saved
        listed = self._listed()
        if listed != self.history:
            self.history = listed
            for subscriber in self.subscribers:
                subscriber(listed)

    def _listed(self):
        """H3. Sorting is stable, so that of equal times the one saved first stays first."""
        return sorted(self._saved, key=lambda session: -session["timestamp"])
