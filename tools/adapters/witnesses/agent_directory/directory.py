"""D1 to D8: the columns, the selection, the open chat, and the parents of sub-agents."""

from .addresses import bare_of
from .columns import DISPATCHERS, GROUPS, NAMES, SUBAGENTS, Column, list_in, listed_items
from .refusal import Refused
from .subscriptions import Subscriptions


class Directory:
    """What the client knows from the directory, and what the user selected in it."""

    def __init__(self, outbox):
        self.outbox = outbox
        self.columns = [Column() for _ in NAMES]
        self.columns[DISPATCHERS].node = "dispatchers"
        self.selection = None  # the place of a column, and a bare JID
        self.chat = None  # D3: the contact's bare JID
        self.chat_name = None
        self.parents = {}  # D8: individuals by their sub-agents, both as bare JIDs
        self.subscriptions = Subscriptions(outbox)

    def connect(self):
        """Forgets the subscriptions and requests all columns that have a node (D13)."""
        self.subscriptions.forget()
        for column in self.columns:
            if column.node is not None:
                self.request(column)

    def request(self, column):
        """Requests a column. The new request replaces the open one and the due one (D4, D6)."""
        column.request_id = self.outbox.request(column.node)
        column.is_due = False

    # Selecting (D2)

    def select(self, column_name, text):
        place, jid = NAMES.index(column_name), bare_of(text)
        column = self.columns[place]
        if jid not in column.names:
            raise Refused("not_in_column")
        if self.selection == (place, jid):
            return
        self.selection = (place, jid)
        column.choice = jid
        if place != GROUPS:
            self.open_chat(jid, column.names[jid])
        if place != SUBAGENTS:
            self.fill(place + 1, f"{NAMES[place + 1]}:{jid}")

    def open_chat(self, jid, name):
        """D3, D11"""
        if self.chat != jid:
            self.outbox.query_archive(jid)
        self.chat, self.chat_name = jid, name

    def fill(self, place, node):
        """Gives a column its node, empties the columns to its right, and requests it."""
        for column in self.columns[place + 1 :]:
            column.empty()
        column = self.columns[place]
        if column.node != node:
            column.empty()
            column.node = node
        self.request(column)

    # Replies (D4 to D8)

    def take_reply(self, reply):
        """Handles an `iq` of the directory, which may answer a column's open request (D5)."""
        for place, column in enumerate(self.columns):
            if column.request_id == reply.get("id"):
                was_due = column.is_due
                column.forget_request()
                items = list_in(reply, column.node)
                if items is not None:
                    self.show(place, listed_items(items))
                    self.subscriptions.ensure(column.node)
                if was_due:
                    self.request(column)
                return

    def show(self, place, names):
        """Shows the items of a successful list."""
        column = self.columns[place]
        column.names = names
        if place == SUBAGENTS:
            self.record_parent(column)
        if place != GROUPS and self.chat in names:
            self.chat_name = names[self.chat]  # D4
        if column.choice is not None and column.choice not in names:
            self.clear_choice(place)

    def record_parent(self, column):
        """Records the individual of a list of sub-agents as the parent of each of them (D8)."""
        individual = column.node.removeprefix(f"{NAMES[SUBAGENTS]}:")
        for subagent in column.names:
            self.parents[subagent] = individual

    def clear_choice(self, place):
        """D7: the choice of a column vanished."""
        self.columns[place].choice = None
        for column in self.columns[place + 1 :]:
            column.empty()
        if self.selection is not None and self.selection[0] >= place:
            self.selection = None
            self.chat = self.chat_name = None

    def changed(self, node):
        """Handles a change of the list of a node (D6)."""
        for column in self.columns:
            if node is not None and column.node == node:
                if column.request_id is None:
                    self.request(column)
                else:
                    column.is_due = True
