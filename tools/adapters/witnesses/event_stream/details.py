from wire.json_number import JSONNumber

GREATEST_INTEGER = 2**53 - 1


def details_of(body):
    """S7: the details in the body of an accepted status, as members of a state."""
    hat = body.get("hat")
    details = {
        "iteration": whole_number(body.get("iteration")),
        "hat": hat if isinstance(hat, str) else None,
        "elapsedSecs": whole_number(body.get("elapsed_secs")),
    }
    return {name: value for name, value in details.items() if value is not None}


def whole_number(value):
    """Returns the value of a number that is an integer from 0 to 2⁵³ − 1, or None."""
    integer = value.integer if isinstance(value, JSONNumber) else None
    return integer if integer is not None and 0 <= integer <= GREATEST_INTEGER else None
