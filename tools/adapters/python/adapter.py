#!/usr/bin/env python3
"""A program that Parity can judge, to be copied and filled in: JSON-RPC 2.0 on stdin and stdout, a message per line.

docs/adapters.md tells what the harness sends and what it expects. Needs Python 3.9 or later and nothing else.
"""

import json
import os
import sys
import traceback
from decimal import Decimal


# What rule P4 trims; strip() without an argument takes four characters more.
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def timeline(params):
    """PUT YOUR IMPLEMENTATION HERE. It takes the input of a case and returns the output.

    What stands here shows rows of plain text and refuses all others: R1 to R3 without times, and of P1 the beginning.
    """
    latest = {}
    for row in params["rows"] + params.get("updates", []):
        if row.keys() != {"id", "sequence_number", "content"} or row["content"].strip(WHITE_SPACE).startswith("{"):
            raise NotImplementedError("only plain text without a time is understood yet")
        known = latest.get(row["id"])
        if known is None or int(row["sequence_number"]) >= int(known["sequence_number"]):
            latest[row["id"]] = row
    rows = sorted(latest.values(), key=lambda row: (int(row["sequence_number"]), row["id"]))
    texts = [(row, row["content"].strip(WHITE_SPACE)) for row in rows]
    return {"rowCount": len(rows), "entries": [text_entry(row, text) for row, text in texts if text]}


def text_entry(row, text):
    return {
        "id": row["id"],
        "role": "user",
        "sequenceNumber": int(row["sequence_number"]),
        "content": text,
        "blocks": [{"type": "text", "text": text}],
        "display": [{"kind": "block", "blocks": [0]}],
    }


NAME, VERSION = "template", "0.1.0"
METHODS = {"session-detail/timeline": timeline}  # CONTRACT/OPERATION

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR, NOT_INITIALIZED = -32602, -32603, -32002

is_initialized = False


class RPCError(Exception):
    """What a method raises to answer with an error of its own choice; anything else it raises is an internal error."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def initialize(params):
    global is_initialized
    if params.get("protocolVersion") != 1:
        raise RPCError(INVALID_PARAMS, "protocolVersion has to be 1")
    is_initialized = True
    return {
        "protocolVersion": 1,
        "implementation": {"name": NAME, "version": VERSION, "language": "Python"},
        "contracts": sorted({method.split("/")[0] for method in METHODS}),
        "capabilities": [],
    }


def result_of(request):
    method = request.get("method")
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise RPCError(INVALID_REQUEST, 'a request has "jsonrpc": "2.0" and a string "method"')
    if method != "initialize" and not is_initialized:
        raise RPCError(NOT_INITIALIZED, "the first request has to be initialize")
    if method != "initialize" and method not in METHODS:
        raise RPCError(METHOD_NOT_FOUND, f"no method is called '{method}'")
    if not isinstance(request.get("params"), dict):
        raise RPCError(INVALID_PARAMS, "params have to be an object")
    return (initialize if method == "initialize" else METHODS[method])(request["params"])


def reply_to(line):
    """The reply to one line, as text without a line feed; None for a notification."""
    request_id = None
    try:
        request = parsed(line)
        if not isinstance(request, dict) or type(request.get("id")) not in (int, str, Decimal, type(None)):
            raise RPCError(INVALID_REQUEST, "a request is an object, and its id a number or a string")
        if "id" not in request and "method" in request:
            return None
        request_id = request.get("id")
        return written({"jsonrpc": "2.0", "id": request_id, "result": result_of(request)})
    except RPCError as error:
        code, message = error.code, str(error)
    except Exception as error:
        traceback.print_exc()
        code, message = INTERNAL_ERROR, f"{type(error).__name__}: {error}"
    return written({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})


# JSON whose numbers keep every digit: the module's own reader and writer know no decimals.


def parsed(line):
    try:
        return json.loads(
            line.decode("utf-8"), parse_int=whole_number, parse_float=Decimal, parse_constant=refuse
        )
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise RPCError(PARSE_ERROR, f"the line can't be read as JSON: {error}") from None


def whole_number(digits):
    return int(digits) if len(digits) < 4000 else Decimal(digits)  # Python 3.11 converts no more than 4300


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def written(value):
    if isinstance(value, dict):
        return "{" + ",".join([json.dumps(str(name)) + ":" + written(member) for name, member in value.items()]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([written(element) for element in value]) + "]"
    if isinstance(value, Decimal) and value.is_finite():
        return str(value)
    return json.dumps(value, allow_nan=False)  # ASCII, so that a lone surrogate is told of by the harness and not here


def main():
    sys.setrecursionlimit(4000)  # 512 levels are due, and Python takes several calls for each
    # Nothing but replies may reach stdout: what is printed goes to stderr, also by C code and child processes.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        reply = reply_to(line)
        if reply is not None:
            replies.write(reply.encode("ascii") + b"\n")
            replies.flush()


if __name__ == "__main__":
    main()
