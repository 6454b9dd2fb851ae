"""Edits of JSON values by JSON Pointer."""

import copy

# As a new value, it removes the old one. As a result, it says that there is no value.
MISSING = "<missing>"


def tokens(pointer):
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def value_at(value, pointer):
    """Returns the value at a pointer, or MISSING."""
    for token in tokens(pointer):
        try:
            value = value[int(token)] if isinstance(value, list) else value[token]
        except (LookupError, TypeError, ValueError):
            return MISSING
    return value


def edited(value, pointer, new):
    """Returns a copy with a value replaced, added or, if it is MISSING, removed.

    What isn't on the way to the pointer is shared with the original. The whole value is replaced by
    null if it is removed. Raises a LookupError if nothing can be at the pointer.
    """
    if pointer == "":
        return None if new == MISSING else new

    root = place = copy.copy(value)
    *path, last = tokens(pointer)
    for token in path:
        key = int(token) if isinstance(place, list) else token
        place[key] = copy.copy(place[key])
        place = place[key]

    if isinstance(place, list):
        index = len(place) if last == "-" else int(last)
        if index > len(place) or (index == len(place) and new == MISSING):
            raise LookupError(f"there is no element {pointer}")
        place[index : index + 1] = [] if new == MISSING else [new]
    elif new == MISSING:
        del place[last]
    else:
        place[last] = new
    return root
