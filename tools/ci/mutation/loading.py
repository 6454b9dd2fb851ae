"""Whether an edited second implementation can be loaded. Otherwise the edit is invalid."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from shared.script import ROOT

from .edit import Edit
from .subjects import Subject

SECONDS = 10


def loads(subject: Subject, edit: Edit) -> bool:
    """Imports every edited file in a copy. If that takes too long, the edit counts as loaded."""
    with tempfile.TemporaryDirectory(prefix="parity-mutation-") as place:
        copy = Path(place, "witness")
        shutil.copytree(ROOT / subject.folder, copy, ignore=shutil.ignore_patterns("__pycache__", "test", "tests"))
        (copy / Path(edit.file).relative_to(subject.folder)).write_text(edit.mutated, encoding="utf-8")
        try:
            done = subprocess.run(
                command(subject), cwd=copy, check=False, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode == 0


def command(subject: Subject) -> list[str]:
    files = [Path(file).relative_to(subject.folder) for file in subject.files]
    if files[0].suffix == ".py":
        modules = [".".join(file.with_suffix("").parts) for file in files]
        return [subject.command[0], "-B", "-c", "import " + ", ".join(modules)]
    imports = "".join(f"import {json.dumps(f'./{file.as_posix()}')};" for file in files)
    return [subject.command[0], "--input-type=module", "--eval", imports]
