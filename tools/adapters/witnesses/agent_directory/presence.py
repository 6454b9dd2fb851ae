"""D9: presence."""


class Presence:
    """The available resources of contacts and groups, by bare JIDs."""

    def __init__(self):
        self.forget()

    def forget(self):
        self._resources = {}

    def is_online(self, bare):
        return bool(self._resources.get(bare))

    def take(self, sender, kind):
        """Handles a presence of a type, or of None without one."""
        resources = self._resources.setdefault(sender.bare, set())
        if kind is None:
            resources.add(sender.resource)  # None for a bare JID, which counts as a resource
        elif kind == "unavailable" and sender.resource is None:
            resources.clear()
        elif kind == "unavailable":
            resources.discard(sender.resource)
