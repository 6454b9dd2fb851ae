"""U1: text."""

import re

# The property White_Space. Without an argument, strip() removes four other characters too.
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
NOT_OF_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def trimmed(text):
    return text.strip(WHITE_SPACE)


def sendable(text):
    """The text with U+FFFD in place of each character that isn't an XML character."""
    return NOT_OF_XML.sub("\ufffd", text)
