from .addresses import bare_of
from .columns import DISPATCHERS, GROUPS, INDIVIDUALS, NAMES, SUBAGENTS, Column, list_in, listed_items
from .refusal import Refused
from .subscriptions import Subscriptions


class Directory:
    """D1 to D7: the columns, what is chosen in them, and whose chat is shown."""

    def __init__(self, outbox):
        self.outbox = outbox
        self.columns = [Column() for _ in NAMES]
        self.columns[DISPATCHERS].node = "dispatchers"
        self.selection = None  # the place of a column, and a bare JID
        self.chat = None  # D3: the contact's bare JID, once there is one
        self.chat_name = None
        self.last_individual = None
        self.subscriptions = Subscriptions(outbox)

    def connect(self):
        self.subscriptions.forget()
        for column in self.columns:
            if column.node is not None:
                self.request(column)
        if self.chat is not None:
            self.outbox.query_archive(self.chat)  # D11

    def request(self, column):
        """A new request takes the place of the open one, and of the one that was to follow (D5, D6)."""
        column.request_id = self.outbox.request(column.node)
        column.is_due_again = False

    # Choosing (D2)

    def select(self, column_name, text):
        place, jid = NAMES.index(column_name), bare_of(text)
        column = self.columns[place]
        if jid not in column.names:
            raise Refused("not_in_column")
        if self.selection == (place, jid):
            return
        if place == DISPATCHERS and column.choice != jid:
            self.last_individual = None
        if place == INDIVIDUALS:
            self.last_individual = jid
        self.selection = (place, jid)
        column.choice = jid
        if place != GROUPS:
            self.open_chat(jid, column.names[jid])
        if place != SUBAGENTS:
            self.fill(place + 1, f"{NAMES[place + 1]}:{jid}")

    def open_chat(self, jid, name):
        if self.chat != jid:
            self.outbox.query_archive(jid)  # D11
        self.chat, self.chat_name = jid, name

    def fill(self, place, node):
        for column in self.columns[place + 1 :]:
            column.empty()
        column = self.columns[place]
        if column.node != node:
            column.empty()
            column.node = node
        self.request(column)

    # Replies (D4 to D7)

    def take_reply(self, reply):
        """An `iq` of the directory, which answers a column's open request or nothing (D5)."""
        for place, column in enumerate(self.columns):
            if column.request_id == reply.get("id"):
                is_due_again = column.is_due_again
                column.forget_request()
                items = list_in(reply, column.node)
                if items is not None:
                    self.show(place, listed_items(items))
                    self.subscriptions.ensure(column.node)
                if is_due_again:
                    self.request(column)
                return

    def show(self, place, names):
        column = self.columns[place]
        column.names = names
        if place != GROUPS and self.chat in names:
            self.chat_name = names[self.chat]  # D4
        if column.choice is not None and column.choice not in names:
            self.lose_choice(place)

    def lose_choice(self, place):
        """D7"""
        self.columns[place].choice = None
        for column in self.columns[place + 1 :]:
            column.empty()
        if place != SUBAGENTS:
            self.last_individual = None
        if self.selection is not None and self.selection[0] >= place:
            self.selection = None

    def changed(self, node):
        """D6"""
        for column in self.columns:
            if node is not None and column.node == node:
                if column.request_id is None:
                    self.request(column)
                else:
                    column.is_due_again = True
