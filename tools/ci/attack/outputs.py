"""Outputs of the built-in contracts, and ways to make them hostile.

The outputs are goldens. A text of an output is *free* unless the contract has only a few values at its place, such as
the types of blocks or statuses. Hostile outputs keep these values at first, so that views draw the rest.
"""

import copy
import json
import re

from shared.suites import read_cases, read_json, read_manifest

# Texts that are markup, code, URLs, member names of JavaScript's objects, or reverse other text.
TEXTS = (
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\"><owned-mark>\"'><!--",
    "javascript:document.title='owned'",
    "data:text/html,<script>document.title='owned'</script>",
    "\u202eright to left\u2066\u200f\u061c",
    "\x1b[31mred\x1b]0;owned\x07\x9b",
    "nul \x00 \x08 \x7f \ufeff \u2028 \u2029 \r\n \ufffe \U000e0001",
    "a line\n" * 20,
    "e\u0301" * 40,
    "W" * 500,
    "__proto__", "constructor", "hasOwnProperty", "toString", "",
)
MEMBERS = {
    "__proto__": {"owned": True}, "constructor": {"prototype": {"owned": True}}, "hasOwnProperty": 1, "toString": None,
    "valueOf": "x", "length": 10**9, "</script><owned-mark>": "<owned-mark>", "\u202e\x1b[31m": "\u202e", "": "",
}
# Values of other types. Deeper JSON isn't a reply.
DEEP = 200
OTHERS = {
    "null": None, "number": -1.5, "large number": 10**30, "boolean": True, "text": "<owned-mark>\u202e", "array": [], "object": {},
    "nested arrays": json.loads("[" * DEEP + "]" * DEEP),
    "nested objects": json.loads('{"type":' * DEEP + "1" + "}" * DEEP),
    "10,000 elements": list(range(10_000)),
    "10,000 members": {f"member {index}": index for index in range(10_000)},
    "wrong elements": [None, 1, "x", [], {}, [[]], {"type": {}}],
}
LONG_TEXT = "long text " * 10_000
# A place with more different texts has free texts.
MOST_WORDS = 12
WORD = re.compile(r"[A-Za-z_.]{1,24}")


def places(value, pointer=""):
    """Yields each value in a value, with its JSON Pointer."""
    yield pointer, value
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    else:
        return
    for key, member in members:
        token = str(key).replace("~", "~0").replace("/", "~1")
        yield from places(member, f"{pointer}/{token}")


def pattern(pointer):
    """Returns a JSON Pointer without the indices of elements."""
    return re.sub(r"/\d+(?=/|$)", "/*", pointer)


def with_texts(value, text_at, pointer=""):
    """Returns a copy with each text replaced with that of a function, which gets the pointer and the text."""
    if isinstance(value, dict):
        return {key: with_texts(member, text_at, f"{pointer}/{key}") for key, member in value.items()}
    if isinstance(value, list):
        return [with_texts(member, text_at, f"{pointer}/{index}") for index, member in enumerate(value)]
    return text_at(pointer, value) if isinstance(value, str) else value


def with_members(value):
    """Returns a copy in which each object has members with hostile names."""
    if isinstance(value, dict):
        return {**{key: with_members(member) for key, member in value.items()}, **copy.deepcopy(MEMBERS)}
    return [with_members(member) for member in value] if isinstance(value, list) else value


class Sample:
    """A case of a built-in contract, with its golden."""

    def __init__(self, name, operation, given, output):
        self.name, self.operation, self.input, self.output = name, operation, given, output


class Outputs:
    """The outputs of a contract: a few goldens that have each kind of value at each place."""

    def __init__(self, root, contract):
        manifest = read_manifest(contract, root)
        operations = list(manifest["operations"])
        found = []
        for case in read_cases(contract, root):
            golden = root / "Golden" / contract / f"{case['id']}.json"
            has_file = "$file" in json.dumps(case)
            if golden.exists() and not has_file:
                given = case["input"] if "input" in case else {"events": case["events"]}
                output = read_json(golden)
                found.append(Sample(case["id"], case.get("operation", operations[0]), given, output))
        self.contract, self.operations = contract, operations
        self.words = self.words_of(found)
        self.samples = self.covering(found, [each["case"] for each in manifest.get("previews", [])])

    @staticmethod
    def words_of(samples):
        """Returns the texts at each place that has only a few."""
        found = {}
        for sample in samples:
            for pointer, value in places(sample.output):
                if isinstance(value, str):
                    found.setdefault((sample.operation, pattern(pointer)), set()).add(value)
        return {place: texts for place, texts in found.items()
                if len(texts) <= MOST_WORDS and all(WORD.fullmatch(text) for text in texts)}

    def features(self, sample):
        """Returns each place of an output with the type of its value, or with the text if it is one of a few."""
        found = set()
        for pointer, value in places(sample.output):
            place = (sample.operation, pattern(pointer))
            is_word = isinstance(value, str) and place in self.words
            found.add((*place, value if is_word else type(value).__name__))
        return found

    def covering(self, samples, preferred):
        """Returns samples that have all features together. Those that are preferred or small come first."""
        left = set()
        features = {sample.name: self.features(sample) for sample in samples}
        for each in features.values():
            left |= each
        chosen = []
        while left:
            best = max(samples, key=lambda each: (len(features[each.name] & left) * (2 if each.name in preferred else 1),
                                                  each.name))
            chosen.append(best)
            left -= features[best.name]
        return chosen

    def hostile(self, sample, number, keeps_words=True):
        """Returns a sample with hostile texts in its input and output.

        - number: the number of the text from TEXTS that is first.
        - keeps_words: whether texts that are one of a few stay.
        """
        count = number

        def text_at(pointer, text):
            nonlocal count
            if keeps_words and (sample.operation, pattern(pointer)) in self.words:
                return text
            count += 1
            return TEXTS[count % len(TEXTS)]

        def input_text_at(pointer, text):
            # Words of the input choose the titles of steps.
            nonlocal count
            if "$" in pointer or keeps_words and WORD.fullmatch(text) and len(text) < 16:
                return text
            count += 1
            return TEXTS[count % len(TEXTS)]

        output = with_texts(sample.output, text_at)
        return Sample(sample.name, sample.operation, with_texts(sample.input, input_text_at), output)
