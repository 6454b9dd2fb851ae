from wire.json_reader import JSONError

from .backend_json import read_backend_json


def workflow_event(data):
    """S2: the event in the data of a `workflow` event, or None if the event is skipped."""
    try:
        value = read_backend_json(data)
    except JSONError:
        return None
    if not isinstance(value, dict):
        return None
    if not all(isinstance(value.get(name), str) for name in ("topic", "ts")):
        return None
    return {name: value[name] for name in ("topic", "ts", "payload") if name in value}
