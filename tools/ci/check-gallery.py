#!/usr/bin/env python3
"""Checks the pages of `parity gallery` in a headless Chromium without a network.

Usage:
  tools/ci/check-gallery.py                            checks the previews of all contracts, and goldens
                                                       that differ from a commit
  tools/ci/check-gallery.py --contract chat-history    checks those of one contract
  tools/ci/check-gallery.py --screenshots DIR          also writes pictures of the pages
  tools/ci/check-gallery.py --sample                   checks each size in one color scheme
  tools/ci/check-gallery.py --smoke                    checks the previews as a sample

For each contract with a view, tools/ci/gallery has a module that says what its pictures show. `check`
compares a picture with its golden. `MISTAKES` are outputs of broken programs, with the elements that
have to be outlined.

Exit code 0: the pages work, 1: they don't, 2: the check can't run.
"""

import base64
import pathlib
import re
import tempfile

from gallery.changes import Suites
from gallery.contracts import module_of
from gallery.picture import Picture, visible
from gallery.screens import SCREENS, missing_screens
from pages.browser import HOSTILE, LOOKS, SIZES, Keys, browser, page_failures, page_parser
from pages.browser import Page as BrowserPage
from shared.parity import parity_program, run_parity
from shared.pointers import MISSING, edited
from shared.script import ROOT, run_script
from shared.suites import read_cases, read_golden, read_manifest

FIND_FAULTS = (ROOT / "tools/ci/gallery/looks.js").read_text()
# The narrow and the wide size in each color scheme. A sample has each of them once.
ALL_LOOKS = tuple(look for look in LOOKS if look[0] != SIZES[1])
SAMPLED_LOOKS = ((SIZES[0], "dark"), (SIZES[-1], "light"))
# The number of changed goldens on the largest page.
COUNT = 2_000
# What looks.js finds, and what has to be true instead.
CLAIMS = {
    "cut": "no text is cut off",
    "overlapping": "no text is on another text",
    "wide": "no picture is wider than its frame",
    "outlines": "each outline is visible on all sides",
    "pale": "each text has enough contrast",
    "grounds": "each text is on one color",
    "ids": "each id is there once",
    "headings": "no level of headings is skipped",
    "links": "each link leads to a part of the page",
}


class Page(BrowserPage):
    """A page of the gallery in the browser, and what is found wrong with it."""

    def open_drawn(self, path, fragment="", size=SIZES[-1], scheme="light"):
        """Loads a file and scrolls until each picture is drawn."""
        self.open(path, fragment, size, scheme)
        self.draw()

    def draw(self, preview=None):
        """Scrolls to a preview, or to all, and waits until the pictures are drawn."""
        left = self.driver.execute_async_script("""
            const [id, done] = arguments;
            const next = () => (id === null ? document : document.getElementById(id))?.querySelector('.later');
            (async () => {
              for (let turn = 0; turn < 400 && next() !== null && next() !== undefined; turn += 1) {
                next().scrollIntoView();
                await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
              }
              if (id !== null) document.getElementById(id)?.scrollIntoView();
              done(document.getElementById(id)?.querySelectorAll('.later').length ?? document.querySelectorAll('.later').length);
            })();""", preview)
        self.expect(f"pictures are drawn when they are in view{'' if preview is None else f' at {preview}'}", left == 0, left)

    def wait_for_drawing(self):
        """Waits until the pictures near the visible part of the page are drawn and nothing moves anymore."""
        self.driver.execute_async_script("""
            const done = arguments[0];
            const place = () => `${scrollY} ${document.documentElement.scrollHeight}`;
            (async () => {
              for (let turn = 0, still = 0, before = ''; turn < 200 && still < 4; turn += 1) {
                await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
                still = place() === before ? still + 1 : 0;
                before = place();
              }
              done();
            })();""")

    def is_at(self, target):
        """Returns whether an element is at the top of the visible part, or as near to it as the page's end allows."""
        self.wait_for_drawing()
        return self.js("""
            const found = document.getElementById(arguments[0]);
            const top = found?.getBoundingClientRect().top;
            const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
            return found !== null && top > -2 && (top < 40 || (isAtEnd && top < innerHeight))""", target)

    @property
    def drawn_count(self):
        """The number of pictures that are drawn."""
        return self.js("return document.querySelectorAll('.preview .p-sides').length")

    def shoot(self, path, selector):
        """Writes a picture of an element, also of what isn't in view."""
        box = self.js("const box = document.querySelector(arguments[0])?.getBoundingClientRect();"
                      "return box && {x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height}", selector)
        if box is not None:
            taken = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip={**box, "scale": 1})
            path.write_bytes(base64.b64decode(taken["data"]))

    def expect_none(self, claim, found):
        """Records a failure for the first of the things that there shouldn't be."""
        if found:
            more = f" and {len(found) - 3} more" if len(found) > 3 else ""
            self.expect(f"{claim}{more}", False, found[:3])

    def expectation(self, subject):
        """Returns the function `expect` for the module of a contract."""
        return lambda name, condition, details="": self.expect(f"{subject}: {name}", condition, details)


