"""D12: what stands in the chats."""


class Message:
    """`origin` is the sender's full JID with the stanza id. An empty id is as none."""

    def __init__(self, sender, body, stanza_id, archive_id=None, time=None):
        self.sender, self.body = sender.bare, body
        self.origin = (sender, stanza_id) if stanza_id else None
        self.archive_id, self.time = archive_id or None, time

    def has_archive_id_of(self, other):
        return self.archive_id is not None and self.archive_id == other.archive_id

    def has_origin_of(self, other):
        """A sender may use an id again; two archive ids tell that it did."""
        is_told_apart = self.archive_id is not None and other.archive_id is not None
        return self.origin is not None and self.origin == other.origin and not is_told_apart

    def take_on(self, other):
        """The ids and the time that it did not have."""
        if self.origin is None:
            self.origin = other.origin
        if self.archive_id is None:
            self.archive_id = other.archive_id
        if self.time is None:
            self.time = other.time

    def shown(self):
        shown = {"from": self.sender, "body": self.body}
        shown_id = self.origin[1] if self.origin is not None else self.archive_id
        if shown_id is not None:
            shown["id"] = shown_id
        return shown


class Conversations:
    def __init__(self):
        self._messages = {}  # by contact, in the order in which they came

    def keep(self, contact, message):
        messages = self._messages.setdefault(contact, [])
        # One that has both ids may show that two which stand there already are one.
        archived = [other for other in messages if other.has_archive_id_of(message)][:1]
        sent = [other for other in messages if other.has_origin_of(message)][:1]
        same = sorted(archived + sent, key=messages.index)
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
