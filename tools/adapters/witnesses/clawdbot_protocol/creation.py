"""The operation `create`: values with default values (C1)."""

from functools import partial

from .dates import date
from .declared_types import PAYLOADS, TYPES, envelope
from .generated_ids import GeneratedIDs

GENERATED_COUNTS = range(1001)
PAYLOAD_TYPES = {f"ProtocolEnvelope<{name}>": name for name in PAYLOADS}


def create(params):
    count = int(params.get("generate", 0))
    if count not in GENERATED_COUNTS:
        raise ValueError(f"'generate' can't be {count}")

    creator = Creator(now=date(params["now"], "/now"))
    values = [creator.create(value["type"], value["arguments"]) for value in params["values"]]
    for _ in range(count):
        creator.ids.generate()
    return {"values": values, "generatedIDs": creator.ids.counts()}


class Creator:
    """Creates the values of one request, as the initializers of the types do."""

    def __init__(self, now):
        self.now = now
        self.ids = GeneratedIDs()

    def create(self, type_name, arguments, path=""):
        """Returns the written value, without the id of a message if that was generated."""
        given = {name: argument for name, argument in arguments.items() if argument is not None}
        complete = {**self.defaults_of(type_name), **given}
        needs_id = type_name == "ChatMessage" and "id" not in given
        if needs_id:
            complete["id"] = {"value": self.ids.generate()}

        written = self.reader_of(type_name)(complete, path)
        if needs_id:
            del written["id"]
        return written

    def defaults_of(self, type_name):
        """Returns the wire form of the default values of a type, except the id of a message."""
        defaults = {
            "ChatMessage": {"timestamp": self.now, "status": "pending"},
            **dict.fromkeys(PAYLOAD_TYPES, {"version": "1.0"}),
            "MessageAck": {"serverTimestamp": self.now},
            "BotStateUpdate": {"timestamp": self.now},
            "StreamingChunk": {"isFinal": False},
        }
        return defaults.get(type_name, {})

    def reader_of(self, type_name):
        """Returns the reader of complete arguments. The payload of an envelope is created."""
        if type_name in PAYLOAD_TYPES:
            return envelope(partial(self.create, PAYLOAD_TYPES[type_name]))
        return TYPES[type_name]
