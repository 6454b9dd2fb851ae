"""The contract chat-history, written from docs/contracts/chat-history.md."""

from .app import history

OPERATIONS = {"history": history}
