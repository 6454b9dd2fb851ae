from wire.json_number import JSONNumber


class Fault(Exception):
    """F1, at the place that `path` points to (F2)."""

    def __init__(self, code, path):
        super().__init__(f"{code} {path}")
        self.code, self.path = code, path


def demand(kind, value, path):
    """The value, which has to be of this kind."""
    if value is None:
        raise Fault("null_value", path)
    if type(value) is not kind:  # bool is an int to Python, but no kind stands for another (F1)
        raise Fault("wrong_type", path)
    return value


def demand_object(value, path):
    return demand(dict, value, path)


def text(value, path):
    return demand(str, value, path)


def boolean(value, path):
    return demand(bool, value, path)


def integer(value, path):
    """W5 and W9."""
    number = demand(JSONNumber, value, path).integer
    if number is None:
        raise Fault("invalid_value", path)
    return number


def one_of(*names):
    def read(value, path):
        name = text(value, path)
        if name not in names:
            raise Fault("invalid_value", path)
        return name

    return read
