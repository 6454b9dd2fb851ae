"""The contract clawdbot-protocol, written from docs/contracts/clawdbot-protocol.md."""

from .assembly import assemble
from .creation import create
from .roundtrip import roundtrip

OPERATIONS = {"roundtrip": roundtrip, "create": create, "assemble": assemble}
