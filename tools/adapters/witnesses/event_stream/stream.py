import re
from collections import namedtuple

MOST_BYTES = 1_048_576  # V3
GREATEST_RETRY = 2**53 - 1
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_END = re.compile(rb"[\r\n]")
DIGITS = re.compile("[0-9]+")

Event = namedtuple("Event", ["type", "data", "last_event_id"])


class LineTooLong(Exception):
    """V3"""


class Stream:
    """V1: server-sent events, read from bytes that come in pieces (V2)."""

    def __init__(self, last_event_id=""):
        self.last_event_id = last_event_id
        self.retry = None
        self._id = last_event_id
        self._type = ""
        self._data = []  # the values of the `data` fields of the current event
        self._start = b""  # what may yet become the byte order mark, None once that is decided
        self._line = bytearray()
        self._is_behind_cr = False

    def receive(self, piece):
        """The events that a piece of the stream completes, one by one."""
        for line in self._lines(self._without_mark(piece)):
            if line:
                self._take_field(line.decode("utf-8", "replace"))
            else:
                event = self._event()
                if event is not None:
                    yield event

    def _without_mark(self, piece):
        if self._start is None:
            return piece
        self._start += piece
        if len(self._start) < len(BYTE_ORDER_MARK) and BYTE_ORDER_MARK.startswith(self._start):
            return b""
        start, self._start = self._start, None
        return start[len(BYTE_ORDER_MARK) :] if start.startswith(BYTE_ORDER_MARK) else start

    def _lines(self, piece):
        at = 0
        while at < len(piece):
            if self._is_behind_cr:
                # The CR has ended its line already, so that an LF behind it ends none.
                self._is_behind_cr = False
                if piece[at] == ord("\n"):
                    at += 1
                    continue
            ending = LINE_END.search(piece, at)
            end = ending.start() if ending else len(piece)
            self._line += piece[at:end]
            if len(self._line) > MOST_BYTES:
                raise LineTooLong
            if ending is None:
                return
            self._is_behind_cr = ending.group() == b"\r"
            line = bytes(self._line)
            self._line.clear()
            at = ending.end()
            yield line

    def _take_field(self, line):
        name, _, value = line.partition(":")  # a comment is a field without a name
        if value.startswith(" "):
            value = value[1:]
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and DIGITS.fullmatch(value):
            digits = value.lstrip("0") or "0"
            # Python converts no more than 4300 digits.
            if len(digits) <= len(str(GREATEST_RETRY)) and int(digits) <= GREATEST_RETRY:
                self.retry = int(digits)

    def _event(self):
        self.last_event_id = self._id
        type_, data = self._type, self._data
        self._type, self._data = "", []
        if not data:
            return None
        return Event(type_ or "message", "\n".join(data), self.last_event_id)
