"""The stanzas that the client sends."""

from .namespaces import ARCHIVE, CARBONS, CLIENT, DISCO, FORM, PAGES, PUBSUB, SUBAGENT
from .text import sendable


class Outbox:
    """Records the stanzas of a step. Each method that sends one stanza returns its id."""

    def __init__(self, user, directory, pubsub, id_prefix):
        self.user, self.directory, self.pubsub = user, directory, pubsub
        self.sent = []  # in the current step
        self._id_prefix, self._count = id_prefix, 0

    def begin_step(self):
        self.sent = []

    def begin_connection(self):
        """Sends the initial presence and enables carbons (D13)."""
        self._send("presence", {})
        self._send("iq", {"type": "set"}, element(CARBONS, "enable", {}))

    def request(self, node):
        query = element(DISCO, "query", {"node": node})
        return self._send("iq", {"type": "get", "to": str(self.directory)}, query)

    def subscribe(self, node):
        subscribe = element(PUBSUB, "subscribe", {"node": node, "jid": str(self.user)})
        pubsub = element(PUBSUB, "pubsub", {}, subscribe)
        return self._send("iq", {"type": "set", "to": self.pubsub}, pubsub)

    def query_archive(self, contact):
        """Queries the last page of the messages with a contact (D11)."""
        form = element(
            FORM,
            "x",
            {"type": "submit"},
            field({"var": "FORM_TYPE", "type": "hidden"}, ARCHIVE),
            field({"var": "with"}, contact),
        )
        last_page = element(PAGES, "set", {}, element(PAGES, "before", {}))
        return self._send("iq", {"type": "set"}, element(ARCHIVE, "query", {}, form, last_page))

    def message(self, to, body, *others):
        body_element = element(CLIENT, "body", {}, text=body)
        return self._send("message", {"type": "chat", "to": to}, body_element, *others)

    def _send(self, name, attributes, *children):
        self._count += 1
        stanza_id = f"{self._id_prefix}{self._count}"
        self.sent.append(element(CLIENT, name, {**attributes, "id": stanza_id}, *children))
        return stanza_id


def work_element(task_id, parent):
    return element(SUBAGENT, "work", {"task_id": task_id, "parent_jid": parent})


def field(attributes, value):
    """A field of a form with one value."""
    return element(FORM, "field", attributes, element(FORM, "value", {}, text=value))


def element(namespace, name, attributes, *children, text=""):
    """A sent element as it is in the output."""
    shown = {
        "name": name,
        "namespace": namespace,
        "attributes": {attribute: sendable(value) for attribute, value in attributes.items()},
    }
    if text:
        shown["text"] = sendable(text)
    if children:
        shown["children"] = list(children)
    return shown
