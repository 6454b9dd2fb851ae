#!/usr/bin/env python3
"""Connects an implementation of CONTRACT to Parity: JSON-RPC 2.0 on stdin and stdout, one message per line.

Requires Python 3.9 or later, and no packages.
"""

import json
import os
import sys


def answer(params):
    """FILL IN: call your code with the input of a case, and return the output that the contract describes."""
    raise NotImplementedError("not implemented yet")


NAME, VERSION = "mine", "0.1.0"
METHODS = {
    "CONTRACT/OPERATION": answer,
}

# The rest implements the protocol. You don't need to change it.

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR, NOT_INITIALIZED = -32602, -32603, -32002

is_initialized = False


class RPCError(Exception):
    """Raise this to reply with a specific error. Any other exception becomes an internal error.

    `pointer` is the JSON Pointer of the part of the input that is invalid, which the report then shows.
    """

    def __init__(self, code, message, pointer=None):
        super().__init__(message)
        self.body = {"code": code, "message": message}
        if pointer is not None:
            self.body["data"] = {"pointer": pointer}


def initialize(params):
    global is_initialized
    if params.get("protocolVersion") != 1:
        raise RPCError(INVALID_PARAMS, "protocolVersion must be 1")
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
        raise RPCError(INVALID_REQUEST, 'a request must have "jsonrpc": "2.0" and a string "method"')
    if method != "initialize" and not is_initialized:
        raise RPCError(NOT_INITIALIZED, "the first request must be initialize")
    if method != "initialize" and method not in METHODS:
        raise RPCError(METHOD_NOT_FOUND, f"unknown method '{method}'")
    if not isinstance(request.get("params"), dict):
        raise RPCError(INVALID_PARAMS, "params must be an object")
    return (initialize if method == "initialize" else METHODS[method])(request["params"])


def reply_to(line):
    """Return the reply to one line, as text without a line feed, or None for a notification."""
    request_id = None
    try:
        request = parsed(line)
        if not isinstance(request, dict) or type(request.get("id")) not in (int, float, str, type(None)):
            raise RPCError(INVALID_REQUEST, "a request must be an object whose id is a number or a string")
        if "id" not in request and "method" in request:
            return None
        request_id = request.get("id")
        return written({"jsonrpc": "2.0", "id": request_id, "result": result_of(request)})
    except RPCError as error:
        body = error.body
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
        body = {"code": INTERNAL_ERROR, "message": f"{type(error).__name__}: {error}"}
    return written({"jsonrpc": "2.0", "id": request_id, "error": body})


# The json module reads 12 and -0 as int, and 12.0, 1e3 and 1.50 as float. A float keeps 15 to 17 digits.
# If your code needs every digit, pass parse_float=decimal.Decimal to JSONDecoder. To write a Decimal, use an encoder
# that supports it, such as simplejson.JSONEncoder.


def refuse(constant):
    raise ValueError(f"{constant} isn't valid JSON")


decoder = json.JSONDecoder(parse_constant=refuse)
encoder = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def parsed(line):
    try:
        return decoder.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RPCError(PARSE_ERROR, f"the line isn't valid JSON: {error}") from None


def written(value):
    return encoder.encode(value)


def main():
    sys.setrecursionlimit(4000)  # a line may have 512 levels, and each takes several calls
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)  # an int may have any number of digits
    # Only replies may go to stdout. Redirect other output to stderr, including that of C code and child processes.
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
