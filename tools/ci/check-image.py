#!/usr/bin/env python3
"""Runs the steps of the Dockerfile in root folders, and then Parity as `docker run` would.

Usage:
  tools/ci/check-image.py ARCHIVE    ARCHIVE is one of tools/release/make-archive
  tools/ci/check-image.py --build    makes the archive as the Dockerfile does; takes ten minutes

No container engine is needed. A root folder with Debian's smallest system stands in for the image
debian:bookworm-slim. The Dockerfile runs as printed. Given ARCHIVE, this check puts the file where
the build stage would, and leaves out the steps before that. With --build, it runs them too, in a
copy of this clone. Debian with the toolchain of this machine then stands in for the image swift.

Then it mounts small suites at the working directory of the image. They have to pass and fail as
they should, for the image's user and for the owner of the suite with --user. It needs root, or user
namespaces and newuidmap.

Exit code 0: the image works, 1: it doesn't, 2: the check can't run.
"""

import dataclasses
import fnmatch
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from shared.files import write_json
from shared.rootfolder import PATH, RootFolder, add_base_option
from shared.script import ROOT, CannotRun, Failure, expect, parser, require, run_script
from shared.suites import write_suite

DOCKERFILE = ROOT / "Dockerfile"
# The step that makes the archive, and the folder in which it is then.
MAKE_ARCHIVE = "tools/ci/install-packages.py cyclonedx-python-lib && tools/release/make-archive /out"
OUT = "/out"
# The images that the stages begin with, and the packages of the first, as its Dockerfile has them:
# https://github.com/swiftlang/swift-docker/blob/main/6.1/debian/12/Dockerfile
SWIFT = "swift:6.3.1-bookworm"
DEBIAN = "debian:bookworm-slim"
PACKAGES = (
    *("binutils", "ca-certificates", "gcc", "git", "libcurl4-openssl-dev", "libedit-dev"),
    *("libicu-dev", "libncurses-dev", "libpython3-dev", "libsqlite3-dev", "libstdc++-12-dev"),
    *("libxml2-dev", "pkg-config", "tzdata", "uuid-dev"),
)
# What pip needs of this machine: its settings, and the certificates that it trusts.
PIP_SETTINGS = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
LABELS = ("title", "description", "version", "licenses", "source", "documentation")

# Users of this machine, for --user, which the image doesn't know.
OWNER = "4321:4321"
OTHER_OWNER = "4322:4322"
# The exit code of a command that is refused.
USAGE = 64


@dataclasses.dataclass
class Stage:
    """The instructions of a stage: pairs of a name and a value."""

    base: str
    name: str
    instructions: list


@dataclasses.dataclass
class Image:
    """What the instructions of a stage make, in addition to files."""

    arguments: dict
    variables: dict
    labels: dict
    user: str = "root"
    folder: str = "/"
    entrypoint: tuple = ()


