#!/usr/bin/env python3
"""Checks the page of `parity board` in a headless Chromium without a network.

Usage:
  tools/ci/check-board.py                      checks boards of real reports
  tools/ci/check-board.py --screenshots DIR    also writes pictures of them
  tools/ci/check-board.py --smoke              checks the contents and filters of one board

The reports are those of two
implementations of a small suite in several runs, one of which has a regression. Other boards are of
reports with hostile texts, of different versions of a contract, and of many runs.

Exit code 0: the boards work, 1: they don't, 2: the check can't run.
"""

import os
import pathlib
import sys
import tempfile

from pages.browser import HOSTILE, LOOKS, Keys, Page, browser, page_failures, page_parser
from shared.files import write_json
from shared.parity import parity_program, run_parity
from shared.script import run_script
from shared.suites import read_json, write_suite

CONTRACT = "dates"
COMMITS = ("1" * 40, "2" * 40, "3" * 40)

# Returns the input's value, with a mistake if the input names the adapter.
ADAPTER = r"""
import json, sys
name, wrong = sys.argv[1], sys.argv[2:]
for request in map(json.loads, sys.stdin):
    if request["method"] == "initialize":
        result = {"protocolVersion": 1, "contracts": ["dates"], "capabilities": ["plain"],
                  "implementation": {"name": name, "version": "1.2.0", "language": "Python"}}
    else:
        value = request["params"]["value"]
        result = {"value": "wrong" if value in wrong else value}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


class Suite:
    """A suite with two implementations, and the reports of its runs."""

    def __init__(self, folder, parity):
        self.folder, self.parity = folder, parity
        (folder / "adapter.py").write_text(ADAPTER)
        self.write_matrix("1.0.0", ["year", "month", "day", "zone"])

    def write_matrix(self, version, names):
        """Writes the contract, with one row for each two cases."""
        rows = [{"id": f"row-{index // 2 + 1}", "scenario": f"dates with a {' or a '.join(names[index:index + 2])}",
                 "expectedBehavior": "the date is kept", "clauses": ["D1"], "cases": names[index:index + 2]}
                for index in range(0, len(names), 2)]
        manifest = {"contract": CONTRACT, "version": version, "title": "Dates", "goldens": False,
                    "operations": {"read": {}},
                    "clauses": [{"id": "D1", "text": "A date is kept.", "level": "must"}], "rows": rows}
        cases = [{"id": name, "description": f"Reads the {name}.", "input": {"value": name},
                  "expect": {"output": {"value": name}}, **({"requires": ["zones"]} if name == "zone" else {})}
                 for name in names]
        write_suite(self.folder, manifest, cases)

    def run(self, file, start, commit, wrong):
        """Checks the implementations, and returns the report with a start and a commit.

        `wrong` has the cases that each implementation gets wrong.
        """
        programs = [{"name": name, "command": [sys.executable, "adapter.py", name, *mistakes], "contracts": [CONTRACT]}
                    for name, mistakes in wrong.items()]
        write_json(self.folder / "parity.json", {"implementations": programs})
        path = self.folder / file
        names = [word for name in wrong for word in ("--implementation", name)]
        run_parity(self.parity, "check", *names, "--label", f"commit={commit}", "--report", f"json={path}",
                   codes=[1 if any(wrong.values()) else 0], cwd=self.folder)
        report = read_json(path)
        report["provenance"]["start"] = start
        write_json(path, report)
        return path

    def board(self, name, reports):
        """Makes a board, and returns its page."""
        run_parity(self.parity, "board", *reports, "--output", name, cwd=self.folder)
        return self.folder / name / "index.html"

    def changed(self, report, file, change):
        """Returns a report with a change."""
        data = read_json(report)
        change(data)
        path = self.folder / file
        write_json(path, data)
        return path


def boards(folder, parity):
    """Returns the pages by name."""
    suite = Suite(folder, parity)
    first = suite.run("run-1.json", "2026-11-01T08:00:00Z", COMMITS[0], {"left": [], "right": ["year"]})
    second = suite.run("run-2.json", "2026-11-02T08:00:00Z", COMMITS[1], {"left": ["day"], "right": []})
    # Not in the order of time.
    pages = {"two": suite.board("two", [second, first])}

    interrupted = suite.changed(second, "interrupted.json", interrupt)
    many = [suite.changed(first, f"many-{number}.json", lambda data, number=number: date(data, number))
            for number in range(60)]
    again = suite.changed(interrupted, "again.json", lambda data: None)
    pages["many"] = suite.board("many", [*many, interrupted, again, interrupted])

    suite.write_matrix("2.0.0", ["year", "month", "hour", "second"])
    newer = suite.run("newer.json", "2026-11-03T08:00:00Z", COMMITS[2], {"right": []})
    pages["versions"] = suite.board("versions", [first, second, newer])

    hostile = [suite.changed(report, f"hostile-{report.name}", make_hostile) for report in (first, second)]
    pages["hostile"] = suite.board("hostile", hostile)
    return pages


def interrupt(data):
    """Changes a report to that of a run that was interrupted halfway."""
    data["exitCode"] = 130
    data["provenance"]["start"] = "2026-12-31T08:00:00Z"
    for verdict in data["verdicts"][1::2]:
        verdict["result"] = "notRun"
        for name in ("failures", "schedules", "output", "lacks"):
            verdict.pop(name, None)


def date(data, number):
    data["provenance"]["start"] = f"2026-01-01T{number // 60:02}:{number % 60:02}:00Z"


def make_hostile(data):
    """Replaces the texts of a report by markup."""
    data["labels"].update({"note": HOSTILE, "link": "javascript:document.title='owned'"})
    suite = data["suites"][0]
    suite["title"] = suite["version"] = HOSTILE
    for row in suite["rows"]:
        row["id"] += HOSTILE
        row["scenario"] = HOSTILE
    for case in suite["cases"]:
        case["description"] = HOSTILE
    for implementation in data["provenance"]["implementations"]:
        implementation.update({"version": HOSTILE, "language": HOSTILE})


def cells(page, row):
    """Returns the texts of a table's row, by the text at its head."""
    return page.js("""
        const found = [...document.querySelectorAll('.box tr')].find((each) => each.firstElementChild.innerText.startsWith(arguments[0]));
        return [...found.children].slice(1).map((each) => each.innerText);""", row)


