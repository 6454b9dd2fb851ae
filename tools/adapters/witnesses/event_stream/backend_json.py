import math

from wire.json_number import JSONNumber
from wire.json_reader import JSONError, Reader

MOST_LEVELS = 500


class BackendReader(Reader):
    """Reads JSON as the conventions of the document limit it: in levels, and in numbers."""

    def scalar(self, character):
        value = super().scalar(character)
        if isinstance(value, JSONNumber) and math.isinf(float(value.literal)):
            raise JSONError(f"a number beyond all doubles before {self.at}")
        return value


def read_backend_json(text):
    return BackendReader(text, MOST_LEVELS).document()


def is_object(body):
    """Whether a body, which the wire has read already, is a JSON object of few enough levels."""
    return isinstance(body, dict) and levels(body) <= MOST_LEVELS


def levels(value):
    count, containers = 0, [value]
    while containers:
        count += 1
        items = []
        for container in containers:
            items += container.values() if isinstance(container, dict) else container
        containers = [item for item in items if isinstance(item, (dict, list))]
    return count
