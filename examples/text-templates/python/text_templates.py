"""Renders text templates. README.md has the rules T1 to T4."""

import re

TOKEN = re.compile(r"\\([\\{])|\{\{([#/]?)([A-Za-z0-9_]+)\}\}")


def convert(text):
    """Returns the output of a text, which has values and a template."""
    values, template = split(text)
    return render(template, values)


def split(text):
    """Returns the values of each key, and the template after the divider (T1)."""
    values, end = {}, 0

    for line in text.split("\n"):
        end += len(line) + 1
        line = line.removesuffix("\r")
        if line == "---":
            return values, text[end:]
        key, colon, value = line.partition(":")
        if colon:
            values.setdefault(key.strip(" "), []).append(value.strip(" "))

    return {}, text


def render(template, values):
    """Returns a template with its tags and escapes replaced."""
    output, position = [], 0

    while token := TOKEN.search(template, position):
        output.append(template[position : token.start()])
        position = token.end()
        escaped, kind, key = token.groups()
        end = closing_tag(template, position, key) if kind == "#" else None

        if escaped:  # T4
            output.append(escaped)
        elif kind == "":  # T2
            output.append(values.get(key, [""])[0])
        elif end:  # T3
            section = template[position : end.start()]
            for value in values.get(key, []):
                output.append(render(section, {**values, key: [value]}))
            position = end.end()
        else:
            output.append(token[0])

    output.append(template[position:])
    return "".join(output)


def closing_tag(template, position, key):
    """Returns the next tag that closes a section, or None."""
    for token in TOKEN.finditer(template, position):
        if (token[2], token[3]) == ("/", key):
            return token
    return None
