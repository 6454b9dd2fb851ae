#!/usr/bin/env python3
"""Checks that no target needs a newer macOS or iOS than Package.swift declares.

Usage:
  tools/ci/check-availability.py             checks all targets except the tests
  tools/ci/check-availability.py --tests     also checks the tests, which takes minutes
  tools/ci/check-availability.py macos=14.0  prints what needs a newer system than that

It needs x86-64 Linux, and makes a debug build first. On Linux, the compiler doesn't check the
availability of APIs on Apple's systems. This script makes it do that. It type-checks the sources for
that system, with the modules of the toolchain and of the debug build. These modules contain Apple's
versions; the script replaces the triple that each names. C headers are those of Linux. So the check
doesn't see code in `#if canImport(Darwin)` and `canImport(CryptoKit)`, or an API that Apple's
Foundation got later than the modules say.

Exit code 0: no target needs a newer system, 1: one does, 2: the check can't run.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile

from shared.script import ROOT, cannot_run, parser, run_script

HERE = "x86_64-unknown-linux-gnu"
BUILD = pathlib.Path(".build/debug")
MANIFEST = pathlib.Path(".build/debug.yaml")
# The triple of a target, the triple in the names of its modules, the folder of the system's modules,
# and the triple in a module. The last one replaces HERE, so it has to have the same length.
SYSTEMS = {
    "macos": ("x86_64-apple-macosx{}", "x86_64-apple-macos", "macosx", "x86_64-apple-macosx10.15"),
    "ios": ("x86_64-apple-ios{}-simulator", "x86_64-apple-ios-simulator", "iphonesimulator", "x86_64--ios9.0-simulator"),
}
# The arguments of a build that change the meaning of sources, with the number of words after each.
KEPT = {"-module-name": 1, "-I": 1, "-Xcc": 1, "-swift-version": 1, "-package-name": 1, "-enable-upcoming-feature": 1,
        "-enable-experimental-feature": 1, "-parse-as-library": 0, "-enable-testing": 0}
# The compiler has to reject it for an old system and accept it for a future one.
PROBE = """import Foundation
import Synchronization
func probe(_ bytes: [UInt8]) {
  print(Date.now)
  print(bytes.span.count)
  print(Mutex(0).withLock { $0 })
}
"""
PROBED = {"now", "span", "Mutex"}
ERROR = re.compile(r"^(?P<file>[^\n:]+):(?P<line>\d+):\d+: error: (?P<message>.*)$", re.MULTILINE)


def output(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        cannot_run(f"{' '.join(command)} failed")
    return done.stdout


def translate(module, to, triple):
    """Copies a module with the triple of another system."""
    # Not in paths, which name the triple as well.
    data, count = re.subn(rb"(?<!/)%b(?!/)" % HERE.encode(), triple.encode(), module.read_bytes())
    if count != 1:
        cannot_run(f"{module} names {HERE} {count} times, not once")
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(data)


class Compiler:
    """A compiler that uses the modules of this machine as those of another system."""

    def __init__(self, system, resources, folder):
        self.triple, name, subfolder, in_module = SYSTEMS[system]
        self.modules = folder / "modules"
        for module in (BUILD / "Modules").glob("*.swiftmodule"):
            translate(module, self.modules / module.name, in_module)
        toolchain = folder / "toolchain"
        toolchain.mkdir()
        for entry in resources.iterdir():
            (toolchain / entry.name).symlink_to(entry)
        for module in (resources / "linux").glob("*.swiftmodule"):
            # Testing only has an interface, which is read for a version that has concurrency.
            forms = {".swiftmodule": in_module, ".swiftinterface": self.triple.format("13.0")}
            form = next(form for form in forms if (module / f"{HERE}{form}").exists())
            translate(module / f"{HERE}{form}", toolchain / subfolder / module.name / f"{name}{form}", forms[form])
        libc = resources / "linux/x86_64"
        headers = [{"name": header, "type": "file", "external-contents": str(libc / source)}
                   for header, source in (("module.modulemap", "glibc.modulemap"), ("SwiftGlibc.h", "SwiftGlibc.h"))]
        overlay = folder / "headers.json"
        overlay.write_text(json.dumps({"version": 0, "roots": [
            {"name": "/usr/include", "type": "directory", "contents": headers}]}))
        host = resources / "host"
        self.arguments = [
            "-clang-target", HERE, "-disable-objc-interop", "-resource-dir", toolchain,
            "-module-cache-path", folder / "cache", "-Xcc", "-ivfsoverlay", "-Xcc", overlay,
            "-Xcc", "-fmodule-map-file=/usr/include/module.modulemap",
            "-in-process-plugin-server-path", host / "libSwiftInProcPluginServer.so",
            "-plugin-path", host / "plugins", "-plugin-path", host / "plugins/testing",
        ]

    def errors(self, version, arguments):
        """Returns the file, the line and the message of each error in sources."""
        arguments = [self.modules if word.endswith("/debug/Modules") else word for word in arguments]
        done = subprocess.run(
            ["swiftc", "-frontend", "-typecheck", "-target", self.triple.format(version), *self.arguments, *arguments],
            stderr=subprocess.PIPE, text=True)
        found = {(error["file"], int(error["line"]), error["message"]) for error in ERROR.finditer(done.stderr)}
        if (done.returncode != 0) != bool(found):
            cannot_run(f"the compiler exits with {done.returncode}: {done.stderr[-2000:]}")
        return sorted(found)

    def probe(self, folder):
        file = folder / "probe.swift"
        file.write_text(PROBE)
        refused = " ".join(message for _, _, message in self.errors("11.0", [str(file)]))
        missed = {name for name in PROBED if f"'{name}' is only available in" not in refused}
        if missed or self.errors("99.0", [str(file)]):
            cannot_run(f"this compiler doesn't check availability: it missed {missed or 'nothing'}")


def targets_of_this_package(with_tests):
    """Returns the arguments that change the meaning of a target's sources, by the target's name."""
    found = {}
    for line in MANIFEST.read_text().splitlines():
        name, _, words = line.strip().partition(": ")
        if name != "args" or '"-module-name"' not in words:
            continue
        words = json.loads(words)
        module = words[words.index("-module-name") + 1]
        sources = [word for word in words if word.startswith("@")]
        # Unused targets of other packages are listed, too, but not built.
        if "-emit-module" not in words or not sources or not pathlib.Path(sources[0][1:]).exists():
            continue
        files = [pathlib.Path(file) for file in pathlib.Path(sources[0][1:]).read_text().splitlines()]
        parts = files[0].relative_to(pathlib.Path.cwd()).parts
        if parts[0] in ("Sources", "tools") or (with_tests and parts[0] == "Tests"):
            found[module] = kept(words)
    # A target in C may have Swift files as data.
    due = {folder.name.replace("-", "_") for folder in pathlib.Path("Sources").iterdir()
           if any(folder.rglob("*.swift")) and not any(folder.glob("*.c"))}
    if not due <= set(found):
        cannot_run(f"not built: {', '.join(sorted(due - set(found)))}")
    return found


def kept(words):
    found = []
    while words:
        count = 1 + KEPT.get(words[0], 0)
        if words[0] in KEPT or words[0].startswith(("-D", "@")):
            found += words[:count]
        words = words[count:]
    return found


def platforms_of_package():
    platforms = json.loads(output("swift", "package", "dump-package"))["platforms"]
    return {platform["platformName"]: platform["version"] for platform in platforms}


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--tests", action="store_true", help="also check the tests")
    arguments.add_argument("versions", nargs="*", metavar="SYSTEM=VERSION", help="macos or ios (default: the declared versions)")
    options = arguments.parse_args()
    os.chdir(ROOT)
    versions = dict(version.partition("=")[::2] for version in options.versions) or platforms_of_package()
    if not versions or set(versions) - set(SYSTEMS) or not all(versions.values()):
        cannot_run(f"name versions of {' and '.join(SYSTEMS)}, not {versions or 'none'}")
    info = json.loads(output("swiftc", "-print-target-info"))
    if info["target"]["triple"] != HERE:
        cannot_run(f"it needs {HERE}, but this is {info['target']['triple']}")
    output("swift", "build", *(["--build-tests"] if options.tests else []))
    if not MANIFEST.exists() or not any((BUILD / "Modules").glob("*.swiftmodule")):
        cannot_run(f"the build made no {MANIFEST} and {BUILD}/Modules")
    targets = targets_of_this_package(options.tests)
    if "CanonicalJSON" not in targets or "parity" not in targets:
        cannot_run(f"{MANIFEST} builds only {', '.join(targets) or 'nothing'} of this package")

    failed = False
    for system, version in versions.items():
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            folder = pathlib.Path(folder)
            compiler = Compiler(system, pathlib.Path(info["paths"]["runtimeResourcePath"]), folder)
            compiler.probe(folder)
            for found in pool.map(lambda words: compiler.errors(version, words), targets.values()):
                for file, line, message in found:
                    failed = True
                    code = pathlib.Path(file).read_text().splitlines()[line - 1].strip()
                    print(f"{os.path.relpath(file)}:{line}: {message}, not in {system} {version}:\n    {code}")
    if failed:
        return 1
    checked = " and ".join(f"{system} {version}" for system, version in versions.items())
    print(f"{len(targets)} targets need nothing newer than {checked}")
    return 0


if __name__ == "__main__":
    run_script(main)
