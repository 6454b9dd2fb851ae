from .addresses import bare_of
from .namespaces import DISCO
from .text import trimmed

DISPATCHERS, GROUPS, INDIVIDUALS, SUBAGENTS = range(4)
NAMES = ["dispatchers", "groups", "individuals", "subagents"]  # D1


class Column:
    def __init__(self):
        self.empty()

    def empty(self):
        """D2"""
        self.names = {}  # of the items by their bare JIDs, in the order of the list
        self.choice = None
        self.node = None
        self.forget_request()

    def forget_request(self):
        self.request_id = None  # of the open request
        self.is_due_again = False  # D6: a request follows the reply


def listed_items(query):
    """D4: the names of a list's items by their bare JIDs."""
    names = {}
    for item in query.all(DISCO, "item"):
        jid, name = bare_of(item.get("jid")), item.get("name")
        if jid is not None and jid not in names:
            names[jid] = name if name is not None and trimmed(name) else jid
    return names


def list_in(reply, node):
    """D4: the list that a reply brings, None where it brings none and so counts as an error."""
    if reply.get("type") != "result":
        return None
    queries = [query for query in reply.all(DISCO, "query") if query.get("node") in (None, node)]
    return queries[0] if queries else None
