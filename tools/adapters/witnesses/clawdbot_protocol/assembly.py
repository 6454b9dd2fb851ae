from .declared_types import streaming_chunk


def assemble(params):
    assembler = Assembler()
    results = []
    for step in params["steps"]:
        ((name, argument),) = step.items()
        results.append(getattr(assembler, "step_" + name)(argument))
    return {"results": results}


class Message:
    def __init__(self):
        self.chunks = []  # in the order of adding
        self.is_complete = False

    def add(self, chunk):
        self.chunks.append(chunk)
        self.is_complete = self.is_complete or chunk["isFinal"]  # A2

    def content(self):
        """A1. The sort is stable, so chunks with the same index stay in the order of adding."""
        in_order = sorted(self.chunks, key=lambda chunk: chunk["chunkIndex"])
        return "".join(chunk["content"] for chunk in in_order)


class Assembler:
    def __init__(self):
        self.messages = {}  # by the text of the id: Python compares texts by scalars (W8)

    def step_add(self, chunk):
        chunk = streaming_chunk(chunk, "")
        self.messages.setdefault(chunk["messageID"]["value"], Message()).add(chunk)

    def step_currentContent(self, message_id):
        return self.messages[message_id].content() if message_id in self.messages else ""  # A4

    def step_isComplete(self, message_id):
        return message_id in self.messages and self.messages[message_id].is_complete

    def step_complete(self, message_id):
        """A3"""
        return self.messages.pop(message_id).content() if self.step_isComplete(message_id) else None

    def step_reset(self, _):
        self.messages.clear()  # A4
