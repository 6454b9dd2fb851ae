import re

LEAST, GREATEST = -(2**63), 2**63 - 1
MOST_DIGITS = 19
PARTS = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")


class JSONNumber:
    """A number as it was written: what is carried from an input to an output keeps its digits."""

    __slots__ = ("literal",)

    def __init__(self, literal):
        self.literal = literal

    @property
    def integer(self):
        """Its value if that is an integer of 64 bits, however it is written, else None.

        Looks at digits alone: a double would round, and an exponent of a thousand digits must cost nothing.
        """
        sign, whole, fraction, exponent = PARTS.fullmatch(self.literal).groups(default="")
        digits = (whole + fraction).lstrip("0")
        if not digits:
            return 0
        significant = digits.rstrip("0")
        zeros = power_of_ten(exponent) - len(fraction) + len(digits) - len(significant)
        if zeros < 0 or len(significant) + zeros > MOST_DIGITS:
            return None
        value = int(sign + significant) * 10**zeros
        return value if LEAST <= value <= GREATEST else None

    def __int__(self):
        value = self.integer
        if value is None:
            raise ValueError(f"{self.literal} is no integer of 64 bits")
        return value


def power_of_ten(exponent):
    """The exponent as an integer. One of more digits than any text has is beyond all others."""
    digits = exponent.lstrip("+-").lstrip("0")
    power = int(digits or "0") if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
    return -power if exponent.startswith("-") else power