def shown_rows(page):
    return page.js("return [...document.querySelectorAll('.line .opener')].filter((each) => each.offsetParent !== null)"
                   ".map((each) => each.textContent)")


def try_contents(page, path):
    page.open(path)
    heading = page.text("h1")
    page.expect("the heading counts what is there", "2 implementations, 1 contract, 2 runs" in heading, heading)
    names = [each.text for each in page.all(".box thead th")]
    page.expect("the columns are the implementations", names == ["Row", "left", "right"], names)
    left, right = cells(page, "All rows")
    for text, needed in ((left, "✗ 1 failed"), (left, "✓ 2 passed"), (left, "– 1 not applicable"), (right, "✓ 3 passed"),
                         (left, "1.2.0, Python"), (left, "2026-11-02 08:00 UTC"), (left, "commit=2222222")):
        page.expect(f"the total has {needed}", needed in text, text)
    page.expect("zero counts are left out", "failed" not in right, right)
    left, right = cells(page, "row-2")
    page.expect("a row counts its cases with a sign and a word", left.split("\n") == ["✗ 1 failed", "– 1 not applicable"], left)
    page.expect("the same of the other implementation", right.split("\n") == ["✓ 1 passed", "– 1 not applicable"], right)
    bars = page.js("return [...document.querySelectorAll('.bars')].map((each) => each.getAttribute('aria-label'))")
    page.expect("the history is a text as well", len(bars) == 2 and all(
        part in bars[0] for part in ("2 runs", "2026-11-01 08:00 UTC (commit 1111111): 3 of 3 passed", "2 of 3 passed")), bars)
    changes = page.text(".changes")
    for needed in ("commit=1111111", "commit=2222222", "✗ Broke 1 row, 1 case", "✓ Fixed 1 row, 1 case", "day",
                   "✓ passed → ✗ failed", "✗ failed → ✓ passed", "row-2"):
        page.expect(f"what changed has {needed}", needed in changes, changes)
    runs = page.text(".runs")
    page.expect("the runs are listed, the newest first", 0 < runs.find("2026-11-02") < runs.find("2026-11-01"), runs)


