#!/usr/bin/env python3
"""Installs the wheel of a release as its users do, and uses the program.

Usage:
  tools/ci/check-wheel.py WHEEL            WHEEL is one of tools/release/make-wheel
  tools/ci/check-wheel.py WHEEL --smoke    uses the virtual environment only

It installs the wheel without a network, first in a new virtual environment of this machine, then in a
root folder that has Debian with Python and nothing else. In both, `parity init --adapter python`,
`parity check --update` and `parity check` have to work in an empty folder, and the built-in contracts
have to pass. After `pip uninstall`, nothing may be left.

Exit code 0: the wheel works, 1: it doesn't, 2: the check can't run.
"""

import os
import pathlib
import subprocess
import tempfile
import time

from shared.release import version
from shared.rootfolder import RootFolder, add_base_option
from shared.script import expect, parser, run_script

# An installation puts these below its prefix.
INSTALLED = (
    "bin/parity",
    "share/parity/Fixtures/session-detail/behavior-matrix.json",
    "share/parity/docs/index.md",
    "share/parity/tools/schemas/parity.schema.json",
    "share/man/man1/parity.1",
    "share/bash-completion/completions/parity",
    "share/zsh/site-functions/_parity",
    "share/fish/vendor_completions.d/parity.fish",
)
SCRIPT = """
set -eu
python3 -m venv venv
venv/bin/pip install --disable-pip-version-check --no-index "$1"
for file in {installed}; do test -s "venv/$file"; done
export PATH="$PWD/venv/bin:$PATH"
parity --version
parity check --builtin
mkdir suite
cd suite
parity init --adapter python
parity check --update
parity check
cd ..
venv/bin/pip uninstall --disable-pip-version-check --yes parity-conformance
for place in bin/parity share lib/python*/site-packages/parity_conformance*; do
  test -z "$(find venv/$place -type f 2>/dev/null)" || {{ echo "pip uninstall leaves $place"; exit 1; }}
done
""".format(installed=" ".join(INSTALLED))


def check_output(place, status, output):
    expect(status == 0, f"{place}: the wheel doesn't work (exit code {status})", output)
    expect(f"\n{version()}\n" in output, f"{place}: the program has another version", output)
    expect(output.count("\nPASS  ") >= 3, f"{place}: a check isn't green", output)


def check_here(wheel):
    """Uses the wheel in a virtual environment of this machine."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        done = subprocess.run(
            ["sh", "-c", SCRIPT, "sh", wheel],
            cwd=home, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8"},
        )
        check_output("virtual environment", done.returncode, done.stdout)


def check_in_root_folder(wheel, base):
    """Uses the wheel where there is only Debian's Python."""
    with RootFolder.make(packages=["python3-venv"], base=base) as root:
        root.run("useradd", "--create-home", "--home-dir", "/workspace", "user")
        root.copy(wheel, "/workspace", owner="user")
        start = time.monotonic()
        done = root.run("sh", "-c", SCRIPT, "sh", wheel.name, user="user", cwd="/workspace")
        check_output("root folder with Python", done.returncode, done.stdout)
        return time.monotonic() - start


def main():
    options = parser(__doc__)
    options.add_argument("wheel", metavar="WHEEL", type=pathlib.Path, help="the wheel")
    options.add_argument("--smoke", action="store_true", help="use the virtual environment only")
    add_base_option(options)
    options = options.parse_args()
    wheel = options.wheel.resolve(strict=True)

    check_here(wheel)
    if options.smoke:
        return 0
    seconds = check_in_root_folder(wheel, options.base)
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; installed, used and removed in {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    run_script(main, OSError)
