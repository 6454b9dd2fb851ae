import re

# The property White_Space; strip() without an argument takes four characters more.
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
NOT_OF_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def trimmed(text):
    return text.strip(WHITE_SPACE)


def sendable(text):
    """With U+FFFD in place of every character that XML 1.0 has not."""
    return NOT_OF_XML.sub("\ufffd", text)
