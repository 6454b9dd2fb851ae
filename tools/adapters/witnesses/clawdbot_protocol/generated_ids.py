"""C2."""

import re
import uuid

LOWER_CASE_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class GeneratedIDs:
    """The texts of the ids that one request generates."""

    def __init__(self):
        self.texts = []

    def generate(self):
        """Returns a new UUID in lower case."""
        text = str(uuid.uuid4())
        self.texts.append(text)
        return text

    def counts(self):
        return {
            "count": len(self.texts),
            "distinct": len(set(self.texts)),
            "lowerCaseUUIDs": sum(1 for text in self.texts if LOWER_CASE_UUID.fullmatch(text)),
        }
