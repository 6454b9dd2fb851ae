"""The start and end of a script.

  def main():
      options = parser(__doc__).parse_args()
      require("git", "node")
      return failures([...])

  if __name__ == "__main__":
      run_script(main)

A script exits with 0 if it succeeds, 1 if it finds something wrong, and 2 if it can't run.
"""

import argparse
import os
import pathlib
import shutil
import sys
import sysconfig

ROOT = pathlib.Path(__file__).resolve().parents[3]


class CannotRun(Exception):
    """A reason why a script can't run."""


class Failure(Exception):
    """Something that a script finds wrong, and with which it ends."""


def script_name():
    """Returns the path of the running script in the repository."""
    path = pathlib.Path(sys.argv[0]).resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def cannot_run(message):
    """Prints why the script can't run, and exits with 2."""
    print(f"{script_name()}: {message}", file=sys.stderr)
    sys.exit(2)


def require(*programs):
    """Exits with 2 if one of the programs is missing."""
    for program in programs:
        if shutil.which(program) is None:
            cannot_run(f"{program} is missing; tools/ci/install-check-tools.sh installs it")


def program_folders():
    """Returns the folders in which pip puts programs: that of this Python, and that of the user."""
    schemes = (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user"))
    return [sysconfig.get_path("scripts", scheme) for scheme in schemes]


def package_program(name):
    """Returns the path of a program that pip installed, also if its folder isn't in PATH.

    Exits with 2 if it is missing.
    """
    path = os.pathsep.join([*program_folders(), os.environ.get("PATH", os.defpath)])
    found = shutil.which(name, path=path)
    if found is None:
        cannot_run(f"{name} is missing; tools/ci/install-check-tools.sh installs it")
    return found


def parser(document):
    """Returns a parser whose help is the docstring of a script."""
    return argparse.ArgumentParser(
        description=document, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def expect(holds, claim, output=""):
    """Raises a Failure with the end of an output, unless a claim holds."""
    if not holds:
        raise Failure(f"{claim}\n{output[-3000:]}" if output else claim)


def failures(found):
    """Prints what is wrong on standard error, and returns the exit code."""
    for each in found:
        print(each, file=sys.stderr)
    return 1 if found else 0


def run_script(main, *errors):
    """Exits with what `main` returns, 1 if it raises Failure, or 2 if it raises CannotRun or one of
    the other errors.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"{script_name()}: {failure}", file=sys.stderr)
        sys.exit(1)
    except (CannotRun, *errors) as error:
        cannot_run(error)
    except KeyboardInterrupt:
        sys.exit(130)
