from wire.json_reader import JSONError, read_json

from .declared_types import TYPES
from .faults import Fault


def roundtrip(params):
    read = TYPES[params["type"]]
    try:
        return {"value": read(read_json(params["json"]), "")}
    except JSONError:
        return {"error": {"code": "malformed_json"}}
    except Fault as fault:
        return {"error": {"code": fault.code, "path": fault.path}}
