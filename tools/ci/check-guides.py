#!/usr/bin/env python3
"""Runs the console blocks of README.md and docs, and compares the output with what they print.

Usage:
  tools/ci/check-guides.py                   checks a debug build, or the program in $PARITY
  tools/ci/check-guides.py ARCHIVE           checks an archive of tools/release/make-archive
  tools/ci/check-guides.py --program PATH    checks a built program
  tools/ci/check-guides.py --renew           replaces the printed output by the real output

Each document runs from top to bottom in a folder of its own: a copy of this repository, or what
tools/ci/guides/documents.json says. Every console block runs, except those in
tools/ci/guides/exceptions.json. tools/ci/guides/blocks.py describes how to write blocks.

Figures are masked before the comparison, and --renew leaves output alone that differs in nothing
else: adding a case changes no document.

Exit code 0: the documents are right, 1: they are not, 2: the check can't run.
"""

import os
import pathlib
import tempfile
import time

from guides.blocks import Fault
from guides.following import Following
from guides.places import ARCHIVE, Places, packed
from guides.settings import documents_of, exceptions, settings
from shared.parity import parity_program
from shared.script import ROOT, CannotRun, parser, require, run_script

PROGRAMS = ("bash", "git", "node", "python3", "sh", "tar")


def archive_of(options, folder):
    """Returns the archive to check, packed from a program if none is named."""
    if options.archive is not None:
        if not options.archive.is_file() or not ARCHIVE.fullmatch(options.archive.name):
            message = f"{options.archive} isn't a parity-VERSION-linux-ARCHITECTURE.tar.gz"
            raise CannotRun(message)
        return options.archive.resolve()

    return packed(options.program or parity_program(), ROOT, folder)


def check_folder(folder):
    """Makes sure that Parity finds no suite in the parents of the documents' folders."""
    for parent in folder.parents:
        if any((parent / mark).exists() for mark in (".git", "parity.json", "Fixtures")):
            message = f"{folder} isn't a place of its own: {parent} has a suite or a repository"
            raise CannotRun(f"{message}; set TMPDIR to another folder")


def named(paths):
    """Returns the documents with the given paths, or all."""
    documents = documents_of(ROOT)
    if not paths:
        return documents

    chosen = [os.path.relpath(path, ROOT) for path in paths]
    for path in chosen:
        if path not in documents:
            raise CannotRun(f"{path} isn't one of the documents: README.md, docs/**/*.md")
    return chosen


def run(options, folder):
    """Checks or renews the documents. Returns the number of documents that are not right."""
    documents = named(options.guide)
    each_setting, all_exceptions = settings(ROOT), exceptions()
    places = Places(ROOT, folder, archive_of(options, folder))
    used, wrong, differing = set(), 0, 0

    for document in documents:
        file = ROOT / document
        text = file.read_text(encoding="utf-8")
        start = time.monotonic()

        following = Following(document, text, each_setting.get(document), all_exceptions, places)
        following.run()
        used |= following.excepted
        faults = following.faults

        if options.renew and following.edits:
            try:
                file.write_text(following.renewed_text(), encoding="utf-8")
                faults = [fault for fault in faults if not fault.is_stale]
                print(f"{document}: outputs renewed: {len(following.edits)}")
            except Fault as fault:
                faults.append(fault)

        for fault in faults:
            print(f"{document}:{fault.line}: {fault}")
        wrong += bool(faults)
        differing += any(fault.is_stale for fault in faults)
        if following.count or faults:
            seconds = time.monotonic() - start
            print(f"{document}: {following.count} commands run, {seconds:.1f} s", flush=True)
        if options.verbose:
            for seconds, command in following.times:
                print(f"  {seconds:6.1f} s  line {command.line}: {command.text}")

    for document, first in all_exceptions:
        if document in documents and (document, first) not in used:
            print(f"tools/ci/guides/exceptions.json: no console block of {document} starts with `{first}`")
            wrong += 1
        elif document not in documents_of(ROOT):
            print(f"tools/ci/guides/exceptions.json: {document} isn't a document")
            wrong += 1

    if differing:
        print("\nreview and renew the outputs with\n  tools/renew guides")
    return wrong


def main():
    arguments = parser(__doc__)
    arguments.add_argument(
        "archive", nargs="?", type=pathlib.Path, help="parity-VERSION-linux-ARCHITECTURE.tar.gz"
    )
    arguments.add_argument("--program", type=pathlib.Path, help="a program to check instead of an archive")
    arguments.add_argument("--renew", action="store_true", help="replace the printed output by the real output")
    arguments.add_argument(
        "--guide", action="append", type=pathlib.Path, help="a document to check; repeatable"
    )
    arguments.add_argument("--verbose", action="store_true", help="print the time each command takes")
    options = arguments.parse_args()

    if options.archive is not None and options.program is not None:
        arguments.error("name an archive or a program, not both")
    require(*PROGRAMS)
    with tempfile.TemporaryDirectory(prefix="guides-") as name:
        folder = pathlib.Path(name).resolve()
        check_folder(folder)
        return 1 if run(options, folder) else 0


if __name__ == "__main__":
    run_script(main, OSError)
