from wire.json_reader import JSONError, read_json

MOST_LEVELS = 512


def workflow_event(data):
    """S2: the event that the data of a `workflow` event holds, None where it does not decode."""
    try:
        value = read_json(data, MOST_LEVELS)
    except JSONError:
        return None
    if not (isinstance(value, dict) and isinstance(value.get("topic"), str) and isinstance(value.get("ts"), str)):
        return None
    return {name: value[name] for name in ("topic", "ts", "payload") if name in value}
