"""Saves a block as a file, or as a part of one, as a reader of the document would."""

import json
import re

from .blocks import Fault


def save(block, shell, top):
    """Writes a block with a file name below the folder `top`, where the shell is now."""
    path, _, name = block.words[1].partition("#")
    for word in filter(None, (path, name)):
        if f"`{word}`" not in block.above:
            raise Fault(block.line, f"the text above the block doesn't name `{word}`")

    file = (shell.folder / path).resolve()
    if top not in file.parents:
        raise Fault(block.line, f"{path} is outside the folder of the document")
    if not file.parent.is_dir():
        raise Fault(block.line, f"{shell.folder.name} has no folder for {path}")

    try:
        file.write_text(content(block, file, name), encoding="utf-8")
    except FileNotFoundError:
        raise Fault(block.line, f"{shell.folder.name} has no {path}") from None
    except ValueError as error:
        raise Fault(block.line, f"{path} {error}") from None


def content(block, file, name):
    if not name:
        return "\n".join(block.lines) + "\n"
    text = file.read_text(encoding="utf-8")
    if block.words[0] == "json":
        return with_case(text, name, block.lines)

    if not any(definition(name).match(line) for line in block.lines):
        raise Fault(block.line, f"the block has no function `{name}`")
    return with_function(text, name, block.lines)


def with_case(text, id, lines):
    """Returns the text of a case file with the lines in place of a case."""
    case = json.loads("\n".join(lines))
    if case.get("id") != id:
        raise ValueError(f"has a block for `{id}` that is another case")

    matches = list(re.finditer(rf'"id": *{re.escape(json.dumps(id))}', text))
    if len(matches) != 1:
        raise ValueError(f"has {len(matches)} cases with the id `{id}`")

    start = text.rindex("{", 0, matches[0].start())
    _, end = json.JSONDecoder().raw_decode(text, start)
    return text[:start] + "\n".join(lines).strip() + text[end:]


def definition(name):
    return re.compile(rf"(?:export )?(?:async )?(?:def|function) {re.escape(name)}\b")


def with_function(text, name, code):
    """Returns the text with `code` in place of a top-level function and the comment above it."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if definition(name).match(line)]
    if len(starts) != 1:
        raise ValueError(f"has {len(starts)} functions called `{name}`")

    start = starts[0]
    if "function" in lines[start]:
        start, end = javascript_range(lines, start, name)
    else:
        end = start + 1
        while end < len(lines) and (not lines[end] or lines[end][0].isspace()):
            end += 1
        while not lines[end - 1].strip():
            end -= 1

    return "\n".join(lines[:start] + code + lines[end:])


def javascript_range(lines, start, name):
    """Returns where a JavaScript function starts, with its comment, and where it ends."""
    end = start + 1
    while end < len(lines) and lines[end] != "}":
        end += 1
    if end == len(lines):
        raise ValueError(f"has no end of the function `{name}`")

    if start > 0 and lines[start - 1].endswith("*/"):
        start -= 1
        while not lines[start].startswith("/*"):
            start -= 1
    return start, end + 1
