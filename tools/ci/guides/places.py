"""Prepares the folders that documents run in.

  clone    a copy of this repository's files in a new Git repository; `parity` in PATH is where
           `swift build` would put it
  empty    an empty folder, with `parity` in PATH
  archive  an empty folder, with a `curl` in PATH that downloads nothing but the release archive
"""

import pathlib
import platform
import re
import shutil
import subprocess
import tarfile

from shared.files import git
from shared.script import CannotRun

ARCHIVE = re.compile(r"parity-(?P<version>[0-9][\w.-]*)-linux-(?P<architecture>\w+)\.tar\.gz")
KINDS = ("clone", "empty", "archive")

# Prints the archive if the last argument is its address in a release, and otherwise fails as curl does.
CURL = """\
#!/bin/sh
for address; do :; done
case $address in
  https://github.com/*/parity/releases/download/v{version}/{name}) cat '{archive}' ;;
  *) echo "curl: this check can't download $address" >&2; exit 22 ;;
esac
"""


class Places:
    def __init__(self, root, folder, archive):
        self.root = root
        self.folder = folder
        self.archive = archive
        self.count = 0

        installed = folder / "installed"
        installed.mkdir()
        with tarfile.open(archive) as file:
            file.extractall(installed)
        self.program_folder = next(installed.iterdir())
        self.repository = None

    @property
    def architecture(self):
        return ARCHIVE.fullmatch(self.archive.name)["architecture"]

    def new(self, kind):
        """Returns a new folder of a kind, a home folder, a folder for the check's own files, and the
        folder to put into PATH.
        """
        self.count += 1
        place = self.folder / str(self.count)
        place.mkdir()
        for name in ("home", "scratch"):
            (place / name).mkdir()

        work = place / "work"
        program_folder = self.program_folder
        if kind == "clone":
            shutil.copytree(self.cloned(), work, symlinks=True)
            program_folder = work / ".build" / "debug"
            program_folder.mkdir(parents=True)
            shutil.copy2(self.program_folder / "parity", program_folder)
        else:
            work.mkdir()
        if kind == "archive":
            program_folder = place / "bin"
            program_folder.mkdir()
            self.write_curl(program_folder / "curl")

        return work, place / "home", place / "scratch", program_folder

    def write_curl(self, path):
        version = ARCHIVE.fullmatch(self.archive.name)["version"]
        text = CURL.format(version=version, name=self.archive.name, archive=self.archive)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def cloned(self):
        """Returns a Git repository with the files of this work tree, committed or not."""
        if self.repository is not None:
            return self.repository

        self.repository = self.folder / "repository"
        copy_work_tree(self.root, self.repository)
        return self.repository


def copy_work_tree(root, repository):
    """Creates a Git repository with the files of a work tree, committed or not."""
    repository.mkdir()
    listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.decode("utf-8").split("\0")):
        source, target = root / name, repository / name
        if source.is_symlink() or source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)

    git(repository, "init", "--quiet")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "The files of this work tree")


def packed(program, root, folder):
    """Returns an archive like that of tools/release/make-archive, made from a built program."""
    version = subprocess.run([str(program), "--version"], stdout=subprocess.PIPE, text=True, check=False)
    name = f"parity-{version.stdout.strip()}-linux-{platform.machine()}"
    archive = folder / f"{name}.tar.gz"
    if version.returncode != 0 or not ARCHIVE.fullmatch(archive.name):
        raise CannotRun(f"{program} --version prints no version")

    with tarfile.open(archive, "w:gz", compresslevel=1) as file:
        file.add(pathlib.Path(program).resolve(), f"{name}/parity")
        for part in ("Fixtures", "Golden", "tools/adapters"):
            file.add(root / part, f"{name}/{part}")
    return archive
