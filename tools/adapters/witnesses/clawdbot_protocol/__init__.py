"""The contract clawdbot-protocol, written from docs/contracts/clawdbot-protocol.md."""

from .assembly import assemble
from .roundtrip import roundtrip

OPERATIONS = {"roundtrip": roundtrip, "assemble": assemble}
