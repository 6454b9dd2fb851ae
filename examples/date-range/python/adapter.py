"""Serves the parser over JSON-RPC 2.0, with one message per line."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Callable

import date_range


class RPCError(Exception):
    def __init__(self, code: int, message: str, pointer: str | None = None) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, **({"data": {"pointer": pointer}} if pointer else {})}


def initialize(params: dict[str, Any]) -> dict[str, object]:
    if params.get("protocolVersion") != 1:
        raise RPCError(-32602, "protocolVersion has to be 1", "/protocolVersion")
    name = {"name": "python", "version": "1.0.0", "language": "Python"}
    return {"protocolVersion": 1, "implementation": name, "contracts": ["date-range"], "capabilities": []}


def parse(params: dict[str, Any]) -> dict[str, object]:
    text, zone, holidays = params.get("text"), params.get("zone", "Z"), params.get("holidays", [])
    if not isinstance(text, str):
        raise RPCError(-32602, "text has to be a string", "/text")
    if not isinstance(holidays, list):
        raise RPCError(-32602, "holidays have to be an array", "/holidays")
    minutes = usable(date_range.minutes_of, zone, "/zone")
    days = [usable(date_range.day_of, day, f"/holidays/{index}") for index, day in enumerate(holidays)]
    start = time.perf_counter_ns()
    return {**date_range.parse(text, minutes, days), "tookMicroseconds": (time.perf_counter_ns() - start) // 1000}


def usable(read: Callable[[Any], int], value: object, pointer: str) -> int:
    try:
        return read(value)
    except (TypeError, ValueError):
        raise RPCError(-32602, f"{value!r} can't be used", pointer) from None


METHODS = {"initialize": initialize, "date-range/parse": parse}


def answer(request: dict[str, Any]) -> dict[str, object]:
    try:
        if request["method"] not in METHODS:
            raise RPCError(-32601, f"no method is called {request['method']}")
        return {"result": METHODS[request["method"]](request["params"])}
    except RPCError as error:
        return {"error": error.error}
    except Exception as error:
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin.buffer:
    request = json.loads(line.decode("utf-8"))
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
