"""D12: what stands in the chats."""


class Message:
    def __init__(self, sender, body, stanza_id=None, archive_id=None, time=None):
        self.sender, self.body = sender, body
        self.stanza_id, self.archive_id, self.time = stanza_id, archive_id, time

    def is_same_as(self, other):
        if self.archive_id is not None and self.archive_id == other.archive_id:
            return True
        return self.stanza_id is not None and (self.sender, self.stanza_id) == (other.sender, other.stanza_id)

    def take_on(self, other):
        """The ids and the time that it did not have."""
        if self.stanza_id is None:
            self.stanza_id = other.stanza_id
        if self.archive_id is None:
            self.archive_id = other.archive_id
        if self.time is None:
            self.time = other.time

    def shown(self):
        shown = {"from": self.sender, "body": self.body}
        shown_id = self.stanza_id if self.stanza_id is not None else self.archive_id
        if shown_id is not None:
            shown["id"] = shown_id
        return shown


class Conversations:
    def __init__(self):
        self._messages = {}  # by contact, in the order in which they came

    def keep(self, contact, message):
        messages = self._messages.setdefault(contact, [])
        # One that has both ids may show that two which stand there already are one.
        same = [other for other in messages if other.is_same_as(message)]
        if not same:
            messages.append(message)
            return
        first, *others = same
        for other in [*others, message]:
            first.take_on(other)
        self._messages[contact] = [other for other in messages if other not in others]

    def shown(self, contact):
        """Those with a time by it, and behind them the others. Sorting is stable: the rest is the order of coming."""
        messages = self._messages.get(contact, [])
        timed = [message for message in messages if message.time is not None]
        others = [message for message in messages if message.time is None]
        return [message.shown() for message in sorted(timed, key=lambda message: message.time) + others]