# Previews

def read_previews(contract):
    """Returns the previews in the manifest of a contract, each with the `golden` and an `other` one of the same operation."""
    matrix = read_manifest(contract)
    cases = {case["id"]: case for case in read_cases(contract)}
    only = next(iter(matrix["operations"]))
    previews = [{**each, "operation": cases[each["case"]].get("operation", only),
                 "golden": read_golden(contract, each["case"])}
                for each in matrix.get("previews", [])]
    for index, preview in enumerate(previews):
        if any(each["case"] == preview["case"] for each in previews[:index]):
            # Once for each case is enough.
            preview["other"] = None
            continue
        preview["other"] = next((each["golden"] for each in previews[index + 1:] + previews[:index]
                                 if each["operation"] == preview["operation"] and each["golden"] != preview["golden"]), None)
    return previews


def try_headings(page, contract, previews):
    """Looks for each preview below the heading of its group."""
    found = page.js("""
        return [...document.querySelectorAll(`.s-${arguments[0]} .preview`)].map((each) => [
          each.id, each.querySelector('h4').innerText, each.closest('.group').querySelector('h3').innerText])""", contract)
    wanted = [[f"{contract}/{each['id']}", visible(each["title"]), each["group"]] for each in previews]
    page.expect(f"each preview of {contract} is in its group", sorted(found) == sorted(wanted),
                [each for each in found + wanted if each not in found or each not in wanted])
    page.expect_none(f"the previews of {contract} show each component and state", missing_screens(contract, previews))


def try_previews(page, path, contract):
    """Compares each preview of a contract with its golden."""
    previews, module = read_previews(contract), module_of(contract)
    page.expect(f"{contract} has previews", previews)
    page.expect(f"{contract} has a module in tools/ci/gallery", module is not None)
    try_headings(page, contract, previews)
    checked = {}
    for preview in previews:
        name = f"{contract}/{preview['id']}"
        page.draw(name)
        picture = Picture(page, name)
        if not picture.exists or picture.count(".p-empty") > 0:
            page.expect(f"{name} has a picture", False, page.text(f"[id='{name}']"))
            continue
        if "step" in preview:
            page.expect(f"{name} shows its state", picture.current == preview["step"], picture.current)
        same = checked.setdefault((preview["case"], preview["state"]), picture)
        if same is not picture:
            # The module looked at each state of this golden.
            same.step(picture.current)
            page.expect(f"{name} is like {same.preview} in the same state", picture.markup == same.markup)
        elif module is not None:
            try_check(page, module, preview, picture)


def try_check(page, module, preview, picture):
    """Runs the module of a contract on a picture, with its golden and with one that isn't its own."""
    golden, state, other = preview["golden"], preview["state"], preview["other"]
    current = picture.current
    try:
        module.check(golden, state, picture, page.expectation(picture.preview))
    except LookupError as error:
        page.expect(f"{picture.preview} can be used as its module does", False, str(error))
    if current is not None:
        picture.step(current)
    page.expect(f"{picture.preview}: the picture doesn't pass for that of another golden",
                other is None or not accepts(module.check, other, state, picture))


def accepts(check, golden, state, picture):
    """Returns whether the module of a contract finds nothing wrong with a picture."""
    def stop(name, condition, details=""):
        if not condition:
            raise ValueError(name)

    try:
        check(golden, state, picture, stop)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


# Looks

