#!/usr/bin/env python3
"""A program that is right but for a few mistakes, for the checks of pictures.

Usage: broken_program.py NAME MISTAKES COMMAND [ARGUMENT]...

It is an adapter of the wire protocol (docs/reference/wire-protocol.md). It passes each request on to COMMAND, which is
an adapter as well, and returns its replies. NAME is the name of its implementation. MISTAKES is a file with a JSON array
of objects. If a result equals the `output` of one of them, the program returns the `result` of that object instead.
"""

import argparse
import json
import subprocess
import sys


def canonical(value):
    """Returns the JSON text that equal values have in common."""
    return json.dumps(value, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("mistakes", metavar="MISTAKES")
    parser.add_argument("command", metavar="COMMAND", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    with open(arguments.mistakes, encoding="utf-8") as file:
        results = {canonical(each["output"]): each["result"] for each in json.load(file)}
    program = subprocess.Popen(arguments.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    for line in sys.stdin:
        program.stdin.write(line)
        program.stdin.flush()
        reply = program.stdout.readline()
        message = json.loads(reply)
        result = message.get("result")
        if json.loads(line)["method"] == "initialize":
            result["implementation"]["name"] = arguments.name
            reply = json.dumps(message) + "\n"
        elif "result" in message and canonical(result) in results:
            reply = json.dumps({**message, "result": results[canonical(result)]}) + "\n"
        sys.stdout.write(reply)
        sys.stdout.flush()
    program.stdin.close()
    sys.exit(program.wait())


if __name__ == "__main__":
    main()
