#!/usr/bin/env python3
"""Writes the owner of the repository and the version of Parity into every file that names them.

Usage:
  tools/release/renew-names.py           writes the files
  tools/release/renew-names.py --check   writes nothing; exits with 1 if a file is stale

The owner is the line of tools/release/owner. The version is that of
Sources/Conformance/Record/HarnessVersion.swift. PLACES has the forms in which a file names them, such
as the address of a release. All other text stays, so the versions of suites and the names of other
repositories do too. In CHANGELOG.md, only the owner is renewed.

If the owner isn't OWNER, --check also finds the sentences that explain this placeholder.

Exit code 0: the files are renewed or fresh, 1: a file is stale, 2: the owner or the version is
missing or has another form.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "ci"))

from shared.files import tracked
from shared.release import ACCOUNT, PLACEHOLDER, PYTHON_VERSION, VERSION, owner, python_version, version
from shared.script import ROOT, parser, run_script

FILES = (".", ":!Fixtures", ":!Golden", ":!Tests")
# A version here is that of an older release.
WITHOUT_VERSION = ("CHANGELOG.md",)

# The end of the repository's name: `parity` and `parity.git`, not `parity-web` or `parity.js`.
END = r"(?!\.?(?!git\b)[\w-])"
ADDRESS = rf"github\.com/(?P<owner>{ACCOUNT})/parity{END}"

# The names of the groups are those of the values to write.
PLACES = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        ADDRESS,
        rf"\b(?P<owner>{ACCOUNT})\.github\.io/parity{END}",
        rf"ghcr\.io/(?P<namespace>{ACCOUNT})/parity{END}(?::(?P<version>{VERSION}))?",
        rf"--repo (?P<owner>{ACCOUNT})/parity{END}",
        rf"(?<![\w/-])(?P<owner>{ACCOUNT})/parity@(?:(?:\w+ # )?v(?P<version>{VERSION}))?",
        rf"{ADDRESS}/(?:releases/(?:download|tag)|blob|tree)/v(?P<version>{VERSION})",
        rf'{ADDRESS}(?:\.git)?",? from: "(?P<version>{VERSION})"',
        rf"{ADDRESS}\n *rev: v(?P<version>{VERSION})",
        rf"\bparity-(?P<version>{VERSION})-linux-",
        rf"\bparity_conformance-(?P<python_version>{PYTHON_VERSION})-py3-",
        rf"\bparity-conformance==(?P<python_version>{PYTHON_VERSION})",
        # In the Dockerfile.
        rf"^ARG VERSION=(?P<version>{VERSION})$",
        rf'"harness":{{"name":"parity","version":"(?P<version>{VERSION})"',
    )
)


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def values():
    """Returns the text to write for each group of PLACES."""
    account, release = owner(), version()
    return {
        "owner": account,
        # The names of container images have no capital letters. The placeholder keeps them.
        "namespace": account if account == PLACEHOLDER else account.lower(),
        "version": release,
        "python_version": python_version(release),
    }


def edits(text, due):
    """Returns the ranges of a text that are stale, in order, each with its new text."""
    found = {}
    for place in PLACES:
        for match in place.finditer(text):
            for name, old in match.groupdict().items():
                if name in due and old not in (None, due[name]):
                    found[match.span(name)] = due[name]
    return sorted(found.items())


def renewed(text, changes):
    for (start, end), new in reversed(changes):
        text = text[:start] + new + text[end:]
    return text


def write(path, text, changes):
    (ROOT / path).write_bytes(renewed(text, changes).encode("utf-8"))
    print(f"renewed {path}")


def line_number(text, position):
    return text.count("\n", 0, position) + 1


def stale_places(path, text, changes):
    """Yields a finding for each place to renew."""
    for (start, end), new in changes:
        yield f"{path}:{line_number(text, start)}: {text[start:end]} should be {new}"


def placeholders(path, text):
    """Yields a finding for each place in a document that still names the placeholder."""
    for match in re.finditer(rf"\b{PLACEHOLDER}\b", text):
        yield f"{path}:{line_number(text, match.start())}: remove what explains {PLACEHOLDER}"


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a file is stale")
    options = arguments.parse_args()
    due = values()
    due_without_version = {name: due[name] for name in ("owner", "namespace")}
    stale, explained = [], []

    for path in tracked(*FILES):
        if (ROOT / path).is_symlink():
            continue
        try:
            # Bytes, so that line ends stay as they are.
            text = (ROOT / path).read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue

        changes = edits(text, due_without_version if path in WITHOUT_VERSION else due)
        if changes and not options.check:
            write(path, text, changes)
        stale += stale_places(path, text, changes)
        if path.endswith(".md") and due["owner"] != PLACEHOLDER:
            explained += placeholders(path, renewed(text, changes))

    if not options.check:
        return 0
    for finding in [*stale, *explained]:
        print(finding)
    if stale:
        print("\nrenew the names with\n  tools/renew names")
    return 1 if stale or explained else 0


if __name__ == "__main__":
    run_script(main, OSError)
