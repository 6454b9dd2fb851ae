#!/usr/bin/env python3
"""The program: answers for four contracts, each carried out by the package of its name.

JSON-RPC 2.0 on stdin and stdout, one message per line, until stdin ends. docs/reference/wire-protocol.md specifies the
messages.
"""

import importlib
import os
import sys

from wire.json_number import JSONNumber
from wire.json_rpc import INVALID_PARAMS, METHOD_NOT_FOUND, NOT_INITIALIZED, RPCError, reply_to

PROTOCOL_VERSION = 1
VERSION = "1.0.0"
CONTRACTS = ["agent-directory", "chat-history", "clawdbot-protocol", "event-stream"]
CAPABILITIES = [
    "deliver-to-active-chat",  # agent-directory, rule D16
    "persistence",  # chat-history, rule H9
    "typing",  # agent-directory, rule D17
]


class Program:
    def __init__(self):
        self.is_initialized = False

    def handle(self, method, params):
        if method == "initialize":
            return self.initialize(params)
        if not self.is_initialized:
            raise RPCError(NOT_INITIALIZED, "the first request has to be initialize")
        operation = operation_of(method)
        if operation is None:
            raise RPCError(METHOD_NOT_FOUND, f"no method is called '{method}'")
        if not isinstance(params, dict):
            raise RPCError(INVALID_PARAMS, "params have to be an object")
        return operation(params)

    def initialize(self, params):
        version = params.get("protocolVersion") if isinstance(params, dict) else None
        if not (isinstance(version, JSONNumber) and version.integer == PROTOCOL_VERSION):
            raise RPCError(INVALID_PARAMS, f"protocolVersion has to be {PROTOCOL_VERSION}")
        self.is_initialized = True
        return {
            "protocolVersion": PROTOCOL_VERSION,
            "implementation": {"name": "python", "version": VERSION, "language": "Python"},
            "contracts": CONTRACTS,
            "capabilities": CAPABILITIES,
        }


def operation_of(method):
    """The function behind `CONTRACT/OPERATION`. A contract is imported when first asked, so that starting is quick."""
    contract, _, name = method.partition("/")
    if contract not in CONTRACTS:
        return None
    return importlib.import_module(contract.replace("-", "_")).OPERATIONS.get(name)


def main():
    program = Program()
    try:
        for line in sys.stdin.buffer:
            reply = reply_to(line, program.handle)
            if reply is not None:
                sys.stdout.buffer.write(reply.encode("ascii") + b"\n")
                sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Nobody reads any more. Python flushes once again at the end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