def try_rows(page, path):
    page.open(path)
    page.expect("rows are closed at first", len(page.all(".case")) == 0)
    page.js("document.querySelectorAll('.opener')[1].focus()")
    page.press(Keys.ENTER)
    page.expect("Enter opens a row", page.js("return document.activeElement.getAttribute('aria-expanded')") == "true")
    left, right = cells(page, "day")
    page.expect("a case has its result and the reason", left.startswith("✗ failed") and "expectation" in left, left)
    page.expect("the same of the other implementation", right == "✓ passed", right)
    left, _ = cells(page, "zone")
    page.expect("a case that doesn't apply says why", "– not applicable" in left and "lacks zones" in left, left)
    controlled = page.js("return document.getElementById(document.activeElement.getAttribute('aria-controls')).hidden")
    page.expect("the button names what it opens", controlled is False)
    page.press(Keys.ENTER)
    page.expect("Enter closes it again", len(page.all(".case")) == 0)
    page.click(".changes a")
    target = page.js("return document.activeElement.textContent")
    page.expect("a change leads to its row", target == "row-2" and len(page.all(".case")) == 2, target)


def try_filters(page, path):
    page.open(path)
    order = []
    for _ in range(4):
        page.press(Keys.TAB)
        order.append(page.js("return document.activeElement.textContent"))
    page.expect("Tab leads through the filters to the changes", order == ["Only differences", "Only failures", "Open all rows", "✗ Broke 1 row, 1 case"], order)
    page.js("[...document.querySelectorAll('.tools button')].find((each) => each.textContent === 'Only failures').focus()")
    page.press(" ")
    page.expect("Space filters", shown_rows(page) == ["row-2"], shown_rows(page))
    page.expect("the filter is announced", page.text("[role=status]") == "1 of 2 rows", page.text("[role=status]"))
    page.expect("the address has the filter", page.js("return location.hash") == "#only=failures")
    page.press(" ")
    page.expect("Space takes the filter back", shown_rows(page) == ["row-1", "row-2"], shown_rows(page))
    page.open(path, "#only=differences")
    page.expect("a link has a filter", shown_rows(page) == ["row-2"], shown_rows(page))
    page.click(".opener[aria-expanded=false]")
    page.js("[...document.querySelectorAll('.tools button')].find((each) => each.textContent.startsWith('Open all')).click()")
    names = [each.text.split("\n")[0] for each in page.all(".case th")]
    page.expect("only what differs is in an open row", names == ["day"], names)
    page.open(path, f"#contract={CONTRACT}")
    page.expect("a link has a contract", len(shown_rows(page)) == 2)
    page.open(path, "#contract=%E0%A4%A&only=%00&at=x")
    page.expect("a wrong link shows everything", len(shown_rows(page)) == 2)


def try_versions(page, path):
    page.open(path)
    notes = page.text(".notes")
    page.expect("different versions are mentioned", "2.0.0, 1.0.0" in notes, notes)
    page.js("[...document.querySelectorAll('.tools button')].find((each) => each.textContent.startsWith('Open all')).click()")
    left, right = cells(page, "hour")
    page.expect("a case that a version doesn't have isn't compared", left == "– not in 1.0.0" and right == "✓ passed", (left, right))
    changes = page.text(".changes")
    for needed in ("The contract changed from 1.0.0 to 2.0.0.", "+ Added 2 cases", "− Removed 2 cases"):
        page.expect(f"what changed has {needed}", needed in changes, changes)


def try_many(page, path):
    page.open(path)
    bars = page.js("return document.querySelector('.bars').childElementCount")
    page.expect("the history has the last 40 runs", bars == 40, bars)
    left, _ = cells(page, "All rows")
    page.expect("an interrupted run isn't the newest one", "2026-01-01 00:59 UTC" in left, left)
    page.expect("an interrupted run is mentioned", "was interrupted" in page.text(".notes"), page.text(".notes"))
    page.expect("a duplicate is mentioned", "is the same run as" in page.text(".runs"), page.text(".runs"))
    page.expect("that nothing changed is mentioned", "no changes: left, right" in page.text(".quiet"), page.text(".quiet"))


