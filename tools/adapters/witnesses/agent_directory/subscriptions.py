class Subscriptions:
    """D6"""

    def __init__(self, outbox):
        self.outbox = outbox
        self.forget()

    def forget(self):
        self._nodes = set()
        self._open = {}  # the nodes of those that are not answered yet, by the ids of their requests

    def ensure(self, node):
        """From sending on there is a subscription, until an error answers it."""
        if node not in self._nodes:
            self._nodes.add(node)
            self._open[self.outbox.subscribe(node)] = node

    def take_reply(self, reply):
        node = self._open.pop(reply.get("id"), None)
        if reply.get("type") == "error":
            self._nodes.discard(node)
