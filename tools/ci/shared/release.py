"""What a release is called: its owner, its version and the names of its files."""

import re

from .script import ROOT, CannotRun

OWNER_FILE = "tools/release/owner"
VERSION_FILE = "Sources/Conformance/Record/HarnessVersion.swift"
PLACEHOLDER = "OWNER"

# An account of GitHub.
ACCOUNT = r"[A-Za-z0-9](?:-?[A-Za-z0-9])*"
VERSION = r"[0-9]+\.[0-9]+\.[0-9]+(?:-(?:alpha|beta|rc)\.[0-9]+)?"
# The same version in the form of PEP 440.
PYTHON_VERSION = r"[0-9]+\.[0-9]+\.[0-9]+(?:(?:a|b|rc)[0-9]+)?"
# The oldest glibc on which the program of a release runs. Ubuntu 22.04 has it; Debian 12 has a newer one.
GLIBC = "2.35"


def owner():
    """Returns the owner of the repository."""
    found = (ROOT / OWNER_FILE).read_text(encoding="utf-8").rstrip("\n")
    if not re.fullmatch(ACCOUNT, found):
        raise CannotRun(f"{OWNER_FILE} isn't one line with an account of GitHub")
    return found


def version():
    """Returns the version of Parity."""
    text = (ROOT / VERSION_FILE).read_text(encoding="utf-8")
    found = re.search(rf'harnessVersion = "({VERSION})"', text)
    if found is None:
        raise CannotRun(f"{VERSION_FILE} has no version of the form 1.0.0 or 1.0.0-rc.1")
    return found[1]


def python_version(of):
    """Returns a version in the form of PEP 440, such as 1.0.0rc1."""
    number, _, stage = of.partition("-")
    return number + stage.replace("alpha", "a").replace("beta", "b").replace(".", "")
