"""D17: which contacts are typing."""

from .namespaces import STATES

NAMES = ("active", "composing", "paused", "inactive", "gone")


def chat_state_of(message):
    """The name of a message's chat state, or None without one."""
    for child in message.children:
        if child.namespace == STATES and child.name in NAMES:
            return child.name
    return None


class Typing:
    """The contacts that are typing."""

    def __init__(self):
        self.forget()

    def forget(self):
        self._contacts = set()

    def is_typing(self, contact):
        return contact in self._contacts

    def take(self, contact, chat_state, has_text):
        """Handles a message of the contact."""
        if chat_state == "composing":
            self._contacts.add(contact)
        elif chat_state is not None or has_text:
            self.stop(contact)

    def stop(self, contact):
        self._contacts.discard(contact)
