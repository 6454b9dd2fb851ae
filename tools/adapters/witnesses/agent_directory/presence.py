class Presence:
    """D9: the resources with which contacts are online, by their bare JIDs."""

    def __init__(self):
        self.forget()

    def forget(self):
        self._resources = {}

    def is_online(self, bare):
        return bool(self._resources.get(bare))

    def take(self, sender, kind):
        resources = self._resources.setdefault(sender.bare, set())
        if kind is None:
            resources.add(sender.resource)
        elif kind == "unavailable" and sender.resource is None:
            resources.clear()
        elif kind == "unavailable":
            resources.discard(sender.resource)
