"""Strict JSON: RFC 8259 and nothing else.

Objects become dicts, of whose repeated members the last counts, and numbers become JSONNumbers. Half a surrogate pair
becomes U+FFFD, so that every text that is read can be written as UTF-8. The `json` module would take NaN, and end
nesting with a RecursionError wherever it happens to be called from.
"""

import re

from .json_number import JSONNumber

SPACE = re.compile(r"[ \t\n\r]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
UNESCAPED = re.compile(r'[^"\\\x00-\x1f]*')
HEX = re.compile(r"[0-9A-Fa-f]{4}")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WORDS = [("true", True), ("false", False), ("null", None)]


class JSONError(ValueError):
    pass


def read_json(text, most_levels=None):
    """The value of a text. What is open is kept in a list and not on the call stack, so that no depth overflows it."""
    return Reader(text, most_levels).document()


class Reader:
    def __init__(self, text, most_levels):
        self.text = text
        self.most_levels = most_levels
        self.at = 0
        self.open = []  # the containers around the position, innermost last
        self.names = []  # of each of them the name of the member that is read, None in an array

    def document(self):
        while True:
            value = self.value_that_is_whole()
            while self.open:
                self.add(value)
                if self.has_next_item():
                    break
                value = self.closed()
            if not self.open:
                if self.peek():
                    raise self.unexpected()
                return value

    def value_that_is_whole(self):
        """Enters containers until there is a value that needs no more reading: a scalar, or a container of nothing."""
        while True:
            character = self.peek()
            if character == "{":
                self.enter({})
                if self.skip("}"):
                    return self.closed()
                self.names[-1] = self.name()
            elif character == "[":
                self.enter([])
                if self.skip("]"):
                    return self.closed()
            else:
                return self.scalar(character)

    def enter(self, container):
        if len(self.open) == self.most_levels:
            raise JSONError(f"nested more than {self.most_levels} deep at {self.at}")
        self.at += 1
        self.open.append(container)
        self.names.append(None)

    def closed(self):
        self.names.pop()
        return self.open.pop()

    def add(self, value):
        container = self.open[-1]
        if isinstance(container, dict):
            container[self.names[-1]] = value
        else:
            container.append(value)

    def has_next_item(self):
        """Moves to the next item of the innermost container, or behind its end."""
        is_object = isinstance(self.open[-1], dict)
        if self.skip(","):
            if is_object:
                self.names[-1] = self.name()
            return True
        if self.skip("}" if is_object else "]"):
            return False
        raise self.unexpected()

    def name(self):
        if self.peek() != '"':
            raise self.unexpected()
        name = self.string()
        if not self.skip(":"):
            raise self.unexpected()
        return name

    def scalar(self, character):
        if character == '"':
            return self.string()
        for word, value in WORDS:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return JSONNumber(self.matched(NUMBER))

    def string(self):
        pieces = []
        self.at += 1
        while True:
            pieces.append(self.matched(UNESCAPED))
            character = self.text[self.at : self.at + 1]
            if character == '"':
                self.at += 1
                return "".join(pieces)
            if character != "\\":
                raise self.unexpected()
            self.at += 1
            pieces.append(self.escaped())

    def escaped(self):
        """The character of the escape whose backslash is before the position."""
        letter = self.text[self.at : self.at + 1]
        if letter != "u":
            if letter not in ESCAPES:
                raise self.unexpected()
            self.at += 1
            return ESCAPES[letter]
        self.at += 1
        unit = int(self.matched(HEX), 16)
        if 0xD800 <= unit <= 0xDBFF and self.text.startswith("\\u", self.at):
            low = HEX.match(self.text, self.at + 2)
            if low and 0xDC00 <= int(low.group(), 16) <= 0xDFFF:
                self.at = low.end()
                return chr(0x10000 + ((unit - 0xD800) << 10) + int(low.group(), 16) - 0xDC00)
        return "\ufffd" if 0xD800 <= unit <= 0xDFFF else chr(unit)

    def matched(self, pattern):
        match = pattern.match(self.text, self.at)
        if match is None:
            raise self.unexpected()
        self.at = match.end()
        return match.group()

    def peek(self):
        """The next character that is no white space, empty at the end."""
        self.at = SPACE.match(self.text, self.at).end()
        return self.text[self.at : self.at + 1]

    def skip(self, character):
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def unexpected(self):
        if self.at >= len(self.text):
            return JSONError(f"unexpected end at {self.at}")
        return JSONError(f"unexpected {self.text[self.at]!r} at {self.at}")
