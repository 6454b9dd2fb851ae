"""Reading the suites of this repository, and writing small ones."""

import json

from .files import write_json
from .script import ROOT

# The contracts that are built into Parity.
CONTRACTS = (
    "session-detail",
    "agent-directory",
    "chat-history",
    "event-stream",
    "clawdbot-protocol",
)


def read_json(path):
    return json.loads(path.read_bytes())


def fixtures(contract, root=ROOT):
    """Returns the folder of a contract's manifest and cases."""
    return root / "Fixtures" / contract


def read_manifest(contract, root=ROOT):
    return read_json(fixtures(contract, root) / "behavior-matrix.json")


def read_cases(contract, root=ROOT):
    """Returns the cases of all case files, in order."""
    names = read_manifest(contract, root)["caseFiles"]
    return [case for name in names for case in read_json(fixtures(contract, root) / name)["cases"]]


def read_golden(contract, case, root=ROOT):
    return read_json(root / "Golden" / contract / f"{case}.json")


def read_lock(contract, root=ROOT):
    """Returns the lines of the lock for one contract."""
    text = (root / "Golden/golden.lock.jsonl").read_text(encoding="utf-8")
    return [line for line in map(json.loads, text.splitlines()) if line["contract"] == contract]


def write_suite(folder, manifest, cases, implementations=None, indent=2):
    """Writes the manifest and the cases of a contract, and parity.json if there are implementations.

    The manifest has version 1.0.0 and the case file cases.json unless it says otherwise.
    """
    manifest = {"version": "1.0.0", "title": "A suite", "caseFiles": ["cases.json"], **manifest}
    place = fixtures(manifest["contract"], folder)
    write_json(place / "behavior-matrix.json", manifest, indent=indent)
    write_json(place / manifest["caseFiles"][0], {"cases": cases}, indent=indent)
    if implementations is not None:
        write_json(folder / "parity.json", {"implementations": implementations}, indent=indent)
