"""Sessions and lines as dicts with the members of the output.

They are never changed, only replaced.
"""


def session_of(given):
    return {
        **given,
        "timestamp": int(given["timestamp"]),
        "durationSeconds": int(given["durationSeconds"]),
        "dialogLines": lines_of(given["dialogLines"]),
    }


def lines_of(given):
    return [line_of(line) for line in given]


def line_of(given):
    return {**given, "timestamp": int(given["timestamp"])} if "timestamp" in given else given
