"""The reasons why a call of the repository fails."""


class Failure(Exception):
    """A failed call of the repository. Its name is the reason in the result."""

    name = ""


class FeatureLocked(Failure):
    """The save is refused because there is no premium profile (H2)."""

    name = "featureLocked"


class NetworkError(Failure):
    """Storage failed (H8)."""

    name = "networkError"
