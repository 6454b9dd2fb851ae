class Failure(Exception):
    """What a call of the repository gives in place of a result."""

    name = ""


class FeatureLocked(Failure):
    """H2"""

    name = "featureLocked"


class NetworkError(Failure):
    """H8"""

    name = "networkError"
