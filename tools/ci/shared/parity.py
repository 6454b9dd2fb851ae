"""The program to check, and runs of it."""

import os
import pathlib
import subprocess

from .script import ROOT, cannot_run


def parity_program():
    """Returns the path of the program in the variable PARITY, or of a debug build, which it makes."""
    return _printed_path("tools/ci/parity-program.sh")


def release_program(program=None):
    """Returns the absolute path of a program, or of a release build, which it makes."""
    return pathlib.Path(program or _printed_path("tools/release/build")).resolve()


def _printed_path(script):
    done = subprocess.run([ROOT / script], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        cannot_run(f"{script} exits with {done.returncode}")
    return done.stdout.strip()


def environment(**more):
    """Returns the variables of this process without CI. If CI is set, Parity writes no goldens."""
    return {**{name: value for name, value in os.environ.items() if name != "CI"}, **more}


def run_parity(program, *words, codes=(0,), **options):
    """Runs Parity without CI, and returns the completed process.

    Exits with 2 if the exit code isn't one of `codes`. The options are those of subprocess.run.
    """
    command = [str(program), *map(str, words)]
    options = {"env": environment(), "text": True, "encoding": "utf-8", **options}
    done = subprocess.run(command, capture_output=True, check=False, **options)
    if done.returncode not in codes:
        printed = f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
        cannot_run(f"`parity {' '.join(command[1:])}` exits with {done.returncode}:\n{printed}")
    return done