def try_looks(page, path, contracts, options, name):
    """Looks at a page in several sizes and color schemes."""
    colors = {}
    for size, scheme in SAMPLED_LOOKS if options.sample else ALL_LOOKS:
        place = f"at {size[0]} pixels, {scheme}"
        page.open_drawn(path, "", size, scheme)
        page.expect_fit(place, size)
        found = page.js(f"{FIND_FAULTS}\nreturn looks()")
        page.expect(f"there are texts on the page {place}", found["count"] > 20, found["count"])
        for kind, claim in CLAIMS.items():
            page.expect_none(f"{claim} {place}", found[kind])
        colors[scheme] = page.js("return ['body', 'div.picture'].map((each) =>"
                                 "getComputedStyle(document.querySelector(each)).backgroundColor)")
        for contract in contracts if options.screenshots else ():
            page.shoot(options.screenshots / f"{name}-{contract}-{size[0]}-{scheme}.png", f".s-{contract}")
    page.expect("light and dark differ", not set(colors["light"]) & set(colors["dark"]), colors)


# Keyboard

def try_names(page):
    """Looks for controls and headings that a screen reader has no name for."""
    nodes = page.command("Accessibility.getFullAXTree")["nodes"]
    shown = [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in nodes
             if not node["ignored"] and "role" in node]
    controls = [each for each in shown if each[0] in ("button", "slider", "link", "heading", "group", "switch", "textbox")]
    page.expect("the page has controls", {"button", "slider", "link"} <= {role for role, _ in controls})
    page.expect_none("each control and heading has a name", [each for each in controls if not re.search(r"\w", each[1])])


def try_tabs(page):
    """Presses Tab until the end of the page."""
    wanted = page.js("""
        window.wanted = [...document.querySelectorAll('a[href], button:not(:disabled), input, [tabindex="0"]')]
          .filter((each) => each.checkVisibility());
        window.reached = [];
        document.addEventListener('focusin', ({ target }) => reached.push([target, getComputedStyle(target).outlineStyle]));
        document.activeElement.blur();
        scrollTo(0, 0);
        return wanted.length""")
    for _ in range(0, wanted + 20, 50):
        page.press(*[Keys.TAB] * 50)
    missed, plain = page.js("""
        const name = (each) => `${each.closest('.preview')?.id}: ${each.outerHTML.slice(0, 80)}`;
        const found = new Set(reached.map(([element]) => element));
        return [wanted.filter((each) => !found.has(each)).map(name),
          reached.filter(([, outline]) => outline === 'none').map(([element]) => name(element))]""")
    page.expect_none("Tab reaches each control", missed)
    page.expect_none("the focus is visible", plain)


def try_slider(page, contract, previews):
    """Moves the slider of the first preview that has one, with the arrow keys."""
    for preview in previews:
        picture = Picture(page, f"{contract}/{preview['id']}")
        if picture.step_count > 2:
            break
    else:
        return
    page.js("document.getElementById(arguments[0]).querySelector('.p-slider input').focus()", picture.preview)
    page.press(Keys.HOME)
    page.expect(f"Home leads to the first state of {picture.preview}", picture.current == 0, picture.current)
    seen = [(picture.markup, picture.step_title)]
    for index in range(1, picture.step_count):
        page.press(Keys.ARROW_RIGHT)
        page.expect(f"the right arrow leads to the next state of {picture.preview}", picture.current == index, picture.current)
        seen.append((picture.markup, picture.step_title))
    page.expect(f"the slider of {picture.preview} changes the picture", len({markup for markup, _ in seen}) > 1)
    page.expect(f"each state of {picture.preview} has a title of its own", len({title for _, title in seen}) == len(seen))
    page.press(Keys.ARROW_LEFT)
    page.expect(f"the left arrow leads back in {picture.preview}", picture.current == picture.step_count - 2, picture.current)
    page.expect(f"the state of {picture.preview} before is the same picture", picture.markup == seen[-2][0])
    spoken = page.js("return document.getElementById(arguments[0]).querySelector('.p-slider input').ariaValueText",
                     picture.preview)
    page.expect(f"the slider of {picture.preview} says its state", visible(spoken) in visible(picture.step_title),
                (spoken, picture.step_title))


