#!/usr/bin/env python3
"""Plants mistakes in programs, and checks that the pictures on the page of `--report html=…` show each of them.

Usage:
  tools/ci/check-pictures.py                      checks the mistakes of all built-in contracts
  tools/ci/check-pictures.py --contract NAME      checks those of one contract; repeatable
  tools/ci/check-pictures.py --screenshots DIR    also writes a picture of each pair to the folder;
                                                  docs/images/pictures.png is the eighth of session-detail

The mistakes of a contract are MISTAKES in tools/ci/gallery/NAME.py, a list of objects:

  case          the case whose output is wrong
  edit          a JSON Pointer in its golden, and the value that replaces or adds what is there, or "<missing>"
  outlined      a CSS selector of the element that has to be outlined
  text          a text in that element
  side          the picture that has the element: "actual" (default) or "expected"
  also          CSS selectors of other elements that may be outlined too (optional)
  choose        pairs of a switch and a value to press, by their titles (optional)
  step          the number of the state to move to (optional)

A program with the mistake runs through `parity check`. On the page of its case, the expected and the actual output are
two pictures: next to each other on a wide screen, one below the other on a narrow one. The element is outlined and
visible in the picture of its side, and no other element is outlined. If the output has several states, the pictures
start at the first one that differs. Changed words of a text are marked.

Exit code 0: every mistake is shown, 1: one isn't, 2: the check can't run.
"""

import base64
import itertools
import json
import pathlib
import re
import shlex
import sys
import tempfile
import time

from gallery.broken_program import canonical
from gallery.contracts import module_of
from gallery.texts import squeezed
from pages.browser import SIZES, Page, browser, page_failures, page_parser
from shared.parity import parity_program, run_parity
from shared.pointers import MISSING, edited, value_at
from shared.script import ROOT, run_script
from shared.suites import CONTRACTS, read_golden, read_json

NARROW, WIDE = SIZES[0], SIZES[-1]
FEWEST_MISTAKES = 6
# How many seconds the page of a case may take to open, on a machine that is busy with other checks.
LONGEST_WAIT = 60
# The kinds of mistakes that each contract has to have.
KINDS = ("changed", "missing", "added", "moved")

# Returns what is in the pictures of a program for the opened case, and marks them as chosen. The first argument has CSS
# selectors. For each outlined element, `matches` has the indices of the selectors that find it, and `hidden` says why it
# can't be seen.
SEEN = """
const box = (element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
};
const isInside = (inner, outer, margin) => inner.left - margin >= outer.left - 1 && inner.right + margin <= outer.right + 1
  && inner.top - margin >= outer.top - 1 && inner.bottom + margin <= outer.bottom + 1;
const words = (text) => text.replace(/\\s+/g, ' ').trim();

function whyHidden(element, picture) {
  element.scrollIntoView({ block: 'center' });
  const [first] = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (first === undefined) return 'it has no size';
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return 'it is hidden';
  const style = getComputedStyle(element);
  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === 'none' || !(width > 0)) return 'it has no outline';
  for (let outer = element.parentElement; ; outer = outer.parentElement) {
    const isClipping = getComputedStyle(outer).overflow !== 'visible';
    if (isClipping && !isInside(box(element), box(outer), 0)) return `it is outside of .${outer.className}`;
    if (isClipping && !isInside(box(element), box(outer), width)) return `its outline is outside of .${outer.className}`;
    if (outer === picture) break;
  }
  const found = document.elementFromPoint((first.left + first.right) / 2, (first.top + first.bottom) / 2);
  const isFound = found !== null && (element.contains(found) || found.contains(element));
  return isFound || first.height > innerHeight ? null : `it is behind ${found?.outerHTML.slice(0, 80)}`;
}

const [selectors, program] = arguments;
const all = [...document.querySelectorAll('.details .pictures')];
const own = all.length === 1 ? all
  : all.filter((pictures) => words([...pictures.querySelectorAll('figcaption')].at(-1)?.innerText ?? '').split(' ').includes(program));
for (const pictures of all) pictures.toggleAttribute('data-chosen', own.includes(pictures));
return own.map((pictures) => [...pictures.querySelectorAll('.p-side')].map((side) => {
  const picture = side.querySelector('.picture');
  const caption = side.querySelector('figcaption');
  const isMatching = selectors.map((selector) => new Set(picture.querySelectorAll(selector)));
  const outlined = [...picture.querySelectorAll('.p-differs')].map((element) => ({
    text: words(element.innerText),
    element: element.cloneNode(false).outerHTML,
    hidden: whyHidden(element, picture),
    marks: [...element.querySelectorAll('mark')].map((mark) => mark.textContent),
    matches: isMatching.flatMap((found, index) => (found.has(element) ? [index] : [])),
  }));
  scrollTo(0, 0);
  return { title: words(caption?.innerText ?? ''), titleBox: caption && box(caption), box: box(picture), outlined };
}));
"""

