"""U2: JIDs."""

import re
from collections import namedtuple

from .text import NOT_OF_XML, WHITE_SPACE

MOST_BYTES = 1023
CONTROL = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)]))  # general category Cc
FORBIDDEN = CONTROL.union(WHITE_SPACE, "\"&'/:<>@")
FORBIDDEN_IN_DOMAIN = FORBIDDEN.union("[]")
BRACKETED = re.compile(r"\[[0-9A-Fa-f:.]+\]")
TO_LOWER_CASE = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


class JID(namedtuple("JID", ["bare", "resource"])):
    """A JID with its local part and domain in lower case. `resource` is None without one."""

    __slots__ = ()

    def __str__(self):
        return self.bare if self.resource is None else f"{self.bare}/{self.resource}"


def jid_of(text):
    """Reads a text as a JID. Returns None if it isn't one, or if the text is None."""
    if text is None:
        return None
    address, slash, resource = text.partition("/")
    local, at, domain = address.partition("@")
    if not at:
        local, domain = "", address
    if domain.endswith("."):
        domain = domain[:-1]
    if slash and not is_part(resource, CONTROL):
        return None
    if at and not is_part(local, FORBIDDEN):
        return None
    if not is_domain(domain):
        return None
    return JID((local + at + domain).translate(TO_LOWER_CASE), resource if slash else None)


def bare_of(text):
    """The bare JID of a text, or None if the text isn't a JID."""
    jid = jid_of(text)
    return None if jid is None else jid.bare


def is_domain(text):
    is_bracketed = BRACKETED.fullmatch(text) is not None and has_length(text)
    return is_bracketed or is_part(text, FORBIDDEN_IN_DOMAIN)


def is_part(text, forbidden):
    return has_length(text) and forbidden.isdisjoint(text) and NOT_OF_XML.search(text) is None


def has_length(text):
    return 1 <= len(text.encode("utf-8")) <= MOST_BYTES
