"""Errors of steps."""


class Refused(Exception):
    """Ends a step with an error code. The next step runs as usual."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code
