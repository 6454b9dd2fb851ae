#!/usr/bin/env python3
"""Attacks the pictures of outputs with hostile texts and unexpected outputs, in Chromium without a network.

Usage:
  tools/ci/attack-views.py --count 1000 --seed 7    1000 unexpected outputs for each contract
  tools/ci/attack-views.py --smoke                  hostile texts in one gallery, and nothing else

1. Suites with the names of the built-in contracts have hostile texts in their manifests, inputs and outputs: markup, code,
   controls, texts that reverse others, names of members such as `__proto__`, and texts of 100,000 characters. The
   pages of `parity gallery`, `parity gallery --since` and `parity check --report html=…` run none of them, show no
   controls, and fit on the screen.
2. In goldens, a value becomes null, a number, a text, an array or an object: empty, deeply nested or with 10,000 elements,
   or it is missing. Each view draws each of these outputs next to the golden, in reasonable time, and outlines the change.

Exit code 0: no text is obeyed and every output is drawn, 1: the attack found something, 2: it can't run.
"""

import json
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

from attack.outputs import LONG_TEXT, OTHERS, TEXTS, Outputs, places, with_members, with_texts
from attack.suite import options
from pages.browser import SIZES, Page, browser
from shared.files import git, write_json
from shared.parity import parity_program, run_parity
from shared.pointers import MISSING, edited
from shared.script import ROOT, run_script
from shared.suites import CONTRACTS, write_suite

# How many cases each contract has in the suites with hostile texts.
MOST_SAMPLES = 4
# The most bytes of an output that a report contains in full.
MOST_BYTES = 64 << 10
# How many seconds a picture of any output may take, on a machine that is busy with other checks.
LONGEST_DRAWING = 15
# How many seconds the cases of the report may take together.
LONGEST_REPORT = 120
# How many failures are printed: one mistake in a view has many.
MOST_PRINTED = 40
# How many outputs of other forms one page has.
PAGE_COUNT = 150
STATES = ("default", "expanded", "__proto__", "constructor", "hasOwnProperty", "toString", *filter(None, TEXTS))
# A text that has half of a pair of surrogates. It can't be in a suite, but a page must not fail because of it.
HALF = "half of a pair \ud83d\u202e"