def try_switches(page, contract, previews):
    """Presses each value of each switch with the keyboard. In some preview, the picture has to change."""
    unchanged = {}
    for preview in previews:
        picture = Picture(page, f"{contract}/{preview['id']}")
        for switch, values in picture.switches.items():
            if not unchanged.setdefault(switch, True):
                continue
            first, markups = picture.chosen(switch), {picture.markup}
            page.expect(f"one value of '{switch}' is pressed in {picture.preview}", len(first) == 1, first)
            for number, value in enumerate(values):
                page.js("[...document.getElementById(arguments[0]).querySelectorAll('.p-switch')].find((each) =>"
                        "each.ariaLabel === arguments[1]).querySelectorAll('button')[arguments[2]].focus()",
                        picture.preview, switch, number)
                page.press(Keys.SPACE)
                page.expect(f"'{value}' of '{switch}' is pressed in {picture.preview}", picture.chosen(switch) == [value],
                            picture.chosen(switch))
                markups.add(picture.markup)
            unchanged[switch] = len(markups) < 2
            for value in first:
                picture.choose(switch, value)
    page.expect_none(f"each switch of {contract} changes a picture", [name for name, is_same in unchanged.items() if is_same])


def try_fragments(page, path, contract, previews):
    """Opens the page at previews."""
    for preview in (previews[len(previews) // 2], previews[-1]):
        name = f"{contract}/{preview['id']}"
        page.open(path, f"#{name}")
        page.expect(f"#{name} leads to the preview", page.is_at(name), page.js("return [scrollY, innerHeight]"))
    target = page.js("const link = [...document.querySelectorAll('nav ul ul a')].at(-1); link.click(); return link.hash.slice(1)")
    page.expect(f"a link of the contents leads to #{target}", page.is_at(target))
    place = page.js("return scrollY")
    page.command("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=300, deltaX=0, deltaY=-3000)
    page.wait_for_drawing()
    page.expect(f"the page can be scrolled away from #{target}", page.js("return scrollY") < place - 1000)


# Goldens that differ from a commit

# The contract and the case whose copies change, a text and a status of its golden, and what the text becomes.
CHANGED, CHANGED_CASE, CHANGED_ROW = "session-detail", "preview_message_bubble_mixed", "changes"
STOPPED = "The session was stopped."
CLOSED = "The session was closed."
STATUS = "/entries/0/blocks/4/status"


def mistakes(contract):
    """Returns the outputs of broken programs that the module of a contract has, by the ids of copies of their cases."""
    found = getattr(module_of(contract), "MISTAKES", [])
    return {f"mistake_{index}_of_{each['case']}": each for index, each in enumerate(found)}


def changes_page(program, page, folder, contracts):
    """Commits copies of cases, changes their goldens, and returns the page of the changes."""
    suites = Suites(folder / "changes")
    for contract in contracts:
        suites.copy(contract)
        copies = [(each["case"], name) for name, each in mistakes(contract).items()]
        suites.write_row(contract, "mistakes", copies)
    suites.copy("date-range", ROOT / "examples/date-range")
    suites.add_texts("texts", {"differs": "one\ntwo\nthree\n", "same": "one\n"})
    row = {"clauses": ["R1"], "scenario": f"Changes {HOSTILE}"}
    kept = [(CHANGED_CASE, name) for name in ("text", "status", "entry", "twice")]
    suites.write_row(CHANGED, CHANGED_ROW, [*kept, (CHANGED_CASE, "gone")], **row)
    suites.write_row(CHANGED, "another-row", [], cases=["twice"])
    suites.commit(own=("date-range", "texts"))

    path = folder / "changes.html"
    run_parity(program, "gallery", "--root", suites.folder, "--since", "main", "--output", path)
    page.open(path)
    page.expect("a page without a change says so", "No golden differs" in page.text("main"), page.text("main"))

    golden = suites.golden(CHANGED, CHANGED_CASE)
    closed = edited(edited(golden, "/entries/1/content", CLOSED), "/entries/1/blocks/0/message", CLOSED)
    suites.write_golden(CHANGED, "text", closed)
    suites.write_golden(CHANGED, "status", edited(golden, STATUS, "completed"))
    suites.write_golden(CHANGED, "entry", edited(golden, "/entries/1", MISSING))
    suites.write_golden(CHANGED, "twice", edited(golden, "/entries/0/blocks/0/text", HOSTILE))
    suites.golden_file(CHANGED, "gone").unlink()
    suites.write_row(CHANGED, CHANGED_ROW, [*kept, (CHANGED_CASE, "new")], **row)
    suites.write_golden("date-range", "end_of_a_day", {"ranges": [{"kind": "open", "from": HOSTILE}]})
    suites.write_text("texts", "differs", f"one\n2 {HOSTILE}\nthree\n")
    for contract in contracts:
        for name, mistake in mistakes(contract).items():
            try:
                wrong = edited(suites.golden(contract, name), *mistake["edit"])
            except (LookupError, TypeError, ValueError) as error:
                page.expect(f"the edit of {contract}/{name} can be made", False, repr(error))
                continue
            suites.write_golden(contract, name, wrong)
    run_parity(program, "gallery", "--root", suites.folder, "--since", "main", "--output", path)
    return path


def try_changes(page, path):
    """Looks at goldens whose changes are known."""
    page.open_drawn(path)
    articles = {each[0]: each[1:] for each in page.js("""
        return [...document.querySelectorAll('.change')].map((each) => [each.id, each.querySelector('.tag').innerText,
          each.closest('.group').querySelector('h3').innerText, each.querySelector('header').innerText,
          [...each.querySelectorAll('figcaption')].map((caption) => caption.innerText).join(' ')])""")}
    heading = page.text("h1")
    page.expect("the heading counts the changes", heading == f"{len(articles)} goldens changed since main", heading)
    row = [name for name, (_, row, *_) in articles.items() if f"row {CHANGED_ROW}" in row]
    wanted = [f"{CHANGED}/{name}" for name in ("text", "status", "entry", "twice", "new")]
    page.expect("the changed goldens are in their row", row == wanted, row)
    for name, kind, captions in (("text", "changed", "Before After"), ("new", "added", "After"), ("gone", "removed", "Before")):
        found = articles.get(f"{CHANGED}/{name}", [""] * 4)
        page.expect(f"'{name}' is {kind}", found[0] == kind and found[3] == captions, found)
    page.expect("a removed case is in no row", "in no row" in articles[f"{CHANGED}/gone"][1], articles[f"{CHANGED}/gone"])
    page.expect("a case names its other row", "also in row another-row" in articles[f"{CHANGED}/twice"][2],
                articles[f"{CHANGED}/twice"])
    page.expect("what is the same isn't there", "texts/same" not in articles)
    clauses = page.js("return [...document.getElementById(arguments[0]).closest('.group').querySelectorAll('dl.clauses dt')]"
                      ".map((each) => each.innerText)", f"{CHANGED}/text")
    page.expect("the row has its clauses and those that they refine", clauses == ["C9", "R1"], clauses)
    contents = page.text("nav")
    page.expect("the contents count the changes of a row", f"{CHANGED_ROW} ({len(wanted)})" in contents, contents)
    try_sides(page)
    for name, before, after in (("date-range/end_of_a_day", '"2024-02-29"', '"kind": "open"'),
                                ("texts/differs", "one\ntwo\nthree", "\nthree")):
        shown = [each.text for each in page.all(f"[id='{name}'] pre.picture")]
        page.expect(f"{name} shows what no view draws", len(shown) == 2 and before in shown[0] and after in shown[1] and
                    len(shown[1].splitlines()) > 2, shown)
    page.expect_no_markup("among changes", "Parity gallery since main", 2)


def try_sides(page):
    """Looks for the outlines of known changes on both sides."""
    for name, before, after in (("text", STOPPED, CLOSED), ("status", "failed", "completed"), ("entry", STOPPED, None)):
        preview = f"{CHANGED}/{name}"
        sides = [Picture(page, preview, side) for side in range(2)]
        outlined = [[visible(text).lower() for text in each.outlined()] for each in sides]
        page.expect(f"{preview} outlines what it was", any(visible(before).lower() in each for each in outlined[0]), outlined[0])
        if after is None:
            page.expect(f"{preview} doesn't show what is removed", not sides[1].shows(before), sides[1].text)
        else:
            page.expect(f"{preview} outlines what it is", any(visible(after).lower() in each for each in outlined[1]),
                        outlined[1])
        page.expect(f"{preview} outlines a part of the picture", all(
            visible(text).lower() != visible(side.text).lower() for side, texts in zip(sides, outlined) for text in texts))
    marks = Picture(page, f"{CHANGED}/text", 0).texts("mark")
    page.expect("a changed text marks its changed words", marks and set(marks) <= {"stopped", "stopped."}, marks)
    page.expect("a hostile text is drawn", Picture(page, f"{CHANGED}/twice", 1).shows(HOSTILE))
    outlined = [Picture(page, f"{CHANGED}/{name}", side).outlined() for name, side in (("new", 0), ("gone", 0))]
    page.expect("nothing is outlined in an added or removed golden", outlined == [[], []], outlined)


def try_mistakes(page, contract):
    """Looks for the outlines in the outputs of broken programs."""
    found = mistakes(contract)
    page.expect(f"{contract} has at least six MISTAKES", len(found) >= 6, len(found))
    for name, mistake in found.items():
        preview = f"{contract}/{name}"
        picture = Picture(page, preview, 0 if mistake.get("side") == "expected" else 1)
        if not picture.exists:
            page.expect(f"{preview} has a picture", False)
            continue
        for switch, value in mistake.get("choose", ()):
            picture.choose(switch, value)
        if "step" in mistake:
            picture.step(mistake["step"])
        texts = picture.outlined(mistake["outlined"])
        page.expect(f"{preview}: {mistake['edit'][0]} outlines {mistake['outlined']} with '{mistake['text']}'",
                    any(visible(mistake["text"]) in visible(text) for text in texts), (texts, picture.outlined()))
        page.expect_none(f"{preview} draws each difference", Picture(page, preview).texts(".p-unpictured") +
                         Picture(page, preview, 1).texts(".p-unpictured"))


# Size

def large_page(program, folder):
    """Returns a page of many changed goldens."""
    suites = Suites(folder / "large")
    suites.copy(CHANGED)
    names = [f"copy_{index}" for index in range(COUNT)]
    suites.write_row(CHANGED, "copies", [(CHANGED_CASE, name) for name in names])
    suites.commit()
    wrong = edited(suites.golden(CHANGED, CHANGED_CASE), STATUS, "completed")
    for name in names:
        suites.write_golden(CHANGED, name, wrong)
    path = folder / "large.html"
    run_parity(program, "gallery", "--root", suites.folder, "--since", "main", "--output", path)
    return path


def try_size(page, path):
    page.open(path)
    page.expect("the heading counts many changes", page.text("h1").startswith(f"{COUNT} goldens"), page.text("h1"))
    ready = page.js("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.wait_for_drawing()
    first = page.drawn_count
    page.expect("only what is near is drawn", 0 < first < 20, first)
    page.js("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_drawing()
    page.expect("what is scrolled past isn't drawn", first < page.drawn_count < 60, page.drawn_count)
    page.expect("the last change is drawn", Picture(page, f"{CHANGED}/copy_{COUNT - 1}").exists)
    print(f"{COUNT} changed goldens: {path.stat().st_size / 1e6:.1f} MB, ready after {ready:.0f} ms, "
          f"{page.drawn_count} drawn at both ends")


def main():
    arguments = page_parser(__doc__)
    arguments.add_argument("--contract", metavar="NAME", choices=sorted(SCREENS), help="check only this contract")
    arguments.add_argument("--sample", action="store_true", help="check each size in one color scheme only")
    arguments.add_argument("--smoke", action="store_true", help="check the previews as a sample, and no changes")
    options = arguments.parse_args()
    options.sample = options.sample or options.smoke
    program = parity_program()
    contracts = sorted(SCREENS) if options.contract is None else [options.contract]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        with browser() as driver:
            page = Page(driver)
            try_gallery(program, page, folder, contracts, options)
            if not options.smoke:
                try_since(program, page, folder, contracts, options)
    return page_failures(page, "the gallery")


def try_gallery(program, page, folder, contracts, options):
    """Tries the page of previews."""
    path = folder / "gallery.html"
    selection = [argument for contract in contracts for argument in ("--contract", contract)]
    run_parity(program, "gallery", "--builtin", *selection, "--output", path)
    previews = {contract: read_previews(contract) for contract in contracts}
    page.open(path)
    for contract in contracts:
        try_previews(page, path, contract)
    page.expect_silence("with previews")
    try_looks(page, path, contracts, options, "previews")
    page.expect_silence("in each look")
    page.open_drawn(path)
    try_names(page)
    try_tabs(page)
    for contract in contracts:
        try_slider(page, contract, previews[contract])
        try_switches(page, contract, previews[contract])
    for contract in contracts:
        try_fragments(page, path, contract, previews[contract])
    page.expect_no_markup("among previews", "Parity gallery", 2)
    page.expect_silence("with the keyboard")


def try_since(program, page, folder, contracts, options):
    """Tries pages of goldens that differ from a commit."""
    together = sorted({*contracts, CHANGED})
    path = changes_page(program, page, folder, together)
    try_changes(page, path)
    for contract in contracts:
        try_mistakes(page, contract)
    try_looks(page, path, together, options, "changes")
    try_size(page, large_page(program, folder))
    page.expect_silence("with changes")


if __name__ == "__main__":
    run_script(main)
