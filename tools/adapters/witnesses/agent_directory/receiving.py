from .addresses import JID, bare_of, jid_of
from .conversations import Message
from .namespaces import ARCHIVE, CARBONS, CLIENT, EVENT, FORWARD, IDS, SUBAGENT
from .stanzas import stanza_of
from .times import time_of

NO_CONVERSATION = ("error", "groupchat", "headline")  # types of messages, D8 and D12


class Receiver:
    """What becomes of the stanzas that come."""

    def __init__(self, client):
        self.client = client
        self.account = JID(client.user.bare, None)

    def receive(self, text):
        stanza = stanza_of(text)
        if stanza.namespace == CLIENT and stanza.name in ("iq", "presence", "message"):  # D10
            getattr(self, "receive_" + stanza.name)(stanza)

    def receive_iq(self, iq):
        """D5, D6"""
        sender = jid_of(iq.get("from"))
        if sender is None or iq.get("type") not in ("result", "error") or iq.get("id") is None:
            return
        directory = self.client.directory
        if sender.bare == self.client.outbox.pubsub:
            directory.subscriptions.take_reply(iq)
        if sender == self.client.outbox.directory:
            directory.take_reply(iq)

    def receive_presence(self, presence):
        sender = jid_of(presence.get("from"))
        if sender is not None:
            self.client.presence.take(sender, presence.get("type"))

    def receive_message(self, message):
        if message.get("type") == "error":
            return  # whatever is in it
        sender = jid_of(message.get("from"))
        if sender is not None and sender.bare == self.client.outbox.pubsub:
            self.take_events(message)
        # Whatever is inside counts only if it comes from the user's own account: else it is a forgery.
        is_from_account = sender == self.account
        result = message.first(ARCHIVE, "result")
        if result is not None and (is_from_account or message.get("from") is None):
            self.take_archived(result)
            return
        copies = [child for child in message.children if child.namespace == CARBONS]
        copies = [copy for copy in copies if copy.name in ("received", "sent")]
        if copies and is_from_account:
            self.take_copy(copies[0])
            return
        self.take_live(message)

    def take_events(self, message):
        """D6"""
        for event in message.all(EVENT, "event"):
            for change in event.children:
                if change.namespace == EVENT and change.name in ("items", "purge", "delete"):
                    self.client.directory.changed(change.get("node"))

    # Messages (D12)

    def take_archived(self, result):
        forwarded = result.first(FORWARD, "forwarded")
        message = message_in(forwarded)
        if message is None:
            return
        contact = bare_of(message.get("from"))
        if contact == self.account.bare:
            contact = self.receiver_of(message)
        self.keep(contact, message, forwarded, result.get("id"))

    def take_copy(self, copy):
        forwarded = copy.first(FORWARD, "forwarded")
        message = message_in(forwarded)
        if message is None:
            return
        if copy.name == "received":
            self.take_live(message, forwarded)
        elif bare_of(message.get("from")) == self.account.bare:
            self.keep(self.receiver_of(message), message, forwarded)

    def receiver_of(self, message):
        """Of one by the user, which is to the user where it is to nobody."""
        return bare_of(message.get("to")) or self.account.bare

    def take_live(self, message, forwarded=None):
        sender = bare_of(message.get("from"))
        self.keep(sender, message, forwarded)
        response = message.first(SUBAGENT, "response")
        if response is not None and message.get("type") not in NO_CONVERSATION:
            # D8: last, since a response that is refused is a message all the same.
            self.client.deliver(response.get("task_id"), sender, body_of(message))

    def keep(self, contact, message, forwarded=None, archive_id=None):
        sender, body = jid_of(message.get("from")), body_of(message)
        if sender is None or not body or message.get("type") in NO_CONVERSATION:
            return
        if not archive_id:
            archive_id = self.archive_id_in(message)
        kept = Message(sender, body, message.get("id"), archive_id, time_of(message, forwarded))
        self.client.conversations.keep(contact, kept)

    def archive_id_in(self, message):
        for stanza_id in message.all(IDS, "stanza-id"):
            if jid_of(stanza_id.get("by")) == self.account and stanza_id.get("id"):
                return stanza_id.get("id")
        return None


def message_in(forwarded):
    return None if forwarded is None else forwarded.first(CLIENT, "message")


def body_of(message):
    """The character data of the first body, empty without any."""
    body = message.first(CLIENT, "body")
    return "" if body is None else body.text