# Returns the result that a file has for the case that the input names.
PROGRAM = """
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    outputs = json.load(file)
for request in map(json.loads, sys.stdin):
    if request["method"] == "initialize":
        result = {"protocolVersion": 1, "implementation": {"name": "program"}, "contracts": sorted(outputs), "capabilities": []}
    else:
        result = outputs[request["method"].split("/")[0]][request["params"]["attack"]]
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""

# Has the gallery draw its pictures only when `drawAll` is called. It returns how long each takes, what fails, and the
# messages and outlines of its pictures. If they aren't kept, it removes them from the page.
DRAWING = """
const waiting = [];
window.IntersectionObserver = class {
  constructor(callback) { this.callback = callback; }
  observe(element) { waiting.push([this, element]); }
  unobserve() {}
};
window.drawAll = (isKept) => waiting.splice(0).map(([observer, target]) => {
  const article = target.closest('article');
  const started = performance.now();
  let error = null;
  try {
    observer.callback([{ isIntersecting: true, target }]);
    article.getBoundingClientRect();
  } catch (caught) {
    error = `${caught.stack}`.slice(0, 400);
  }
  const seconds = (performance.now() - started) / 1000;
  const found = {
    id: decodeURIComponent(article.id), seconds, error,
    pictures: article.querySelectorAll('.picture').length,
    messages: [...article.querySelectorAll('.picture > .p-empty')].map((each) => each.textContent)
      .filter((text) => text.startsWith('This output has no picture')),
    outlined: article.querySelectorAll('.p-side-1 .p-differs, .p-side-1 mark').length,
    lost: article.querySelectorAll('.p-side-0 .p-differs').length,
  };
  if (!isKept) article.remove();
  return found;
});
"""

# Returns what a text of a suite did to the page.
FINDINGS = """
const found = [];
const hidden = /[^\\P{Cc}\\n]|[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]/u;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
const foreign = 'img, owned-mark, iframe, object, embed, form, base, link, style, svg, video, audio';
for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
  if (node.nodeType === Node.TEXT_NODE) {
    const isCode = ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(node.parentElement.tagName);
    const control = isCode ? null : node.data.match(hidden);
    if (control !== null) {
      found.push(['a control or half of a pair', control[0].codePointAt(0), node.parentElement.outerHTML.slice(0, 200)]);
    }
    continue;
  }
  if (node.matches(foreign) && !node.matches('dialog form')) found.push(['markup', node.outerHTML.slice(0, 200)]);
  for (const { name, value } of node.attributes) {
    if (name.startsWith('on') || name === 'style' && value.includes('url(')) found.push(['code in an attribute', name, value]);
    if (name === 'href' && !/^(#|https?:)/.test(value)) found.push(['a link', value]);
    if (['title', 'aria-label', 'aria-valuetext'].includes(name) && hidden.test(value)) found.push(['a control in an attribute', name, value]);
  }
}
if (document.title.includes('owned')) found.push(['the title', document.title]);
if (({}).owned !== undefined || Object.keys(Object.prototype).length > 0) found.push(['the prototype of all objects has new members']);
return found.slice(0, 20);
"""


class Suites:
    """Suites with the names of the built-in contracts and with hostile texts, in a folder that is a git repository."""

    def __init__(self, parity, folder, seed):
        self.parity, self.folder = parity, folder
        self.outputs = {contract: Outputs(ROOT, contract) for contract in CONTRACTS}
        self.goldens = {contract: {} for contract in CONTRACTS}
        self.wrong = {contract: {} for contract in CONTRACTS}
        for offset, contract in enumerate(CONTRACTS):
            self.write_suite(contract, seed + offset)
        program = [sys.executable, "program.py"]
        both = [{"name": "good", "command": [*program, "goldens.json"], "contracts": list(CONTRACTS), "reference": True},
                {"name": "wrong", "command": [*program, "wrong.json"], "contracts": list(CONTRACTS)}]
        (folder / "program.py").write_text(PROGRAM)
        write_json(folder / "parity.json", {"implementations": both})

    def write_suite(self, contract, number):
        outputs = self.outputs[contract]
        cases = []
        for index, sample in enumerate(outputs.samples[:MOST_SAMPLES]):
            for form in ("words", "members", "texts"):
                hostile = outputs.hostile(sample, number + index, form != "texts")
                wrong = outputs.hostile(sample, number + index + 3, form != "texts")
                if form == "members":
                    hostile.output, wrong.output = with_members(hostile.output), with_members(wrong.output)
                cases.append(self.case(contract, f"{form}_{index}", hostile, wrong))
        longest = outputs.samples[0]
        long, longer = (outputs.hostile(longest, number) for _ in range(2))
        long.output, longer.output = (self.with_long_texts(longest.output, text) for text in (LONG_TEXT, LONG_TEXT + "!"))
        cases.append(self.case(contract, "long", long, longer))

        text = TEXTS[number % 4]
        clause = {"id": "C1", "text": text, "level": "must"}
        row = {"id": "row", "scenario": text, "expectedBehavior": text, "clauses": ["C1"], "cases": [case["id"] for case in cases]}
        previews = [{"id": f"preview-{index}", "title": TEXTS[index % 10], "group": TEXTS[index % 7], "case": case["id"],
                     "state": STATES[index % len(STATES)]} for index, case in enumerate(cases)]
        operations = {name: {} for name in outputs.operations}
        write_suite(self.folder, {"contract": contract, "title": text, "operations": operations, "clauses": [clause],
                                  "rows": [row], "previews": previews}, cases)

    def case(self, contract, name, golden, wrong):
        self.goldens[contract][name], self.wrong[contract][name] = golden.output, wrong.output
        return {"id": name, "operation": golden.operation, "description": TEXTS[len(self.goldens[contract]) % 10],
                "input": {**golden.input, "attack": name}}

    @property
    def changed_count(self):
        """The number of cases whose goldens differ from the wrong outputs."""
        return sum(self.goldens[contract][name] != output for contract in CONTRACTS for name, output in self.wrong[contract].items())

    @staticmethod
    def with_long_texts(output, text):
        """Returns an output in which the three longest texts are others."""
        found = sorted((value for _, value in places(output) if isinstance(value, str)), key=lambda each: (-len(each), each))
        longest = set(found[:3])
        return with_texts(output, lambda _, value: text if value in longest else value)

    def run(self, *words, code=0):
        run_parity(self.parity, *words, codes=[code], cwd=self.folder)

    def write_goldens(self, outputs):
        """Replaces all goldens by outputs of the reference."""
        write_json(self.folder / "goldens.json", outputs)
        shutil.rmtree(self.folder / "Golden", ignore_errors=True)
        self.run("regenerate", "--quiet")

    def pages(self):
        """Returns the pages of a gallery, of a gallery since a commit, and of a report with failures."""
        write_json(self.folder / "wrong.json", self.wrong)
        self.write_goldens(self.wrong)
        git(self.folder, "init", "--quiet")
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--message", "wrong")
        self.write_goldens(self.goldens)
        self.run("gallery", "--output", "gallery.html")
        self.run("gallery", "--since", "HEAD", "--output", "since.html")
        self.run("check", "--implementation", "wrong", "--schedules", "0", "--report", "html=report.html", code=1)
        return [self.folder / name for name in ("gallery.html", "since.html", "report.html")]


class AttackedPage(Page):
    """A page in the browser whose pictures are drawn at once."""

    def draw(self, is_kept):
        """Draws the pictures of the gallery, and returns what it finds in each."""
        return self.js("return drawAll(arguments[0])", is_kept)

    def check_drawn(self, drawn, count, where):
        """Checks that pictures were drawn without errors and in time, and returns the messages in their place."""
        self.expect(f"{where} has all pictures", len(drawn) == count, (len(drawn), count))
        for each in drawn:
            name = f"{each['id']} {where}"
            self.expect(f"no view fails on {name}", each["error"] is None, each["error"])
            self.expect(f"{name} is drawn", each["pictures"] > 0)
            self.expect(f"{name} takes less than {LONGEST_DRAWING} s", each["seconds"] < LONGEST_DRAWING, each["seconds"])
            self.expect(f"a view draws {name}", each["messages"] == [], each["messages"])

    def check_findings(self, where):
        for found in self.js(FINDINGS):
            self.expect(f"no text of a suite is obeyed {where}", False, found)
        self.expect_silence(where)


def attack_gallery(page, path, size, count):
    """Draws all pictures of a gallery with hostile texts."""
    page.open(path, "", size)
    where = f"in {path.name} at {size[0]} px"
    page.check_drawn(page.draw(True), count, where)
    page.expect_fit(where, size)
    page.check_findings(where)


# Opens cases of the report one after the other, and returns the pictures, the width and the findings of each.
CASES = """
const [names, done] = arguments;
const findings = () => { %s };
(async () => {
  const results = [];
  for (const name of names) {
    const started = performance.now();
    const opened = new Promise((resolve) => { addEventListener('hashchange', () => setTimeout(resolve, 0), { once: true }); });
    location.hash = name;
    await opened;
    const messages = [...document.querySelectorAll('.details .picture')].map((each) =>
      each.querySelector(':scope > .p-empty')?.textContent ?? '');
    const opens = document.getElementById('opened').textContent;
    const seconds = (performance.now() - started) / 1000;
    results.push({ name, opens, seconds, messages, width: document.documentElement.scrollWidth, found: findings() });
  }
  return results;
})().then(done, (error) => done(`${error.stack}`));
""" % FINDINGS


def attack_report(page, path, suites):
    """Opens all cases of a report with hostile texts."""
    page.open(path, "#matrix", SIZES[0])
    names = [f"#{contract}/{name}" for contract in CONTRACTS for name in suites.goldens[contract]]
    page.driver.set_script_timeout(LONGEST_REPORT)
    seen = page.driver.execute_async_script(CASES, names)
    if isinstance(seen, str):
        page.expect("the cases of the report open", False, seen)
        return
    for each in seen:
        contract, name = each["name"][1:].split("/")
        where = f"in the report, at {contract}/{name}"
        page.expect(f"the case opens in {LONGEST_DRAWING} s {where}", each["seconds"] < LONGEST_DRAWING, each["seconds"])
        page.expect(f"the case opens {where}", each["opens"] == name, each["opens"])
        outputs = (suites.goldens[contract][name], suites.wrong[contract][name])
        are_whole = all(len(json.dumps(output, ensure_ascii=False).encode()) < MOST_BYTES for output in outputs)
        page.expect(f"there are pictures {where}", each["messages"] or not are_whole)
        page.expect(f"a view draws what is {where}", not any(each["messages"]), each["messages"])
        page.expect(f"nothing is wider than the page {where}", each["width"] <= SIZES[0][0], each["width"])
        for found in each["found"]:
            page.expect(f"no text of a suite is obeyed {where}", False, found)
    page.expect_silence("in the report")


def changes_of(outputs, count, chance):
    """Returns changes of goldens as the data of a gallery has them: values that became others."""
    found = {}
    for sample in outputs.samples:
        for pointer, value in places(sample.output):
            for kind in [*OTHERS, "half of a pair", "missing"]:
                place = (sample.operation, re.sub(r"/\d+(?=/|$)", "/*", pointer), type(value).__name__, kind)
                found.setdefault(place, []).append((sample, pointer))
    chosen = chance.sample(sorted(found), min(count, len(found)))
    return [change_of(*chance.choice(found[place]), place[-1], index) for index, place in enumerate(chosen)]


def change_of(sample, pointer, kind, index):
    """Returns the change of a value of a golden to one of another kind."""
    if kind == "missing":
        after = edited(sample.output, pointer, MISSING)
        place = {"change": "missing", "before": pointer}
    else:
        after = edited(sample.output, pointer, HALF if kind == "half of a pair" else OTHERS[kind])
        place = {"change": "changed", "before": pointer, "after": pointer}
    return {"case": f"{index}: {kind} at {pointer or 'the root'} of {sample.name}", "description": kind, "operation": sample.operation,
            "otherRows": [], "input": json.dumps(sample.input), "before": json.dumps(sample.output), "after": json.dumps(after),
            "places": [place], "more": 0}


def with_data(path, data):
    """Writes a gallery with other data, and returns its path."""
    text = path.read_text(encoding="utf-8")
    start = text.index(">", text.index('<script type="application/json" id="gallery"')) + 1
    end = text.index("</script>", start)
    changed = path.with_name("changed.html")
    safe = json.dumps(data).replace("<", "\\u003c")
    changed.write_text(text[:start] + safe + text[end:], encoding="utf-8")
    return changed


def attack_forms(page, path, outputs, count, chance):
    """Draws goldens of a contract next to outputs of other forms, and returns how long the slowest took."""
    changes = changes_of(outputs, count, chance)
    slowest = 0
    for start in range(0, len(changes), PAGE_COUNT):
        part = changes[start:start + PAGE_COUNT]
        row = {"id": "row", "scenario": "forms", "clauses": [], "changes": part}
        suite = {"contract": outputs.contract, "title": "title", "version": "1.0.0", "rows": [row]}
        changed = with_data(path, {"heading": "h", "subheading": "s", "empty": "e", "since": "x", "suites": [suite]})
        page.open(changed)
        drawn = page.draw(False)
        where = f"of {outputs.contract}"
        page.check_drawn(drawn, len(part), where)
        for each in drawn:
            is_outlined = each["outlined"] + each["lost"] > 0
            page.expect(f"the change of {each['id']} {where} is outlined", is_outlined or each["error"] or each["messages"])
        page.check_findings(where)
        slowest = max([slowest, *(each["seconds"] for each in drawn)])
    return slowest


def main():
    arguments = options(__doc__, 100, "count")
    arguments.add_argument("--smoke", action="store_true", help="attack one gallery with hostile texts")
    arguments = arguments.parse_args()
    print(f"seed {arguments.seed}", flush=True)

    parity = parity_program()
    with browser() as driver:
        page = AttackedPage(driver)
        page.command("Page.addScriptToEvaluateOnNewDocument", source=DRAWING)
        with tempfile.TemporaryDirectory() as folder:
            started = time.monotonic()
            suites = Suites(parity, pathlib.Path(folder), arguments.seed)
            gallery, since, report = suites.pages()
            count = sum(map(len, suites.goldens.values()))
            print(f"{count} cases with hostile texts: pages in {time.monotonic() - started:.1f} s", flush=True)
            attack_gallery(page, gallery, SIZES[0], count)
            if not arguments.smoke:
                attack_gallery(page, since, SIZES[-1], suites.changed_count)
                print(f"galleries drawn after {time.monotonic() - started:.1f} s", flush=True)
                attack_report(page, report, suites)
                print(f"cases of the report opened after {time.monotonic() - started:.1f} s", flush=True)
                chance = random.Random(arguments.seed)
                for contract in CONTRACTS:
                    slowest = attack_forms(page, since, suites.outputs[contract], arguments.count, chance)
                    print(f"{contract}: outputs of other forms, {slowest:.2f} s for the slowest", flush=True)
                print(f"all after {time.monotonic() - started:.1f} s", flush=True)

    failures = list(dict.fromkeys(page.failures))
    for failure in failures[:MOST_PRINTED]:
        print(f"attack-views.py: not so that {failure}")
    if len(failures) > MOST_PRINTED:
        print(f"attack-views.py: and {len(failures) - MOST_PRINTED} more")
    if not failures:
        print("no text is obeyed" if arguments.smoke else "every output is drawn, and no text is obeyed")
    return 1 if failures else 0


if __name__ == "__main__":
    run_script(main)
