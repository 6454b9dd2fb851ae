import json

from .json_number import GREATEST, LEAST, JSONNumber


class Written(str):
    """A piece of the output, as it stands."""


OPENING_BRACE, CLOSING_BRACE = Written("{"), Written("}")
OPENING_BRACKET, CLOSING_BRACKET = Written("["), Written("]")
COMMA = Written(",")
DEPTHS = {OPENING_BRACE: 1, OPENING_BRACKET: 1, CLOSING_BRACE: -1, CLOSING_BRACKET: -1}
MOST_LEVELS = 512  # of a message, by the protocol


def write_json(value):
    """A value as JSON in ASCII, numbers with the digits that they came with. Raises ValueError where no message can hold it.

    What is due is kept in a list and not on the call stack: 512 levels would take more calls than Python allows.
    """
    pieces, due, depth = [], [value], 0
    while due:
        item = due.pop()
        if isinstance(item, Written):
            depth += DEPTHS.get(item, 0)
            if depth > MOST_LEVELS:
                raise ValueError("the output has too many levels of nesting")
            pieces.append(item)
        elif isinstance(item, dict):
            due += between(OPENING_BRACE, [(Written(quoted(name) + ":"), item[name]) for name in item], CLOSING_BRACE)
        elif isinstance(item, list):
            due += between(OPENING_BRACKET, [(element,) for element in item], CLOSING_BRACKET)
        else:
            pieces.append(scalar(item))
    return "".join(pieces)


def between(opening, items, closing):
    """What is due for a container, last things first."""
    due = [closing]
    for item in reversed(items):
        due += reversed(item)
        due.append(COMMA)
    if items:
        due.pop()
    return [*due, opening]


def scalar(value):
    if isinstance(value, JSONNumber):
        return value.literal
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, (bool, int)):
        if not LEAST <= (value or 0) <= GREATEST:
            raise ValueError(f"{value} is no integer of 64 bits")
        return json.dumps(value)
    raise TypeError(f"{type(value).__name__} is nothing that JSON has")  # a float among others: no contract has any


def quoted(text):
    return json.dumps(text)
