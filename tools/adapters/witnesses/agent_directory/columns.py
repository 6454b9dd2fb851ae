"""D1, D4: columns and lists."""

from .addresses import bare_of
from .namespaces import DISCO
from .text import trimmed

DISPATCHERS, GROUPS, INDIVIDUALS, SUBAGENTS = range(4)
NAMES = ["dispatchers", "groups", "individuals", "subagents"]


class Column:
    """The state of a column (D1) and of its requests (D5, D6)."""

    def __init__(self):
        self.empty()

    def empty(self):
        """D2"""
        self.names = {}  # the items' names by their bare JIDs, in the order of the list
        self.choice = None
        self.node = None
        self.forget_request()

    def forget_request(self):
        self.request_id = None  # of the open request
        self.is_due = False  # D6: one more request follows the reply


def listed_items(query):
    """The names of a list's items by their bare JIDs (D4)."""
    names = {}
    for item in query.all(DISCO, "item"):
        jid, name = bare_of(item.get("jid")), item.get("name")
        if jid is not None and jid not in names:
            names[jid] = name if name is not None and trimmed(name) else jid
    return names


def list_in(reply, node):
    """The `query` of a reply that is a success, or None if the reply is a failure (D4)."""
    if reply.get("type") != "result":
        return None
    queries = [query for query in reply.all(DISCO, "query") if query.get("node") in (None, node)]
    return queries[0] if queries else None
