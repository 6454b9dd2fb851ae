"""Root folders with Debian's smallest system, in which a check runs what a user would run elsewhere.

  with RootFolder.make(packages=["python3-venv"], base=folder) as root:
      root.run("useradd", "--create-home", "--home-dir", "/workspace", "user")
      root.copy(wheel, "/workspace")
      done = root.run("python3", "-m", "venv", "venv", user="user", cwd="/workspace")

A root folder stands in for a fresh machine or a container. It sees no process and no file of this
machine, and has no network unless a command asks for it. Every command has its own mounts, so none
remains when it ends. This needs root, or user namespaces and a range of user ids in /etc/subuid.
"""

import contextlib
import fcntl
import os
import pathlib
import shutil
import subprocess
import tempfile

from .script import CannotRun, require

SUITE = "bookworm"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# Usage: sh -c ENTER sh ROOT [SOURCE TARGET]… -- COMMAND…
# Mounts what a container has, and the bound files and folders, and runs a command in ROOT.
ENTER = """
set -eu
root=$1
shift
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mkdir -m 1777 "$root/dev/shm"
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then
    mkdir -p "$root$2"
  else
    mkdir -p "$root$(dirname "$2")"
    [ -e "$root$2" ] || : >"$root$2"
  fi
  mount --rbind "$1" "$root$2"
  shift 2
done
shift
exec chroot "$@"
"""

# What a command with a network needs of this machine: name servers, and the proxies of apt.
NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/apt/apt.conf.d")


class RootFolder(contextlib.AbstractContextManager):
    """A root folder. It is removed at the end of a `with` block."""

    def __init__(self, path):
        # Its parent is private to the user of this machine. In the root folder, / is for all.
        self.path = path

    @classmethod
    def make(cls, packages=(), base=None):
        """Makes a root folder with Debian's smallest system and some packages.

        `base` is a folder that keeps the smallest system for the next root folder, because
        debootstrap takes half a minute.
        """
        require("debootstrap", "unshare", "chroot")
        _require_namespaces()
        with contextlib.ExitStack() as stack:
            root = stack.enter_context(cls._empty())
            if base is None:
                _debootstrap(root.path)
            else:
                _copy_system(_kept_system(pathlib.Path(base)), root.path)
            if packages:
                root.install(*packages)

            # The caller removes it.
            stack.pop_all()
        return root

    @classmethod
    def _empty(cls):
        return cls(pathlib.Path(tempfile.mkdtemp(prefix="parity-root-")) / "root")

    def duplicate(self):
        """Makes a root folder with the same files."""
        with contextlib.ExitStack() as stack:
            root = stack.enter_context(self._empty())
            _copy_system(self.path, root.path)
            stack.pop_all()
        return root

    def __exit__(self, *_):
        self.remove()

    def remove(self):
        """Removes the folder."""
        _run(["rm", "-rf", "--one-file-system", str(self.path.parent)])

    def install(self, *packages):
        """Installs packages of Debian without those that they only recommend."""
        apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            done = self.run(*apt, *words, environment=quiet, network=True)
            if done.returncode:
                raise CannotRun(f"apt-get can't {words[0]} in a root folder:\n{done.stdout[-3000:]}")

    def copy(self, source, target, owner="root"):
        """Copies a file or folder, links as links. `target` is as for cp, an absolute path."""
        place = self.inside(target)
        _run(["cp", "-a", "--no-preserve=ownership", str(source), str(place)])
        if owner != "root":
            copied = pathlib.PurePosixPath(target)
            if place.is_dir() and (place / pathlib.Path(source).name).exists():
                copied /= pathlib.Path(source).name
            user, group = self.ids(owner)
            _run(["chown", "-hR", f"{user}:{group}", str(self.inside(copied))])

    def run(self, *command, user="root", cwd="/", environment=None, network=False, binds=None):
        """Runs a command, and returns the completed process with its output in `stdout`.

        Args:
          user: A name of the root folder's /etc/passwd, an id, or "UID:GID".
          environment: Variables in addition to PATH and HOME. No others are set.
          network: Whether the command can use the network of this machine.
          binds: Files and folders of this machine to mount, by their path in the root folder. A
            program can write to them if its user may.
        """
        user_id, group_id = self.ids(user)
        variables = {"PATH": PATH, "HOME": self.home(user_id), **(environment or {})}
        mounts = dict(binds or {})
        if network:
            mounts.update(self._network())

        words = ["sh", "-c", ENTER, "sh", str(self.path)]
        for target, source in mounts.items():
            words += [str(source), str(target)]
        words += ["--", "--groups=", f"--userspec={user_id}:{group_id}", str(self.path)]
        words += ["/usr/bin/env", "-i", f"--chdir={cwd}"]
        words += [f"{name}={value}" for name, value in variables.items()]
        words += map(str, command)
        return subprocess.run(
            _unshared(words, network),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="backslashreplace",
            check=False,
        )

    def inside(self, path):
        """Returns the path on this machine of an absolute path in the root folder.

        It doesn't follow links of the root folder.
        """
        path = pathlib.PurePosixPath(path)
        if not path.is_absolute() or ".." in path.parts:
            raise ValueError(f"not an absolute path in a root folder: {path}")
        return self.path / path.relative_to("/")

    def ids(self, user):
        """Returns the ids of a user and its group, as `docker run --user` reads them."""
        name, _, group = str(user).partition(":")
        for fields in self._users():
            if name in (fields[0], fields[2]):
                return int(fields[2]), int(group or fields[3])
        if not name.isdigit():
            raise CannotRun(f"the root folder has no user {name}")
        return int(name), int(group or 0)

    def home(self, user_id):
        """Returns the home of a user, or / if the root folder has no such user."""
        homes = [fields[5] for fields in self._users() if fields[2] == str(user_id)]
        return homes[0] if homes else "/"

    def _network(self):
        """Returns mounts of copies of the settings of this machine, which packages can change."""
        mounts = {}
        for name in filter(os.path.exists, NETWORK):
            mounts[name] = self.path.parent / "network" / name.replace("/", "_")
            if not mounts[name].exists():
                _run(["mkdir", "-p", str(mounts[name].parent)])
                _run(["cp", "-rL", name, str(mounts[name])])
        return mounts

    def _users(self):
        lines = self.inside("/etc/passwd").read_text(encoding="utf-8").splitlines()
        return [line.split(":") for line in lines if line.count(":") == 6]