def try_hostility(page, path):
    for fragment in ("", "#only=failures", "#</script><img src=x>", "#at=%3Cimg%3E"):
        page.open(path, fragment)
        page.js("[...document.querySelectorAll('.tools button')].at(-1).click()")
        page.js("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        page.expect_no_markup(f"at '{fragment}' of a hostile board", "Parity board: ", 2)
    page.expect("a hostile text is shown as text", "</script><img" in page.text("main"))
    page.expect("only addresses of the web are links", len(page.all("a[href^=javascript]")) == 0)
    page.expect_silence("at hostile texts")
    page.expect("the policy refuses markup", page.js(
        "try { document.body.innerHTML = '<i>'; return false } catch { return true }"))
    # The browser reports the refusal.
    page.driver.get_log("browser")


CONTRAST = """
    const luminance = (color) => {
      const [red, green, blue] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = (element) => {
      const color = getComputedStyle(element).backgroundColor;
      return color === 'rgba(0, 0, 0, 0)' ? (element.parentElement ? groundOf(element.parentElement) : 'rgb(255, 255, 255)') : color;
    };
    return [...document.querySelectorAll('body *')].filter((each) => each.offsetParent !== null
      && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')).filter((each) => {
      const [low, high] = [luminance(getComputedStyle(each).color), luminance(groundOf(each))].sort((one, other) => one - other);
      return (high + 0.05) / (low + 0.05) < 4.5;
    }).map((each) => each.textContent.slice(0, 40));"""


def try_looks(page, name, path, screenshots):
    grounds = set()
    for size, scheme in LOOKS:
        page.open(path, "", size, scheme)
        for is_open in (False, True):
            if is_open:
                page.js("[...document.querySelectorAll('.tools button')].at(-1).click()")
                page.js("document.querySelectorAll('details').forEach((each) => { each.open = true })")
            place = f"at {size[0]} pixels, {scheme}, of the board '{name}'{', opened' if is_open else ''}"
            page.expect_fit(place, size)
            faint = page.js(CONTRAST)
            page.expect(f"texts have enough contrast {place}", faint == [], faint)
            if screenshots:
                page.picture(screenshots / f"board-{name}-{size[0]}-{scheme}{'-open' if is_open else ''}.png", is_whole=True)
        small = page.js("return [...document.querySelectorAll('button, select')].filter((each) => each.offsetParent !== null"
                        " && each.getBoundingClientRect().height < arguments[0]).map((each) => each.textContent)", 44 if size[0] < 600 else 24)
        page.expect(f"buttons are large enough at {size[0]} pixels", small == [], small)
        grounds.add((scheme, page.background))
    page.expect("dark and light differ", len({ground for _, ground in grounds}) == 2, grounds)


def main():
    arguments = page_parser(__doc__)
    arguments.add_argument("--smoke", action="store_true", help="check the contents and filters of one board")
    options = arguments.parse_args()
    os.environ.pop("GITHUB_ACTIONS", None)
    os.environ.pop("GITLAB_CI", None)
    with tempfile.TemporaryDirectory() as name:
        paths = boards(pathlib.Path(name).resolve(), parity_program())
        with browser() as driver:
            page = Page(driver)
            for attempt, board in ((try_contents, "two"), (try_rows, "two"), (try_filters, "two"),
                                   (try_versions, "versions"), (try_many, "many"), (try_hostility, "hostile")):
                attempt(page, paths[board])
                page.expect_silence(f"in {attempt.__name__}")
                if options.smoke and attempt is try_filters:
                    return page_failures(page, "the board")
            for board, path in paths.items():
                try_looks(page, board, path, options.screenshots)
                page.expect_silence(f"in the pictures of '{board}'")
    return page_failures(page, "the board")


if __name__ == "__main__":
    run_script(main)
