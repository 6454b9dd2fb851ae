#!/usr/bin/env python3
"""Installs the Python packages of tools/ci/requirements.txt that are missing or have another version.

Usage:
  tools/ci/install-packages.py             all packages
  tools/ci/install-packages.py NAME ...    these packages

It installs into the environment of `python3`, and prints the version of each package. If everything is
installed, it runs no pip. If pip can't replace another version, for example without a network, that
version stays and is named.

Exit code 0: every package is installed, 2: a package is missing.
"""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys

from shared.script import cannot_run, parser, program_folders, run_script

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[\w,-]+\])?==(?P<version>\S+)")
# Debian and Homebrew allow pip outside of a virtual environment only with the first setting.
PIP_SETTINGS = {"PIP_BREAK_SYSTEM_PACKAGES": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def requirements():
    """Yields the name and the version of each package, and its line for pip."""
    for number, line in enumerate(REQUIREMENTS.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = REQUIREMENT.fullmatch(text)
        if match is None:
            cannot_run(f"line {number} of {REQUIREMENTS.name} isn't NAME==VERSION: {text}")
        yield match["name"], match["version"], text


def installed_version(name):
    """Returns the version of an installed package, or None."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def install(lines):
    """Runs pip for the lines of packages. The caller checks what is installed afterwards."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", *lines]
    subprocess.run(command, env={**os.environ, **PIP_SETTINGS}, stdout=sys.stderr, check=False)
    importlib.invalidate_caches()


def main():
    options = parser(__doc__)
    options.add_argument("names", metavar="NAME", nargs="*", help="a package of requirements.txt")
    names = options.parse_args().names

    wanted = [each for each in requirements() if not names or each[0] in names]
    unknown = set(names) - {name for name, _, _ in wanted}
    if unknown:
        cannot_run(f"{REQUIREMENTS.name} has no package {', '.join(sorted(unknown))}")
    outdated = [line for name, version, line in wanted if installed_version(name) != version]
    if outdated:
        install(outdated)

    missing = []
    for name, version, line in wanted:
        found = installed_version(name)
        if found is None:
            missing.append(line)
        else:
            print(f"{name} {found}" if found == version else f"{name} {found} (not {version})")
    if missing:
        cannot_run(f"pip didn't install {' '.join(missing)}")

    path = os.environ.get("PATH", "").split(os.pathsep)
    if not any(folder in path for folder in program_folders()):
        print(f"add the folder of the programs that pip installs to PATH: {program_folders()[0]}")
    return 0


if __name__ == "__main__":
    run_script(main)
