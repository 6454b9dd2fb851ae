"""D6: subscriptions."""


class Subscriptions:
    """The nodes that the client is subscribed to on this connection."""

    def __init__(self, outbox):
        self.outbox = outbox
        self.forget()

    def forget(self):
        self._nodes = set()
        self._open = {}  # nodes by the ids of subscriptions that weren't answered yet

    def ensure(self, node):
        """Subscribes to a node, unless the client is subscribed to it."""
        if node not in self._nodes:
            self._nodes.add(node)
            self._open[self.outbox.subscribe(node)] = node

    def take_reply(self, reply):
        """Handles an `iq` of the pubsub service, which may answer a subscription (D5)."""
        node = self._open.pop(reply.get("id"), None)
        if reply.get("type") == "error":
            self._nodes.discard(node)
