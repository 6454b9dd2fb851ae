"""D18, D19: the messages of conversations."""


class Message:
    """A message. Its `origin` is the sender's full JID and the stanza id (D18)."""

    def __init__(self, sender, body, stanza_id, archive_id=None, time=None):
        self.sender, self.body = sender.bare, body
        self.origin = (sender, stanza_id) if stanza_id else None
        self.archive_id, self.time = archive_id or None, time

    def has_archive_id_of(self, other):
        return self.archive_id is not None and self.archive_id == other.archive_id

    def has_origin_of(self, other):
        """Compares origins. Messages that both have an archive id are never the same by origin."""
        have_archive_ids = self.archive_id is not None and other.archive_id is not None
        return self.origin is not None and self.origin == other.origin and not have_archive_ids

    def take_on(self, other):
        """Takes the ids and the time that it doesn't have."""
        if self.origin is None:
            self.origin = other.origin
        if self.archive_id is None:
            self.archive_id = other.archive_id
        if self.time is None:
            self.time = other.time

    def shown(self):
        """The message as it is in the output."""
        shown = {"from": self.sender, "body": self.body}
        shown_id = self.origin[1] if self.origin is not None else self.archive_id
        if shown_id is not None:
            shown["id"] = shown_id
        return shown


class Conversations:
    """The messages of each contact, in the order in which they arrived."""

    def __init__(self):
        self._messages = {}

    def keep(self, contact, message):
        """Adds a message, or merges it with the one or two that are the same (D18)."""
        messages = self._messages.setdefault(contact, [])
        same_archive_id = [other for other in messages if other.has_archive_id_of(message)][:1]
        same_origin = [other for other in messages if other.has_origin_of(message)][:1]
        same = sorted(same_archive_id + same_origin, key=messages.index)
        if not same:
            messages.append(message)
            return

        first, *others = same
        for other in [*others, message]:
            first.take_on(other)
        self._messages[contact] = [other for other in messages if other not in others]

    def shown(self, contact):
        """The messages as they are in the output. Sorting is stable (D19)."""
        messages = self._messages.get(contact, [])
        timed = [message for message in messages if message.time is not None]
        others = [message for message in messages if message.time is None]
        timed.sort(key=lambda message: message.time)
        return [message.shown() for message in timed + others]
