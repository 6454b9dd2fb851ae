"""Compares the output printed in a document with real output, and replaces it.

Both are compared with masked figures, so that a new case doesn't change a document: numbers,
versions, durations and hexadecimal tokens become `#`, and plurals after a number become singular.
Zero stays zero, since "0 failed" and "3 failed" say different things.
"""

import difflib
import re

OMITTED = ("…", "...")
CUT = " …"

TOKEN = re.compile(r"\b(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}\b")
DURATION = re.compile(r"\d+(?:[.,]\d+)* ?(?:ns|µs|ms|s|min|h)\b(?: \d+ ?(?:ms|s|min)\b)*")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
COUNTED = re.compile(r"(?<=[#0] )[a-z]{3,}(?: [a-z]{3,})?")
PLURAL = re.compile(r"(?<=\w{2})(?<!s)s\b")

# A renewed output keeps lines between two omissions if the first one is this similar to the old one.
SIMILAR = 0.6
# The number of lines by which such lines may grow.
MOST_ADDED = 4


def masked(line):
    line = TOKEN.sub("#", line)
    line = DURATION.sub("# s", line)
    line = NUMBER.sub(lambda match: "#" if match.group().strip("0.,") else "0", line)
    line = COUNTED.sub(lambda match: PLURAL.sub("", match.group()), line)

    # The widths of columns depend on the figures in them.
    line = re.sub(r"(?<=\S) {2,}", " ", line)
    return re.sub(r"^ +(?=[#0])", "", line)


def segments_of(lines):
    """Returns the runs of lines between the omissions: one run if nothing is omitted."""
    segments = [[]]
    for line in lines:
        if line.strip() in OMITTED:
            segments.append([])
        else:
            segments[-1].append(line)
    return segments


def is_like(expected, actual, mask=masked):
    if expected.endswith(CUT):
        return mask(actual).startswith(mask(expected[: -len(CUT)]))
    return mask(expected) == mask(actual)


def are_like(expected, actual, mask):
    return len(expected) == len(actual) and all(
        is_like(one, other, mask) for one, other in zip(expected, actual)
    )


def first_mismatch(expected, actual, mask=masked):
    """Returns the index of the first line of `expected` that doesn't fit, or None if all fit.

    The index is the number of lines if the actual output goes on.
    """
    segments = segments_of(expected)
    last = len(segments) - 1
    index, position = 0, 0

    for number, segment in enumerate(segments):
        # Each omission stands for at least one line.
        earliest = position if number == 0 else position + 1
        latest = len(actual) - len(segment)

        if number == 0:
            starts = [0]
        elif number == last:
            starts = [max(latest, earliest)]
        else:
            starts = range(earliest, max(latest, earliest) + 1)

        fitting = (
            start for start in starts if are_like(segment, actual[start : start + len(segment)], mask)
        )
        start = next(fitting, None)
        if start is None or start > len(actual):
            return index + mismatch_in(segment, actual[starts[0] :], mask)

        position = start + len(segment)
        index += len(segment) + (number != last)

    return None if position == len(actual) else index


def mismatch_in(segment, actual, mask):
    for number, line in enumerate(segment):
        if number >= len(actual) or not is_like(line, actual[number], mask):
            return number
    return 0


def renewed(expected, actual):
    """Returns the lines to print in a document in place of `expected`.

    Lines that were omitted stay omitted: the new lines have as many lines before the first omission
    and after the last one as the old ones. If nothing was omitted, nothing is.
    """
    segments = segments_of(expected)
    head, middles, tail = segments[0], segments[1:-1], segments[-1]
    end = len(actual) - len(tail)

    if len(segments) == 1:
        return like(head, actual)
    if len(head) >= end:
        return list(actual)

    lines = like(head, actual[: len(head)])
    position = len(head)

    for middle in middles:
        found = most_similar(middle, actual[:end], position)
        if found is not None:
            start, next_position = found
            lines += omitted(position, start) + like(middle, actual[start:next_position])
            position = next_position

    return lines + omitted(position, end) + like(tail, actual[end:])


def omitted(start, end):
    return [OMITTED[0]] if start < end else []


def like(old, new):
    """Returns the new lines, each cut at a space if the old line at its position was cut."""
    cut = [len(line) if line.endswith(CUT) else None for line in old]
    cut += [None] * (len(new) - len(old))
    return [cut_to(length, line) for length, line in zip(cut, new)]


def cut_to(length, line):
    if length is None or len(line) <= length:
        return line
    return line[: length - len(CUT) + 1].rsplit(" ", 1)[0] + CUT


def most_similar(segment, actual, first):
    """Returns where lines like those of the segment start and end, or None if there are none.

    There may be some more lines than in the segment, or fewer.
    """
    starts = range(first, len(actual))
    start = max(starts, key=lambda start: (similarity(segment, actual, start), -start), default=None)
    if start is None or similarity_of(segment[0], actual[start]) < SIMILAR:
        return None

    usual = start + len(segment) - 1
    ends = range(start, min(usual + MOST_ADDED + 1, len(actual)))
    last = max(ends, key=lambda end: (similarity_of(segment[-1], actual[end]), -abs(end - usual)))
    return start, last + 1


def similarity(segment, actual, start):
    """Returns how similar the first lines are, and then all."""
    each = [similarity_of(*pair) for pair in zip(segment, actual[start:])]
    return each[0], sum(each)


def similarity_of(old, new):
    return difflib.SequenceMatcher(None, masked(old), masked(new), autojunk=False).ratio()