# Returns the number of the state that the slider of the chosen pictures shows and whether it says that this state differs, or null if there is
# no slider. It moves the slider, and adds the numbers of the earlier states that have a difference.
STATES = """
const pictures = document.querySelector('.details .pictures[data-chosen]');
const range = pictures.querySelector('.p-slider input[type=range]');
if (range === null) return null;
const current = Number(range.value);
const says = pictures.querySelector('.p-changed') !== null;
const earlier = [];
for (let index = 0; index < current; index += 1) {
  range.value = index;
  range.dispatchEvent(new Event('input'));
  if (pictures.querySelector('.p-differs, .p-changed') !== null) earlier.push(index);
}
range.value = current;
range.dispatchEvent(new Event('input'));
return { current, says, earlier };
"""


# Presses values of switches of the chosen pictures, and moves the slider. Returns whether it found all of them.
USE = """
const [choices, step] = arguments;
const pictures = document.querySelector('.details .pictures[data-chosen]');
const isFound = choices.map(([title, value]) => {
  const found = [...pictures.querySelectorAll('.p-switch')].find((each) => each.getAttribute('aria-label') === title);
  const button = [...found?.querySelectorAll('button') ?? []].find((each) => each.textContent === value);
  button?.click();
  return button !== undefined;
});
if (step === null) return !isFound.includes(false);
const range = pictures.querySelector('.p-slider input[type=range]');
if (range === null) return false;
range.value = step;
range.dispatchEvent(new Event('input'));
return !isFound.includes(false) && Number(range.value) === step;
"""


class Mistake:
    """A mistake in the output of a case."""

    def __init__(self, contract, number, members):
        self.contract, self.number, self.case = contract, number, members["case"]
        self.pointer, self.value = members["edit"]
        self.side = ("expected", "actual").index(members.get("side", "actual"))
        self.selectors = [members["outlined"], *members.get("also", [])]
        self.text = squeezed(members["text"])
        self.choices, self.step = members.get("choose", []), members.get("step")
        self.golden = read_golden(contract, self.case)
        self.result = edited(self.golden, self.pointer, self.value)
        # The name of the program that makes it, and the differences of its output, which `checked` sets.
        self.program, self.differences = "", []

    def __str__(self):
        return f"{self.contract}/{self.case}, mistake {self.number} at {self.pointer or 'the root'}"

    @property
    def before(self):
        """The value in the golden, or MISSING if there is none."""
        return value_at(self.golden, self.pointer)

    @property
    def kind(self):
        """The kind of the mistake, one of KINDS."""
        before, after = self.before, self.value
        if after == MISSING:
            return "missing"
        if before == MISSING:
            return "added"
        if not isinstance(before, list) or not isinstance(after, list):
            return "changed"
        if len(before) != len(after):
            return "missing" if len(before) > len(after) else "added"
        return "moved" if sorted(map(canonical, before)) == sorted(map(canonical, after)) else "changed"


def programs_of(mistakes):
    """Returns the mistakes of each program. Those of one program are in cases with different goldens."""
    programs = []
    for mistake in mistakes:
        key = canonical(mistake.golden)
        program = next((each for each in programs if key not in each), None)
        if program is None:
            program = {}
            programs.append(program)
        program[key] = mistake
    return [list(program.values()) for program in programs]


