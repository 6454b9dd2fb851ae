from collections import namedtuple

from .faults import Fault, demand_object

Member = namedtuple("Member", ["name", "read", "is_optional"])


def required(name, read):
    return Member(name, read, False)


def optional(name, read):
    return Member(name, read, True)


def structure(*members):
    """Returns a reader of objects with these members, in order of declaration (W1, F2).

    A reader takes a value and its path, and returns the written value. It raises a Fault.
    """

    def read(value, path):
        demand_object(value, path)
        written = {}
        for member in members:
            if member.is_optional and value.get(member.name) is None:
                continue  # W1: missing or null
            written[member.name] = read_member(member.name, member.read, value, path)
        return written

    return read


def read_member(name, read, value, path):
    if name not in value:
        raise Fault("missing_key", f"{path}/{name}")
    return read(value[name], f"{path}/{name}")
