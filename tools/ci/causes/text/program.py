"""Renders a part of Markdown as HTML, for JSON-RPC requests on standard input."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

MARKS = "\\`*_{}[]()#+-.!<>&"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def inline(text: str) -> str:
    html, place = "", 0
    while place < len(text):
        rest = text[place:]
        if rest[0] == "\\" and len(rest) > 1 and rest[1] in MARKS:
            html += escaped(rest[1])
            place += 2
        elif code := re.match(r"(`+)(.+?)(?<!`)\1(?!`)", rest, re.S):
            html += f"<code>{escaped(code[2].replace(chr(10), ' ').strip())}</code>"
            place += len(code[0])
        elif image := re.match(r"!\[([^]]*)\]\(([^)\s]*)\)", rest):
            html += f'<img src="{escaped(image[2])}" alt="{escaped(image[1])}">'
            place += len(image[0])
        elif link := re.match(r"\[([^]]*)\]\(([^)\s]*)\)", rest):
            html += f'<a href="{escaped(link[2])}">{inline(link[1])}</a>'
            place += len(link[0])
        elif address := re.match(r"<(https?:[^>\s]*)>", rest):
            html += f'<a href="{escaped(address[1])}">{escaped(address[1])}</a>'
            place += len(address[0])
        elif strong := re.match(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", rest, re.S):
            html += f"<strong>{inline(strong[1])}</strong>"
            place += len(strong[0])
        elif emphasis := re.match(r"\*(?=\S)(.+?)(?<=\S)\*", rest, re.S):
            html += f"<em>{inline(emphasis[1])}</em>"
            place += len(emphasis[0])
        elif hard := re.match(r" {2,}\n *", rest):
            html += "<br>\n"
            place += len(hard[0])
        elif soft := re.match(r" ?\n *", rest):
            html += "\n"
            place += len(soft[0])
        else:
            html += escaped(rest[0])
            place += 1
    return html


def is_start(line: str) -> bool:
    """Returns whether a line begins a block other than a paragraph."""
    return re.match(r"#{1,6} |```|> ?|- |\d+\. |(?:\* ?){3,}$", line) is not None


def blocks(lines: list[str]) -> str:
    html, place = "", 0
    while place < len(lines):
        line = lines[place]
        if not line.strip():
            place += 1
        elif heading := re.match(r"(#{1,6}) +(.*?)(?: +#+)? *$", line):
            level = len(heading[1])
            html += f"<h{level}>{inline(heading[2])}</h{level}>\n"
            place += 1
        elif line.startswith("```"):
            end = next((at for at in range(place + 1, len(lines)) if lines[at].startswith("```")), len(lines))
            word = line[3:].strip()
            kind = f' class="language-{escaped(word)}"' if word else ""
            body = "".join(f"{escaped(part)}\n" for part in lines[place + 1 : end])
            html += f"<pre><code{kind}>{body}</code></pre>\n"
            place = end + 1
        elif re.match(r"(?:\* ?){3,}$", line):
            html += "<hr>\n"
            place += 1
        elif line.startswith(">"):
            end = next((at for at in range(place, len(lines)) if not lines[at].startswith(">")), len(lines))
            inner = [re.sub(r"^> ?", "", part) for part in lines[place:end]]
            html += f"<blockquote>\n{blocks(inner)}</blockquote>\n"
            place = end
        elif mark := re.match(r"- |(\d+)\. ", line):
            pattern = r"- +" if mark[1] is None else r"\d+\. +"
            end = next((at for at in range(place, len(lines)) if not re.match(pattern, lines[at])), len(lines))
            tag = "ul" if mark[1] is None else "ol"
            start = f' start="{int(mark[1])}"' if mark[1] and int(mark[1]) != 1 else ""
            items = "".join(f"<li>{inline(re.sub('^' + pattern, '', part))}</li>\n" for part in lines[place:end])
            html += f"<{tag}{start}>\n{items}</{tag}>\n"
            place = end
        else:
            end = place + 1
            while end < len(lines) and lines[end].strip() and not is_start(lines[end]):
                end += 1
            html += f"<p>{inline(chr(10).join(lines[place:end]).strip())}</p>\n"
            place = end
    return html


def render(params: dict[str, Any]) -> dict[str, object]:
    return {"html": blocks(params["markdown"].split("\n"))}


def initialize(params: dict[str, Any]) -> dict[str, object]:
    name = {"name": "python", "version": "1.0.0", "language": "Python"}
    return {"protocolVersion": 1, "implementation": name, "contracts": ["markdown"], "capabilities": []}


METHODS = {"initialize": initialize, "markdown/render": render}


def answer(request: dict[str, Any]) -> dict[str, object]:
    try:
        return {"result": METHODS[request["method"]](request["params"])}
    except Exception as error:
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin.buffer:
    request = json.loads(line.decode("utf-8"))
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
