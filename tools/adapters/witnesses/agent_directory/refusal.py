class Refused(Exception):
    """An error of the one step, which leaves the state as it was."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code
