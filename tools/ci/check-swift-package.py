#!/usr/bin/env python3
"""Follows docs/how-to/use-from-swift.md in packages outside this repository.

Usage:
  tools/ci/check-swift-package.py          as described below
  tools/ci/check-swift-package.py --all    also builds and runs the tests by URL with `traits: []`

The script writes the page's files to a temporary folder and does two things:

  by URL   From a repository with the files of this work tree and the tag of the page's version, it
           fetches what the page says, with and without `traits: []`, and builds ChatHistory.
  by path  It runs the page's console blocks with all traits, and compares the output with the page.
           A private copy of this work tree has the debug build, so that nothing of Parity is
           compiled again. Make a debug build first: swift build --build-tests

It needs Linux with user namespaces, or root, and the network unless the packages are cached.

Exit code 0: the page is right, 1: it isn't, 2: the check can't run.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import time

from guides.blocks import Fault, blocks_of
from guides.output import first_mismatch
from guides.places import copy_work_tree
from guides.shell import lines_of, shown
from shared.files import git
from shared.script import ROOT, parser, run_script

PAGE = "docs/how-to/use-from-swift.md"
TIMEOUT = 1200
# A dependency on this package, as the page shows it.
DEPENDENCY = re.compile(r"\.package\((?:name: \"parity\", )?(?:url|path): .*\)")
BY_URL = re.compile(r'\.package\(url: "(?P<url>[^"]+)", from: "(?P<version>[^"]+)", traits: \[\]\)')
NO_TRAITS = ", traits: []"
# What SwiftPM fetches besides this package.
WITHOUT_TRAITS = {"swift-system"}
WITH_TRAITS = WITHOUT_TRAITS | {"GRDB.swift", "swift-argument-parser", "swift-subprocess"}
CHAT_HISTORY = """import ChatHistory

public let repository: any HistoryRepository = MockRemoteHistoryRepository()
"""


class Page:
    """The files, dependencies and console blocks of the page."""

    def __init__(self, text):
        blocks = blocks_of(text)
        self.files = [block for block in blocks if block.kind == "file"]
        self.commands = [
            command for block in blocks if block.kind == "console" for command in block.commands
        ]
        swift = ["\n".join(block.lines) for block in blocks if block.words == ["swift"]]
        self.dependencies = [code for code in swift if DEPENDENCY.fullmatch(code)]

        manifest = "\n".join(line for block in self.files for line in block.lines)
        self.by_url = BY_URL.search(manifest)
        if self.by_url is None:
            raise Fault(1, "Package.swift has no dependency by URL with a version and `traits: []`")

    def named_path(self):
        """Returns the dependency by path that has a name, so that the folder may have any."""
        found = [code for code in self.dependencies if 'name: "parity", path:' in code]
        if len(found) != 1:
            raise Fault(1, "one dependency by path must have a name")
        return found[0]

    def write(self, folder, dependency):
        """Writes the files of the page, with a dependency in place of the one in Package.swift."""
        for block in self.files:
            file = folder / block.words[1]
            if f"`{block.words[1]}`" not in block.above:
                raise Fault(block.line, f"the text above the block doesn't name `{block.words[1]}`")
            file.parent.mkdir(parents=True, exist_ok=True)
            text = "\n".join(block.lines) + "\n"
            file.write_text(text.replace(self.by_url[0], dependency), encoding="utf-8")


def environment(**more):
    """Returns the variables of a developer's shell, without those of CI."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in ("CI", "PARITY", "GITHUB_ACTIONS") and not name.startswith("PARITY_RE")
    }
    return {**inherited, **more}


def timed(folder, variables, command, text):
    """Runs a command, prints the time it takes, and returns the completed process."""
    start = time.monotonic()
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    print(f"  {time.monotonic() - start:6.1f} s  {text}", flush=True)
    return done


