#!/usr/bin/env python3
"""Checks what an app links with each library product of Package.swift.

Usage:
  tools/ci/check-products.py            checks every library product
  tools/ci/check-products.py --verbose  also prints what each product links on each platform

On no platform does a library link a product of another package that ALLOWED doesn't list for it. So no app links
Subprocess, and only ChatHistorySQLite needs GRDB. On iOS, a library links no system library that Apple's SDK may lack. On
Linux, it doesn't link FoundationXML.
Exit code 0: the check passed, 1: it failed, 2: it can't run.
"""

import json
import subprocess

from shared.script import ROOT, cannot_run, failures, parser, run_script

ALLOWED = {
    "ChatHistorySQLite": {"GRDB"},
    "ConformanceTesting": {"SystemPackage"},
}
FORBIDDEN = {
    "linux": {"FoundationXMLReader"},
    "macos": {"COpenSSL"},
    "ios": {"CExpat", "COpenSSL"},
}


def package():
    """Returns the description of the package."""
    done = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, stdout=subprocess.PIPE)
    if done.returncode != 0:
        cannot_run("`swift package dump-package` fails")
    return json.loads(done.stdout)


def dependencies(target, platform):
    """Returns the names of the dependencies that a target has on a platform if every trait is on."""
    for dependency in target["dependencies"]:
        ((_, parts),) = dependency.items()
        condition = parts[-1]
        platforms = (condition or {}).get("platformNames")
        if not platforms or platform in platforms:
            yield parts[0]


def closure(names, targets, platform):
    """Returns all targets and products that these targets link on a platform."""
    found = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name in targets:
            waiting += dependencies(targets[name], platform)
    return found


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--verbose", action="store_true", help="print what each product links")
    options = arguments.parse_args()

    description = package()
    targets = {target["name"]: target for target in description["targets"]}
    libraries = [product for product in description["products"] if "library" in product["type"]]

    problems = []
    for product in libraries:
        name = product["name"]
        for platform, forbidden in FORBIDDEN.items():
            linked = closure(product["targets"], targets, platform)
            external = linked - set(targets)
            wrong = (external - ALLOWED.get(name, set())) | (linked & forbidden)
            problems += [f"Package.swift: {name} links {each} on {platform}" for each in sorted(wrong)]
            if options.verbose:
                print(f"{name} on {platform}: {' '.join(sorted(linked - {name})) or 'nothing'}")

    if not libraries:
        problems.append("Package.swift: there is no library product")
    if problems:
        return failures(problems)
    print(f"{len(libraries)} libraries link only what an app can link")
    return 0


if __name__ == "__main__":
    run_script(main)
