#!/usr/bin/env python3
"""Checks that the hook of .pre-commit-hooks.yaml lints a suite, as docs/how-to/ci.md shows.

Usage:
  tools/ci/check-pre-commit.py

pre-commit gets the hook from a local repository that replaces the one on GitHub, so nothing is
fetched. The hook lints a suite that `parity init` makes, before and after a mistake in each kind of
file that the hook names. It skips other files. The hook that installs the wheel needs the network
and doesn't run here: the check only compares its settings.

The variable PARITY names the program; without it, the check makes a debug build.

Exit code 0: the hook works, 1: it doesn't, 2: the check can't run.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from shared.files import git
from shared.parity import environment, parity_program, run_parity
from shared.script import ROOT, cannot_run, expect, parser, require, run_script

try:
    import yaml
except ImportError:
    cannot_run("PyYAML is missing; tools/ci/install-check-tools.sh installs it")

DOCUMENT = ROOT / "docs" / "how-to" / "ci.md"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
# What the two hooks have to share.
SHARED = ("id", "name", "entry", "files", "pass_filenames")


def configurations():
    """Returns the configurations of pre-commit that the document shows."""
    fence = re.compile(r"^```yaml\n(repos:\n.*?)^```$", re.DOTALL | re.MULTILINE)
    fences = fence.findall(DOCUMENT.read_text(encoding="utf-8"))
    expect(len(fences) == 2, f"docs/how-to/ci.md has {len(fences)} configurations, not 2")
    return [yaml.safe_load(fence) for fence in fences]


class Suite:
    """A repository with a suite of `parity init`, and the hook."""

    def __init__(self, folder, program):
        self.folder = folder / "suite"
        self.folder.mkdir()
        programs = folder / "programs"
        programs.mkdir()
        (programs / "parity").symlink_to(program)
        self.variables = environment(
            PATH=f"{programs}:{os.environ['PATH']}",
            HOME=str(folder),
            PRE_COMMIT_HOME=str(folder / "cache"),
        )
        git(self.folder, "init", "--quiet")
        run_parity(program, "init", "--adapter", "python", cwd=self.folder)
        run_parity(program, "check", "--update", cwd=self.folder)

    def pre_commit(self, *words):
        """Runs pre-commit, and returns its exit code and output."""
        done = subprocess.run(
            ["pre-commit", *words],
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def expect_lint(self, result, what, code=0):
        """Stages all files, runs the hook for what is staged, and returns the output."""
        git(self.folder, "add", "--all")
        found, output = self.pre_commit("run", "--color", "never")
        expect(
            found == code and result in output,
            f"{what}: the hook exits with {found}, not {code} and '{result}'",
            output,
        )
        return output

    def edit(self, name, content):
        """Writes a file of the suite."""
        (self.folder / name).write_text(content, encoding="utf-8")


def new_source(folder, tag):
    """Makes a repository that has nothing but the hook, with a tag."""
    source = folder / "source"
    source.mkdir()
    shutil.copy(HOOKS, source)
    git(source, "init", "--quiet")
    git(source, "add", ".")
    git(source, "commit", "--quiet", "-m", "The hook")
    git(source, "tag", tag)
    return source


def main():
    parser(__doc__).parse_args()
    require("git", "pre-commit")
    program = pathlib.Path(parity_program()).resolve()
    [hook] = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    remote, local = (each["repos"][0] for each in configurations())
    for key in SHARED:
        expect(
            local["hooks"][0][key] == hook[key],
            f"docs/how-to/ci.md has another '{key}' than {HOOKS.name}",
        )

    with tempfile.TemporaryDirectory(prefix="pre-commit-") as name:
        folder = pathlib.Path(name).resolve()
        suite = Suite(folder, program)
        remote["repo"] = str(new_source(folder, remote["rev"]))
        suite.edit(".pre-commit-config.yaml", yaml.safe_dump({"repos": [remote]}))
        for words in (("validate-manifest", str(HOOKS)), ("validate-config",)):
            code, output = suite.pre_commit(*words)
            expect(code == 0 and not output, f"pre-commit {words[0]} has something to say", output)

        suite.expect_lint("Passed", "a suite")
        git(suite.folder, "commit", "--quiet", "-m", "A suite")
        suite.edit("README.md", "Not a file of the suite.\n")
        suite.expect_lint("Skipped", "another file")
        for pattern, find, replacement in (
            ("parity.json", '"contracts"', '"contract"'),
            ("Fixtures/*/behavior-matrix.json", '"title"', '"titel"'),
            ("Fixtures/*/cases.json", '"id"', '"name"'),
            ("Golden/*/*.json", '"', "'"),
        ):
            [path] = suite.folder.glob(pattern)
            right = path.read_text(encoding="utf-8")
            expect(find in right, f"{pattern} has no {find} to change", right)
            path.write_text(right.replace(find, replacement, 1), encoding="utf-8")
            file = path.relative_to(suite.folder).as_posix()
            output = suite.expect_lint("Failed", file, 1)
            expect(f"{file}:" in output, f"the hook doesn't show that {file} is wrong", output)
            path.write_text(right, encoding="utf-8")
        suite.edit(".gitattributes", "* text\n")
        suite.expect_lint("Passed", ".gitattributes")
    print("the hook of pre-commit: passes, fails, and skips")
    return 0


if __name__ == "__main__":
    run_script(main)