def _unshared(words, network=True):
    """Returns a command that runs another one with its own mounts and processes, as root."""
    options = ["--mount", "--pid", "--fork", "--kill-child"]
    if not network:
        options.append("--net")
    return [*_as_root(), "unshare", *options, *words]


def _as_root():
    """Returns the start of a command that owns the files of root folders."""
    return [] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--map-auto"]


def _run(words, **variables):
    """Runs a command that owns the files of root folders."""
    done = subprocess.run(
        [*_as_root(), *words],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="backslashreplace",
        check=False,
    )
    if done.returncode:
        raise CannotRun(f"{words[0]} exits with {done.returncode}:\n{done.stdout[-3000:]}")


def _require_namespaces():
    """Raises CannotRun unless this user can have mounts and other users."""
    done = subprocess.run(
        _unshared(["chroot", "--groups=", "--userspec=1:1", "/", "true"], network=False),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotRun(
            "a root folder needs root, or user namespaces, newuidmap, and a range of ids in"
            f" /etc/subuid and /etc/subgid:\n{done.stderr}"
        )


def _copy_system(source, target):
    _run(["cp", "-a", "--reflink=auto", str(source), str(target)])


def _debootstrap(path):
    """Makes the smallest system at a path."""
    # In a user namespace, debootstrap can't make devices. For this value it makes none.
    variables = {} if os.geteuid() == 0 else {"container": "lxc"}
    words = ["debootstrap", "--variant=minbase", SUITE, str(path)]
    # The path of a user often lacks sbin.
    variables["PATH"] = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    _run(["unshare", "--mount", "--pid", "--fork", "--kill-child", *words], **variables)
    _run(["sh", "-c", 'rm -f "$1"/var/cache/apt/archives/*.deb', "sh", str(path)])


def _kept_system(base):
    """Returns the folder of the smallest system in a base, and makes it if it is missing."""
    base.mkdir(parents=True, exist_ok=True)
    system = base / f"debian-{SUITE}"
    # Two checks that start at the same time wait for one system.
    with open(base / f"debian-{SUITE}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not system.exists():
            unfinished = pathlib.Path(tempfile.mkdtemp(dir=base)) / "root"
            try:
                _debootstrap(unfinished)
                unfinished.rename(system)
            finally:
                _run(["rm", "-rf", "--one-file-system", str(unfinished.parent)])
    return system


def add_base_option(options):
    """Adds `--base` to a parser of options."""
    options.add_argument(
        "--base",
        metavar="FOLDER",
        default=os.environ.get("PARITY_ROOT_BASE"),
        help="keep Debian's smallest system there for the next run (default: $PARITY_ROOT_BASE)",
    )