def run(folder, variables, *command):
    """Runs a command that has to succeed, and returns its output."""
    done = timed(folder, variables, command, " ".join(command))
    if done.returncode != 0:
        raise Fault(1, f"`{' '.join(command)}` exits with {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def mapped(page, repository):
    """Returns variables that make Git read the page's URL from a repository."""
    count = int(os.environ.get("GIT_CONFIG_COUNT", "0"))
    return environment(
        GIT_CONFIG_COUNT=str(count + 1),
        **{
            f"GIT_CONFIG_KEY_{count}": f"url.{repository.as_uri()}.insteadOf",
            f"GIT_CONFIG_VALUE_{count}": page.by_url["url"],
        },
    )


def check_fetched(folder, due):
    """Checks which packages SwiftPM has fetched."""
    fetched = {entry.name for entry in (folder / ".build/checkouts").iterdir()} - {"parity"}
    if fetched != due:
        raise Fault(1, f"SwiftPM fetched {sorted(fetched)}, and should fetch {sorted(due)}")


def check_by_url(page, folder, runs_tests):
    """Fetches this package by URL, with and without traits, and builds ChatHistory without."""
    repository = folder / "repository"
    copy_work_tree(ROOT, repository)
    git(repository, "tag", f"v{page.by_url['version']}")
    variables = mapped(page, repository)
    # SwiftPM remembers the commit of each tag, and each run has another one.
    alone = ("--disable-dependency-cache", "--security-path", str(folder / "security"))
    resolve = ("swift", "package", *alone, "resolve")
    build = ("swift", "build", *alone)

    print("by URL, without traits", flush=True)
    all_traits = folder / "all-traits"
    page.write(all_traits, page.by_url[0].replace(NO_TRAITS, ""))
    run(all_traits, variables, *resolve)
    check_fetched(all_traits, WITH_TRAITS)

    print("by URL, with traits: []", flush=True)
    no_traits = folder / "no-traits"
    page.write(no_traits, page.by_url[0])
    run(no_traits, variables, *resolve)
    check_fetched(no_traits, WITHOUT_TRAITS)

    manifest = no_traits / "Package.swift"
    text = manifest.read_text(encoding="utf-8")
    product = '[.product(name: "ChatHistory", package: "parity")]'
    target = f'.target(name: "History", dependencies: {product})'
    manifest.write_text(text.replace("targets: [\n", f"targets: [\n    {target},\n"))
    (no_traits / "Sources/History").mkdir()
    (no_traits / "Sources/History/History.swift").write_text(CHAT_HISTORY)
    run(no_traits, variables, *build, "--target", "History")

    if runs_tests:
        manifest.write_text(text)
        run(no_traits, variables, *build, "--build-tests")
        few = {**variables, "PARITY_FILTER": "no_rows"}
        run(no_traits, few, "swift", "test", *alone, "--filter", "SessionDetail")


def check_by_path(page, folder):
    """Runs the console blocks, and returns the differences. This work tree is a private copy."""
    app = folder / "by-path"
    dependency = re.sub(r'path: "[^"]*"', f'path: "{ROOT}"', page.named_path())
    page.write(app, dependency.replace(NO_TRAITS, ""))
    variables = environment(SWIFTPM_BUILD_DIR=str(ROOT / ".build"))

    print("by path, with all traits", flush=True)
    output = run(app, variables, "swift", "build", "--build-tests")
    compiled = set(re.findall(r"Compiling (\w+)", output))
    if "Conformance" in compiled:
        print("  warning: Parity was compiled again, which takes minutes: its flags have changed")

    faults = []
    for command in page.commands:
        done = timed(app, variables, ["bash", "-c", command.text], command.text)
        index = first_mismatch(command.output, [line.rstrip() for line in lines_of(done.stdout)])
        if index is not None:
            expected = "".join(f"{line}\n" for line in command.output)
            message = f"`{command.text}` prints something else\n{shown('expected', expected)}"
            line = command.output_line + index
            faults.append(Fault(line, f"{message}\n{shown('actual', done.stdout)}"))
    return faults


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--all", action="store_true", help="also run the tests by URL")
    arguments.add_argument(
        "--in-copy", type=pathlib.Path, metavar="FOLDER", help="used by the script in its private copy"
    )
    options = arguments.parse_args()

    try:
        page = Page((ROOT / PAGE).read_text(encoding="utf-8"))
        if options.in_copy is not None:
            faults = check_by_path(page, options.in_copy)
            for fault in faults:
                print(f"{PAGE}:{fault.line}: {fault}")
            return 1 if faults else 0

        with tempfile.TemporaryDirectory(prefix="swift-package-") as name:
            folder = pathlib.Path(name).resolve()
            check_by_url(page, folder, options.all)
            again = [ROOT / "tools/ci/in-private-copy.sh", __file__, "--in-copy", folder]
            return subprocess.run(again, check=False).returncode
    except Fault as fault:
        print(f"{PAGE}:{fault.line}: {fault}")
        return 1


if __name__ == "__main__":
    run_script(main, OSError, subprocess.TimeoutExpired)
