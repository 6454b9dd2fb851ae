"""The contract agent-directory, written from docs/contracts/agent-directory.md."""

from .client import client

OPERATIONS = {"client": client}
