"""Texts as a browser shows them, for the modules of contracts."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def squeezed(text):
    """Returns a text with single spaces, because a browser breaks lines elsewhere."""
    return " ".join(text.split())


def squeezed_all(texts):
    return [squeezed(text) for text in texts]


def counted(count, noun):
    """Returns a number with a noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def expectation_of_state(expect, index):
    """Returns `expect` for one of several states. Its claims have the number of the state."""

    def expect_here(name, condition, details=None):
        expect(f"state {index + 1}: {name}", condition, details)

    return expect_here