def checked(parity, folder, mistakes):
    """Runs programs with mistakes through Parity, and returns the path of the report's page.

    It gives each mistake the name of its program and the differences that the program has in its case.
    """
    page, report = folder / "page.html", folder / "report.json"
    command = ["check", "--root", ROOT, "--contract", mistakes[0].contract, "--schedules", "0",
             "--report", f"html={page}", "--report", f"json={report}"]
    for number, own in enumerate(programs_of(mistakes), 1):
        name, planted = f"program-{number}", folder / f"{number}.json"
        planted.write_text(json.dumps([{"output": each.golden, "result": each.result} for each in own]))
        program = [sys.executable, ROOT / "tools/ci/gallery/broken_program.py", name, planted, parity, "serve"]
        command += ["--command", shlex.join(map(str, program))]
        for each in own:
            each.program = name
    for case in dict.fromkeys(each.case for each in mistakes):
        command += ["--only", f"{mistakes[0].contract}/{case}"]

    run_parity(parity, *command, codes=[1])
    verdicts = {(each["case"], each["implementation"]): each for each in read_json(report)["verdicts"]}
    for each in mistakes:
        failures = verdicts[f"{each.contract}/{each.case}", each.program].get("failures", [])
        violations = [violation for failure in failures for violation in failure.get("violations", [])
                      if "facet" not in violation]
        each.differences = [one for part in failures + violations for one in part.get("differences", [])]
    return page


class PicturePage(Page):
    """The page of a report in the browser."""

    def choose(self, mistake):
        """Opens the case of a mistake."""
        self.js("location.hash = arguments[0]", f"#{mistake.contract}/{mistake.case}")
        deadline = time.monotonic() + LONGEST_WAIT
        while (name := self.text("#opened")) != mistake.case and time.monotonic() < deadline:
            time.sleep(0.02)
        self.expect(f"the page of {mistake} opens", name == mistake.case, name)

    def resize(self, size):
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                     mobile=size[0] < 600)

    def pair(self, mistake):
        """Finds the pictures of a mistake on the page of its case, and returns what is in both, or `None`."""
        pairs = self.js(SEEN, mistake.selectors, mistake.program)
        titles = [[side["title"] for side in pair] for pair in pairs]
        are_right = len(titles) == 1 and [title.split()[:1] for title in titles[0]] == [["Expected"], ["Actual"]]
        self.expect(f"{mistake} has an expected and an actual picture", are_right, titles)
        if not are_right:
            return None
        if not mistake.choices and mistake.step is None:
            return pairs[0]
        self.expect(f"the switches and states of {mistake} are there", self.js(USE, mistake.choices, mistake.step))
        return self.js(SEEN, mistake.selectors, mistake.program)[0]

    def check_wide(self, mistake, screenshots):
        """Checks the pictures of a mistake on a wide screen, and returns whether there are two.

        If there is a folder for screenshots, it gets one of them.
        """
        self.choose(mistake)
        pair = self.pair(mistake)
        if pair is None:
            return False
        left, right = (side["box"] for side in pair)
        self.expect(f"the pictures of {mistake} are side by side",
                    left["right"] <= right["left"] and abs(left["top"] - right["top"]) < 2, (left, right))
        self.check_outlines(mistake, pair)
        self.check_marks(mistake, pair)
        if screenshots:
            self.keep_picture(screenshots, mistake)
        self.check_states(mistake)
        return True

    def check_outlines(self, mistake, pair, where=""):
        """Checks that the right elements of a pair of pictures are outlined, and that they are visible."""
        own, other = pair[mistake.side]["outlined"], pair[1 - mistake.side]["outlined"]
        place = f"in the {('expected', 'actual')[mistake.side]} picture of {mistake}{where}"
        found = [each for each in own if 0 in each["matches"]]
        self.expect(f"{mistake.selectors[0]} is outlined {place}", len(found) > 0, [each["element"] for each in own])
        if found:
            self.expect(f"an outlined element has the text {mistake.text!r} {place}",
                        any(mistake.text in each["text"] for each in found), [each["text"] for each in found])
        # If the mistake is one difference, the same value can be in a picture twice, and look different on the other side.
        is_one = len({each["pointer"] for each in mistake.differences}) == 1
        others = [each for each in own if not each["matches"] and not (is_one and mistake.text in each["text"])]
        others += [each for each in other if not each["matches"] and not (is_one and mistake.kind == "changed")]
        self.expect(f"no other element is outlined in the pictures of {mistake}{where}", others == [],
                    [(each["element"], each["text"]) for each in others])
        for each in own + other:
            self.expect(f"each outlined element of {mistake}{where} is visible", each["hidden"] is None,
                        (each["element"], each["hidden"]))
        if mistake.kind in ("missing", "added"):
            self.expect(f"only the side with the element has an outline, in the pictures of {mistake}{where}",
                        not any(0 in each["matches"] for each in other), [each["element"] for each in other])

    def check_marks(self, mistake, pair):
        """Checks that the words of a changed text are marked that only one side has."""
        texts = (mistake.before, mistake.value)
        if mistake.kind != "changed" or not all(isinstance(text, str) for text in texts):
            return
        for side, own, other in ((0, *texts), (1, *reversed(texts))):
            # A view can show a value, such as a status, with a sign or other words, and outline it as a whole.
            elements = [each for each in pair[side]["outlined"] if each["text"] == squeezed(own) and " " in each["text"]]
            fresh = set(re.findall(r"\w+", own)) - set(re.findall(r"\w+", other))
            for each in elements:
                marked = set(re.findall(r"\w+", " ".join(each["marks"])))
                self.expect(f"the words {sorted(fresh)} are marked in {mistake}", fresh <= marked, each["marks"])

    def check_states(self, mistake):
        """Checks that the pictures start at the first state that differs."""
        states = self.js(STATES)
        if states is None or mistake.step is not None:
            return
        self.expect(f"the slider of {mistake} says that its state differs", states["says"])
        self.expect(f"the slider of {mistake} starts at the first state that differs", states["earlier"] == [], states)

    def check_narrow(self, mistake):
        """Checks the pictures of a mistake on a narrow screen."""
        self.choose(mistake)
        self.expect_fit(f"with the pictures of {mistake}", NARROW)
        pair = self.pair(mistake)
        if pair is None:
            return
        first, second = pair
        boxes = [first["titleBox"], first["box"], second["titleBox"], second["box"]]
        isStacked = all(upper["bottom"] <= lower["top"] + 1 for upper, lower in itertools.pairwise(boxes))
        self.expect(f"the pictures of {mistake} are one below the other, each below its title", isStacked, boxes)
        self.check_outlines(mistake, pair, f" at {NARROW[0]} px")

    def keep_picture(self, folder, mistake):
        """Writes a picture of the pair of pictures into a folder."""
        box = self.js("const pictures = document.querySelector('.details .pictures[data-chosen]');"
                      "const { left, top, width, height } = pictures.getBoundingClientRect();"
                      "return { x: left + scrollX - 8, y: top + scrollY - 8, width: width + 16, height: height + 16, scale: 1 }")
        taken = self.command("Page.captureScreenshot", clip=box, captureBeyondViewport=True)
        path = folder / f"{mistake.contract}-{mistake.number:02}-{mistake.case}.png"
        path.write_bytes(base64.b64decode(taken["data"]))


