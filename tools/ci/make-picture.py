#!/usr/bin/env python3
"""Draws docs/images/report.svg, the picture of a failed check in README.md.

Usage:
  tools/ci/make-picture.py           draws the picture
  tools/ci/make-picture.py --check   writes nothing; exits with 1 if the picture is stale

The script edits two lines of the JavaScript parser in a copy of examples/date-range, runs
`parity check` there, and draws its output as a terminal of 80 columns would show it, with Rich.
PARITY names the program; without it, a debug build is made.

Exit code 0: the picture is drawn or fresh, 1: it is stale, 2: it can't be drawn.
"""

import html
import io
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from shared.files import replace_once
from shared.parity import environment, parity_program
from shared.script import ROOT, cannot_run, parser, run_script

PICTURE = ROOT / "docs" / "images" / "report.svg"
EXAMPLE = pathlib.Path("examples/date-range")
COMMAND = ["parity", "check"]
COLUMNS = 80

# Two mistakes that a developer could make: a wrong error code, and Date.UTC, which takes the year 50 for 1950.
EDITS = (
    ('new Refusal("impossible", part)', 'new Refusal("out_of_range", part)'),
    ("new Date(0).setUTCFullYear(year", "Date.UTC(year"),
)

# Rich's own template links fonts on the internet, and its frame imitates a window.
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="%s">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="10" fill="#0d1117"/>
<g transform="translate(12, 24)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
THEME = TerminalTheme(
    (13, 17, 23),
    (230, 237, 243),
    [
        (72, 79, 88),
        (255, 123, 114),
        (63, 185, 80),
        (210, 153, 34),
        (88, 166, 255),
        (188, 140, 255),
        (57, 197, 207),
        (177, 186, 196),
    ],
)


def report():
    """Returns what `parity check` prints in color for the example with its mistakes."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        shutil.copytree(ROOT / EXAMPLE, work / EXAMPLE)
        # Commands in a report have no path if the program is in PATH.
        (work / "bin").mkdir()
        (work / "bin" / "parity").symlink_to(parity_program())
        for before, after in EDITS:
            replace_once(work / EXAMPLE / "javascript/date-range.mjs", before, after)

        path = f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}"
        variables = environment(PATH=path, COLUMNS=str(COLUMNS))
        variables.pop("NO_COLOR", None)
        done = subprocess.run(
            [*COMMAND, "--color", "always"],
            cwd=work / EXAMPLE,
            env=variables,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    if done.returncode != 1:
        cannot_run(f"the check of the example with mistakes exits with {done.returncode}, not 1")
    # The time differs from run to run.
    return re.sub(r" in [0-9.]+ (ms|s|min)$", " in 0.5 s", done.stdout, flags=re.MULTILINE)


def picture(output):
    """Returns output with colors as an SVG image."""
    command = " ".join(COMMAND)
    console = Console(
        record=True,
        width=COLUMNS,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        no_color=False,
    )
    console.print(Text(f"$ {command}", style="dim"), overflow="fold")
    console.print(Text.from_ansi(output.rstrip("\n")), overflow="fold")
    label = html.escape(f"A terminal with the output of {command}: a failed case, then the causes of all failures.")
    template = TEMPLATE % label.replace("{", "{{").replace("}", "}}")
    drawn = console.export_svg(theme=THEME, code_format=template, unique_id="report")
    return "".join(f"{line.strip()}\n" for line in drawn.splitlines() if line.strip())


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit with 1 if it is stale")
    is_check = arguments.parse_args().check

    fresh = picture(report()).encode("utf-8")
    if not is_check:
        PICTURE.parent.mkdir(exist_ok=True)
        PICTURE.write_bytes(fresh)
        return 0
    if PICTURE.is_file() and PICTURE.read_bytes() == fresh:
        return 0
    print(f"{PICTURE.relative_to(ROOT)} doesn't show what Parity prints")
    return 1


if __name__ == "__main__":
    run_script(main)
