from wire.json_reader import JSONError

from .backend_json import read_backend_json


def workflow_event(data):
    """S2: the event that the data of a `workflow` event holds, None where it does not decode."""
    try:
        value = read_backend_json(data)
    except JSONError:
        return None
    if not (isinstance(value, dict) and isinstance(value.get("topic"), str) and isinstance(value.get("ts"), str)):
        return None
    return {name: value[name] for name in ("topic", "ts", "payload") if name in value}