def try_contract(page, parity, contract, screenshots):
    """Checks the pictures of all mistakes of a contract, and returns their number."""
    mistakes = [Mistake(contract, number, members) for number, members in enumerate(module_of(contract).MISTAKES, 1)]
    edits = {canonical([each.case, each.pointer, each.value]) for each in mistakes}
    page.expect(f"{contract} has {FEWEST_MISTAKES} different mistakes", len(edits) >= FEWEST_MISTAKES, len(edits))
    kinds = {each.kind for each in mistakes}
    page.expect(f"{contract} has mistakes of the kinds {', '.join(KINDS)}", kinds == set(KINDS), sorted(kinds))
    for each in mistakes:
        page.expect(f"{each} changes the output", canonical(each.golden) != canonical(each.result))

    with tempfile.TemporaryDirectory() as folder:
        path = checked(parity, pathlib.Path(folder), mistakes)
        page.open(path, "#matrix", WIDE)
        shown = [each for each in mistakes if page.check_wide(each, screenshots)]
        page.resize(NARROW)
        for each in shown:
            page.check_narrow(each)
        page.expect_silence(f"on the page of {contract}")
    return len(mistakes)


def main():
    arguments = page_parser(__doc__)
    arguments.add_argument("--contract", action="append", choices=CONTRACTS, help="check only this one; repeatable")
    options = arguments.parse_args()

    parity = parity_program()
    with browser() as driver:
        driver.set_script_timeout(LONGEST_WAIT)
        page = PicturePage(driver)
        for contract in options.contract or CONTRACTS:
            started = time.monotonic()
            count = try_contract(page, parity, contract, options.screenshots)
            print(f"{contract}: {count} mistakes in {time.monotonic() - started:.1f} s", flush=True)
    return page_failures(page, "the picture of a mistake")


if __name__ == "__main__":
    run_script(main)
