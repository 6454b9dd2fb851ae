from .namespaces import ARCHIVE, CLIENT, DISCO, FORM, PAGES, PUBSUB, SUBAGENT
from .text import sendable


class Outbox:
    """What is sent. Each stanza that is sent gives its id."""

    def __init__(self, user, directory, pubsub, id_prefix):
        self.user, self.directory, self.pubsub = user, directory, pubsub
        self.sent = []  # of the step
        self._id_prefix, self._count = id_prefix, 0

    def begin_step(self):
        self.sent = []

    def request(self, node):
        return self._send("iq", {"type": "get", "to": str(self.directory)}, element(DISCO, "query", {"node": node}))

    def subscribe(self, node):
        subscribe = element(PUBSUB, "subscribe", {"node": node, "jid": str(self.user)})
        return self._send("iq", {"type": "set", "to": self.pubsub}, element(PUBSUB, "pubsub", {}, subscribe))

    def query_archive(self, contact):
        form = element(
            FORM, "x", {"type": "submit"},
            element(FORM, "field", {"var": "FORM_TYPE", "type": "hidden"}, element(FORM, "value", {}, text=ARCHIVE)),
            element(FORM, "field", {"var": "with"}, element(FORM, "value", {}, text=contact)),
        )
        last_page = element(PAGES, "set", {}, element(PAGES, "before", {}))
        return self._send("iq", {"type": "set"}, element(ARCHIVE, "query", {}, form, last_page))

    def message(self, to, body, *others):
        return self._send("message", {"type": "chat", "to": to}, element(CLIENT, "body", {}, text=body), *others)

    def _send(self, name, attributes, *children):
        self._count += 1
        stanza_id = f"{self._id_prefix}{self._count}"
        self.sent.append(element(CLIENT, name, {**attributes, "id": stanza_id}, *children))
        return stanza_id


def work_element(task_id, parent):
    return element(SUBAGENT, "work", {"task_id": task_id, "parent_jid": parent})


def element(namespace, name, attributes, *children, text=""):
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
