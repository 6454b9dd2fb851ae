"""Validates JSON values against a schema, for JSON-RPC requests on standard input."""

from __future__ import annotations

import json
import re
import sys
from decimal import Decimal
from typing import Any

KINDS = ("null", "boolean", "object", "array", "number", "string", "integer")


class InvalidSchema(Exception):
    pass


def is_number(value: Any) -> bool:
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def is_integer(value: Any) -> bool:
    return is_number(value) and value == int(value)


def has_kind(value: Any, kind: str) -> bool:
    if kind == "null":
        return value is None
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "object":
        return isinstance(value, dict)
    if kind == "array":
        return isinstance(value, list)
    if kind == "string":
        return isinstance(value, str)
    return is_integer(value) if kind == "integer" else is_number(value)


def is_same(left: Any, right: Any) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    return type(left) in (int, Decimal) and type(right) in (int, Decimal) and left == right or (
        type(left) is type(right) and left == right
    )


class Validator:
    def __init__(self, root: Any) -> None:
        self.root = root

    def check(self, schema: Any) -> None:
        """Raises an error if the schema isn't valid."""
        if isinstance(schema, bool):
            return
        if not isinstance(schema, dict):
            raise InvalidSchema("a schema must be an object or a boolean")
        kinds = schema.get("type", [])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind not in KINDS:
                raise InvalidSchema(f'unknown type "{kind}"')
        for name in ("minLength", "maxLength", "minItems", "maxItems"):
            if not is_integer(schema.get(name, 0)) or schema.get(name, 0) < 0:
                raise InvalidSchema(f'"{name}" must be a count')
        for name in ("allOf", "anyOf", "oneOf", "prefixItems"):
            for part in schema.get(name, []):
                self.check(part)
        for name in ("properties", "$defs"):
            for part in schema.get(name, {}).values():
                self.check(part)
        for name in ("not", "items", "additionalProperties", "if", "then", "else"):
            self.check(schema.get(name, True))
        if "$ref" in schema:
            self.target(schema["$ref"])

    def target(self, reference: str) -> Any:
        value = self.root
        for token in reference.removeprefix("#").split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            if not isinstance(value, dict) or token not in value:
                raise InvalidSchema(f'"{reference}" leads nowhere')
            value = value[token]
        return value

    def accepts(self, schema: Any, value: Any) -> bool:
        if isinstance(schema, bool):
            return schema
        return all(
            (
                self.accepts_kind(schema, value),
                self.accepts_number(schema, value),
                self.accepts_text(schema, value),
                self.accepts_object(schema, value),
                self.accepts_array(schema, value),
                self.accepts_parts(schema, value),
            )
        )

    def accepts_kind(self, schema: Any, value: Any) -> bool:
        if "type" in schema:
            kinds = schema["type"]
            if not any(has_kind(value, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
                return False
        if "enum" in schema and not any(is_same(value, other) for other in schema["enum"]):
            return False
        return "const" not in schema or is_same(value, schema["const"])

    def accepts_number(self, schema: Any, value: Any) -> bool:
        if not is_number(value):
            return True
        if "minimum" in schema and value < schema["minimum"]:
            return False
        if "maximum" in schema and value > schema["maximum"]:
            return False
        if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
            return False
        if "exclusiveMaximum" in schema and value >= schema["exclusiveMaximum"]:
            return False
        return "multipleOf" not in schema or Decimal(value) % Decimal(schema["multipleOf"]) == 0

    def accepts_text(self, schema: Any, value: Any) -> bool:
        if not isinstance(value, str):
            return True
        length = len(value)
        if length < schema.get("minLength", 0):
            return False
        if length > schema.get("maxLength", length):
            return False
        return "pattern" not in schema or re.search(schema["pattern"], value) is not None

    def accepts_object(self, schema: Any, value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        if any(name not in value for name in schema.get("required", [])):
            return False
        for name, needed in schema.get("dependentRequired", {}).items():
            if name in value and any(other not in value for other in needed):
                return False
        known = schema.get("properties", {})
        for name, member in value.items():
            if not self.accepts(known.get(name, schema.get("additionalProperties", True)), member):
                return False
        return True

    def accepts_array(self, schema: Any, value: Any) -> bool:
        if not isinstance(value, list):
            return True
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return False
        if schema.get("uniqueItems", False):
            pairs = [(left, right) for place, left in enumerate(value) for right in value[:place]]
            if any(is_same(left, right) for left, right in pairs):
                return False
        first = schema.get("prefixItems", [])
        if not all(map(self.accepts, first, value)):
            return False
        return all(self.accepts(schema.get("items", True), item) for item in value[len(first) :])

    def accepts_parts(self, schema: Any, value: Any) -> bool:
        if not all(self.accepts(part, value) for part in schema.get("allOf", [])):
            return False
        if "anyOf" in schema and not any(self.accepts(part, value) for part in schema["anyOf"]):
            return False
        if "oneOf" in schema and sum(self.accepts(part, value) for part in schema["oneOf"]) != 1:
            return False
        if "not" in schema and self.accepts(schema["not"], value):
            return False
        if "if" in schema:
            branch = "then" if self.accepts(schema["if"], value) else "else"
            if not self.accepts(schema.get(branch, True), value):
                return False
        return "$ref" not in schema or self.accepts(self.target(schema["$ref"]), value)


def validate(params: dict[str, Any]) -> dict[str, object]:
    validator = Validator(params["schema"])
    try:
        validator.check(params["schema"])
    except InvalidSchema as error:
        return {"error": str(error)}
    return {"valid": [validator.accepts(params["schema"], value) for value in params["values"]]}


def initialize(params: dict[str, Any]) -> dict[str, object]:
    name = {"name": "python", "version": "1.0.0", "language": "Python"}
    return {"protocolVersion": 1, "implementation": name, "contracts": ["json-schema"], "capabilities": []}


METHODS = {"initialize": initialize, "json-schema/validate": validate}


def answer(request: dict[str, Any]) -> dict[str, object]:
    try:
        return {"result": METHODS[request["method"]](request["params"])}
    except Exception as error:
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


for line in sys.stdin.buffer:
    request = json.loads(line.decode("utf-8"), parse_float=Decimal)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer(request)}), flush=True)