def instructions_of(text):
    """Yields the name and the value of each instruction. A value has no line breaks."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in "\n".join(filter(str.strip, lines)).replace("\\\n", "").splitlines():
        name, _, value = line.strip().partition(" ")
        yield name.upper(), value.strip()


def stages_of(text):
    """Returns the stages of a Dockerfile."""
    stages = []
    for name, value in instructions_of(text):
        if name == "FROM":
            match = re.fullmatch(r"(\S+)(?: AS (\S+))?", value)
            if match is None:
                raise CannotRun(f"this check can't read: FROM {value}")
            stages.append(Stage(match[1], match[2] or "", []))
        elif stages:
            stages[-1].instructions.append((name, value))
        else:
            raise CannotRun(f"this check can't read {name} before FROM")
    return stages


def pairs(value, variables):
    """Returns the names and values of LABEL, ENV or ARG, with variables replaced."""
    found = {}
    for word in shlex.split(value):
        name, equals, text = word.partition("=")
        if not equals:
            raise CannotRun(f"this check can't read a name without a value: {word}")
        found[name] = re.sub(r"\$\{?(\w+)\}?", lambda match: variables.get(match[1], ""), text)
    return found


class Build:
    """Executes the instructions of a stage in a root folder."""

    def __init__(self, root, image, binds, earlier):
        self.root = root
        self.image = image
        self.binds = binds
        self.earlier = earlier

    def execute(self, name, value):
        """Executes an instruction, as `docker build` does."""
        image = self.image
        if name == "RUN":
            self.run(value)
        elif name == "COPY":
            self.copy(value)
        elif name == "ARG":
            image.arguments.update(pairs(value, {}))
        elif name == "ENV":
            image.variables.update(pairs(value, {**image.arguments, **image.variables}))
        elif name == "LABEL":
            image.labels.update(pairs(value, {**image.arguments, **image.variables}))
        elif name == "USER":
            image.user = value
        elif name == "WORKDIR":
            image.folder = str(pathlib.PurePosixPath(image.folder) / value)
            self.must_run("mkdir", "-p", image.folder)
        elif name == "ENTRYPOINT":
            image.entrypoint = tuple(json.loads(value))
        else:
            raise CannotRun(f"this check can't execute the instruction {name}")

    def run(self, script):
        print(f"RUN {script}", flush=True)
        image = self.image
        done = self.root.run(
            *("/bin/sh", "-c", script),
            user=image.user,
            cwd=image.folder,
            environment={**image.arguments, **image.variables},
            network=True,
            binds=self.binds,
        )
        expect(done.returncode == 0, f"RUN exits with {done.returncode}: {script}", done.stdout)

    def copy(self, value):
        match = re.fullmatch(r"(?:--from=(\S+) )?(\S+) (\S+)", value)
        if match is None or value.startswith("--") and match[1] is None:
            raise CannotRun(f"this check can't read: COPY {value}")
        print(f"COPY {value}", flush=True)
        stage, source, target = match.groups()
        target = pathlib.PurePosixPath(self.image.folder) / target

        if stage is None:
            if source != ".":
                raise CannotRun("this check can only copy the whole clone")
            with tempfile.TemporaryDirectory() as context:
                copy_context(pathlib.Path(context))
                self.root.copy(f"{context}/.", target)
            return

        folder = self.earlier[stage].inside(source)
        expect(folder.is_dir(), f"the stage {stage} has no folder {source}")
        self.must_run("mkdir", "-p", target)
        self.root.copy(f"{folder}/.", target)

    def must_run(self, *command):
        done = self.root.run(*command)
        expect(done.returncode == 0, f"{command[0]} exits with {done.returncode}", done.stdout)


def copy_context(folder):
    """Copies this clone without what .dockerignore leaves out."""
    patterns = []
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if "/" in line.removeprefix("**/") or line.startswith("!"):
            raise CannotRun(f"this check can't read the line of .dockerignore: {line}")
        patterns.append(line)

    def ignored(place, names):
        top = pathlib.Path(place) == ROOT
        fit = [line.removeprefix("**/") for line in patterns if top or line.startswith("**/")]
        return [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in fit)]

    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored, dirs_exist_ok=True)


def toolchain(folder):
    """Returns the mounts and variables of a root folder for the Swift of this machine, and for what
    Git and pip need here instead of the network.
    """
    require("swift", "git")
    swift = pathlib.Path(shutil.which("swift")).resolve().parents[2]
    mounts = {str(swift): swift}
    found = subprocess.run(
        ["git", "config", "--get-regexp", r"^url\..*\.insteadof$"],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    settings = folder / "gitconfig"
    settings.touch()
    for line in found.stdout.splitlines():
        key, _, value = line.partition(" ")
        place = re.fullmatch(r"url\.(.*)\.insteadof", key)[1]
        subprocess.run(["git", "config", "--file", settings, "--add", key, value], check=True)
        if place.startswith("/"):
            mounts[place.rstrip("/")] = place
    mounts["/etc/gitconfig"] = settings

    # Copies, so that a step can't change this machine.
    for name in filter(os.path.exists, PIP_SETTINGS):
        mounts[name] = shutil.copy(name, folder)
    return mounts, {"PATH": f"{swift}/usr/bin:{PATH}"}


def build_stage(stage, root, archive, folder):
    """Executes the first stage: all of it, or what follows the archive if that is given."""
    mounts, variables = ({}, {}) if archive else toolchain(folder)
    build = Build(root, Image({}, variables, {}), mounts, {})
    steps = stage.instructions
    made = steps.index(("RUN", MAKE_ARCHIVE)) if ("RUN", MAKE_ARCHIVE) in steps else None
    if made is None:
        raise CannotRun(f"{DOCKERFILE.name} has no step: RUN {MAKE_ARCHIVE}")
    if archive:
        build.must_run("mkdir", OUT)
        root.copy(archive, OUT)
        steps = steps[made + 1 :]
    for name, value in steps:
        build.execute(name, value)


def check_labels(image):
    for label in LABELS:
        name = f"org.opencontainers.image.{label}"
        expect(image.labels.get(name), f"the image has no label {name}")


class Container:
    """Runs of the image."""

    def __init__(self, root, image):
        self.root = root
        self.image = image

    def run(self, *words, codes=(0,), user=None, suite=None):
        """Runs `docker run IMAGE WORDS`, with --user and a folder at the working directory."""
        done = self.root.run(
            *self.image.entrypoint,
            *words,
            user=user or self.image.user,
            cwd=self.image.folder,
            environment=self.image.variables,
            binds={self.image.folder: suite} if suite else None,
        )
        command = shlex.join([*self.image.entrypoint, *words])
        expect(
            done.returncode in codes,
            f"`{command}` exits with {done.returncode} as user {user or self.image.user}",
            done.stdout,
        )
        return done.stdout

    def mounted(self, suite, owner):
        """Returns a copy of a suite that belongs to a user."""
        name = f"/srv/{owner.partition(':')[0]}"
        self.root.copy(suite, name, owner=owner)
        return self.root.inside(name)


def write_small_suite(folder, *command):
    """Writes a suite whose program is one that every system has. It should return its input."""
    manifest = {"contract": "echo", "operations": {"same": {"output": "text"}}}
    case = {"id": "a_line", "input": {"text": "a\n"}, "expect": {"output": "a\n"}}
    write_suite(folder, manifest, [{**case, "operation": "same"}])
    program = {"name": "mine", "protocol": "stdio", "command": command, "stdin": "/text"}
    entry = {**program, "contracts": ["echo"], "reference": True, "default": True}
    write_json(folder / "parity.json", {"implementations": [entry]}, indent=2)
    return folder


def check_runs(container, folder):
    """Checks what a user does with the image."""
    image = container.image
    user, _ = container.root.ids(image.user)
    expect(user != 0, "the image's user is root")
    version = image.labels["org.opencontainers.image.version"]
    printed = container.run("--version").strip()
    expect(printed == version, f"the image has the label {version}, and Parity prints {printed}")
    print(container.run("check", "--builtin", "--quiet").strip().splitlines()[-1])
    # Nothing is mounted.
    container.run(codes=(USAGE,))

    suite = write_small_suite(folder / "suite", "cat")
    own = container.mounted(suite, image.user)
    container.run("check", "--update", suite=own)
    container.run("lint", suite=own)
    container.run(suite=own)

    # The suite of another user is refused, unless the image runs as that user or --root trusts it.
    other = container.mounted(suite, OWNER)
    refusal = container.run("check", suite=other, codes=(USAGE,))
    expect("belongs to another user" in refusal, "another user's suite isn't refused", refusal)
    container.run("check", "--update", suite=other, user=OWNER)
    container.run("check", "--report", "junit=report.xml", suite=other, user=OWNER)
    container.run("check", "--root", ".", suite=other)
    if os.geteuid() == 0:
        owner = str((other / "report.xml").stat().st_uid)
        expect(owner == OWNER.partition(":")[0], f"a report belongs to the user {owner}")

    wrong = container.mounted(write_small_suite(folder / "wrong", "tr", "a", "b"), OTHER_OWNER)
    failed = container.run("check", suite=wrong, user=OTHER_OWNER, codes=(1,))
    expect("a_line" in failed, "a failure doesn't name its case", failed)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("archive", nargs="?", type=pathlib.Path, metavar="ARCHIVE")
    arguments.add_argument("--build", action="store_true", help="run the whole build stage")
    add_base_option(arguments)
    options = arguments.parse_args()
    if (options.archive is None) != options.build:
        arguments.error("give either an archive or --build")
    if options.archive and not options.archive.is_file():
        raise CannotRun(f"there is no archive {options.archive}")

    stages = stages_of(DOCKERFILE.read_text(encoding="utf-8"))
    if [stage.base for stage in stages] != [SWIFT, DEBIAN]:
        raise CannotRun(f"{DOCKERFILE.name} has other stages than {SWIFT} and {DEBIAN}")
    first, last = stages
    image = Image({}, {}, {})

    with tempfile.TemporaryDirectory() as kept:
        folder = pathlib.Path(kept)
        with RootFolder.make(base=options.base) as root:
            with root.duplicate() as earlier:
                if options.build:
                    earlier.install(*PACKAGES)
                build_stage(first, earlier, options.archive, folder)
                build = Build(root, image, {}, {first.name: earlier})
                for name, value in last.instructions:
                    build.execute(name, value)
            check_labels(image)
            check_runs(Container(root, image), folder)

    version = image.labels["org.opencontainers.image.version"]
    print(f"the image of Parity {version} runs as the user {image.user} in {image.folder}")
    return 0


if __name__ == "__main__":
    run_script(main)
