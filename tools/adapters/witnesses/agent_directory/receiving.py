"""Received stanzas: which of them count, and for what."""

from .addresses import JID, bare_of, jid_of
from .chat_states import chat_state_of
from .conversations import Message
from .namespaces import ARCHIVE, CARBONS, CLIENT, EVENT, FORWARD, IDS, SUBAGENT
from .stanzas import stanza_of
from .times import time_of

IGNORED_TYPES = ("error", "groupchat", "headline")  # of messages: D12, D14, D17


class Receiver:
    """Handles the stanzas that a client receives."""

    def __init__(self, client):
        self.client = client
        self.account = JID(client.user.bare, None)

    def receive(self, text):
        """D10"""
        stanza = stanza_of(text)
        if stanza.namespace == CLIENT and stanza.name in ("iq", "presence", "message"):
            getattr(self, "receive_" + stanza.name)(stanza)

    def receive_iq(self, iq):
        """D5: replies to requests and to subscriptions."""
        sender = jid_of(iq.get("from"))
        if sender is None or iq.get("type") not in ("result", "error") or not iq.get("id"):
            return
        directory = self.client.directory
        if sender.bare == self.client.outbox.pubsub:
            directory.subscriptions.take_reply(iq)
        if sender == self.client.outbox.directory:
            directory.take_reply(iq)

    def receive_presence(self, presence):
        """D9, and the end of typing in D17."""
        sender, kind = jid_of(presence.get("from")), presence.get("type")
        if sender is None:
            return
        self.client.presence.take(sender, kind)
        if kind == "unavailable" and not self.client.presence.is_online(sender.bare):
            self.client.typing.stop(sender.bare)

    def receive_message(self, message):
        """D12: an archived, copied or live message. In addition, an event (D5)."""
        if message.get("type") == "error":
            return
        sender = jid_of(message.get("from"))
        if sender is not None and sender.bare == self.client.outbox.pubsub:
            self.take_events(message)

        # A copy or an archived message from anyone but the user's own account is a forgery.
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
        self.take_response(message, is_archived=True)

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
        """The contact of a message that the user sent."""
        return bare_of(message.get("to")) or self.account.bare

    def take_live(self, message, forwarded=None):
        """Handles a live message, or the message of a `received` copy."""
        sender = bare_of(message.get("from"))
        self.keep(sender, message, forwarded)
        if sender is not None and message.get("type") not in IGNORED_TYPES:
            has_text = body_of(message) != ""
            self.client.typing.take(sender, chat_state_of(message), has_text)
        # This comes last: a response that is an error is a message all the same.
        self.take_response(message, is_archived=False)

    def take_response(self, message, is_archived):
        """D14, D15"""
        response = message.first(SUBAGENT, "response")
        if response is None or message.get("type") in IGNORED_TYPES:
            return
        task_id, sender = response.get("task_id"), bare_of(message.get("from"))
        task = self.client.work.answered(task_id, sender, is_archived)
        if task is not None:
            self.client.deliver(task, task_id, body_of(message))

    def keep(self, contact, message, forwarded=None, archive_id=None):
        """Adds a message to the conversation with the contact, if it is one that is added."""
        sender, body = jid_of(message.get("from")), body_of(message)
        if sender is None or not body or message.get("type") in IGNORED_TYPES:
            return
        if not archive_id:
            archive_id = self.archive_id_in(message)
        time = time_of(message, forwarded)
        kept = Message(sender, body, message.get("id"), archive_id, time)
        self.client.conversations.keep(contact, kept)

    def archive_id_in(self, message):
        """The archive id in a `stanza-id` of the user's own account, or None (D18)."""
        for stanza_id in message.all(IDS, "stanza-id"):
            if jid_of(stanza_id.get("by")) == self.account and stanza_id.get("id"):
                return stanza_id.get("id")
        return None


def message_in(forwarded):
    """The message in a `forwarded`, or None."""
    return None if forwarded is None else forwarded.first(CLIENT, "message")


def body_of(message):
    """The character data of the first body, or an empty string without one."""
    body = message.first(CLIENT, "body")
    return "" if body is None else body.text
