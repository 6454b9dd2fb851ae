"""The contract event-stream, written from docs/contracts/event-stream.md."""

from .liveness import liveness
from .parse import parse
from .session import session

OPERATIONS = {"parse": parse, "liveness": liveness, "session": session}
