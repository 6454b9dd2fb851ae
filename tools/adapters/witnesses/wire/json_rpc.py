import sys
import traceback

from .json_number import JSONNumber
from .json_reader import read_json
from .json_writer import write_json

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR, NOT_INITIALIZED = -32602, -32603, -32002


class RPCError(Exception):
    """What is raised to answer with an error of one's own choice; anything else that is raised is an internal error."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def reply_to(line, handle):
    """The reply (JSON-RPC 2.0, without a line feed) to the bytes of one line, or None where none is due.

    `handle` takes a method's name and its params, and returns the result.
    """
    request_id = None
    try:
        request = message_of(line)
        request_id = id_of(request)
        check(request)
        if "id" not in request:
            return None
        result = handle(request["method"], request.get("params"))
        return write_json({"jsonrpc": "2.0", "id": request_id, "result": result})
    except RPCError as error:
        code, message = error.code, str(error)
    except Exception as error:  # whatever it is costs this request its answer, and no other
        traceback.print_exc(file=sys.stderr)
        code, message = INTERNAL_ERROR, f"{type(error).__name__}: {error}"
    return write_json({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})


def message_of(line):
    try:
        return read_json(line.decode("utf-8"))
    except ValueError as error:  # a UnicodeDecodeError is one too
        raise RPCError(PARSE_ERROR, f"the line can't be read as JSON: {error}") from None


def id_of(message):
    """The id to answer with: None where the message has none, or none that JSON-RPC allows."""
    request_id = message.get("id") if isinstance(message, dict) else None
    return request_id if isinstance(request_id, (str, JSONNumber)) else None


def check(message):
    if not isinstance(message, dict):
        raise RPCError(INVALID_REQUEST, "a request is an object")
    if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        raise RPCError(INVALID_REQUEST, 'a request has "jsonrpc": "2.0" and a string "method"')
    if message.get("id") is not None and id_of(message) is None:
        raise RPCError(INVALID_REQUEST, "an id is a string or a number")
