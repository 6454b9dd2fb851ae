#!/usr/bin/env python3
"""Checks the page of `parity check --report html=…` in a headless Chromium without a network.

Usage:
  tools/ci/check-page.py                      checks pages of a suite that has every kind of result
  tools/ci/check-page.py --screenshots DIR    also writes pictures of them
  tools/ci/check-page.py --smoke              checks the causes, filters and looks of one page

Exit code 0: the pages work, 1: they don't, 2: the check can't run.
"""

import itertools
import json
import pathlib
import sys
import tempfile

from pages.browser import HOSTILE, LOOKS, SIZES, By, Keys, browser, page_failures, page_parser
from pages.browser import Page as BrowserPage
from shared.files import write_json
from shared.parity import parity_program, run_parity
from shared.script import run_script
from shared.suites import read_json, read_manifest, write_suite

CONTRACT = "session-detail"
COUNT = 20_000
LONG = "a very long text " * 20_000
LONG_ID = "the-value-of-a-member-whose-name-was-normalized-is-selected-by-its-own-name-only"

# Returns what the reference returns, except for planted mistakes.
ADAPTER = r"""
import json, subprocess, sys
program = subprocess.Popen([sys.argv[1], "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    if "crash here" in line:
        sys.stderr.write("\x1b[31mboom\x1b[0m </script><img src=x onerror=alert(1)>\n")
        sys.stderr.flush()
        program.kill()
        sys.exit(3)
    program.stdin.write(line)
    program.stdin.flush()
    reply = json.loads(program.stdout.readline())
    if "change this" in line:
        reply["result"]["entries"][0]["content"] = "changed </script><script>document.title='owned'</script>"
    print(json.dumps(reply), flush=True)
"""


# Returns the text that the input has.
TEXT_ADAPTER = r"""
import json, sys
for request in map(json.loads, sys.stdin):
    result = request["params"].get("out") if request["method"] != "initialize" else {
        "protocolVersion": 1, "contracts": ["render"], "capabilities": [], "implementation": {"name": "texts"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


def suite(folder, cases, rows, program):
    """Writes a suite."""
    (folder / "Golden").mkdir()
    clauses = [
        {"id": "C1", "text": f"Messages are shown. {HOSTILE}", "level": "must"},
        {"id": "C2", "text": "Other messages are shown.", "level": "must", "refines": ["C1"]},
        {"id": LONG_ID, "text": "Its id is a sentence.", "level": "must", "refines": ["C1"]},
    ]
    own = read_manifest(CONTRACT)
    manifest = {"contract": CONTRACT, "title": f"A suite {HOSTILE}", "clauses": clauses, "rows": rows,
                **{name: own[name] for name in ("support", "operations") if name in own}}
    write_suite(folder, manifest, cases, [program])


def case(name, text, description=""):
    return {"id": name, "description": description or f"Shows {name}.", "expect": {"entryCount": 1},
            "events": [{"type": "user", "message": {"content": text}}]}


def row(name, cases, clause):
    return {"id": name, "scenario": f"what {name} is about", "expectedBehavior": "all are shown", "clauses": [clause],
            "cases": cases}


def pages(program, folder):
    """Returns a page with failures, a crash, a known failure and markup as texts, a page of known
    failures, and the JSON report of the first one.
    """
    cases = [case("passes", "hello"), case("hostile", HOSTILE, HOSTILE), case("differs", f"change this {HOSTILE}"),
             case("crashes", "crash here"), case("known", "change this, as is known"), case("long", f"change this {LONG}"),
             case("green", "hello Zoë 👋 hello Zoë 👋 hello Zoë 👋")]
    rows = [row("first-row", ["passes", "hostile", "differs"], "C1"), row("second-row", ["crashes", "known", "long"], "C2"),
            row("third-row", ["green"], LONG_ID)]
    adapter = folder / "adapter.py"
    known = ["--only", "known", "--reason", f"It is known. {HOSTILE}", "--link", "javascript:document.title='owned'"]
    implementation = {"name": "other", "command": [sys.executable, str(adapter), program], "contracts": [CONTRACT]}
    suite(folder, cases, rows, implementation)
    adapter.write_text(ADAPTER)
    run_parity(program, "regenerate", "--root", folder, "--quiet", "--contract", CONTRACT)
    run_parity(program, "known", "add", "--root", folder, "--contract", CONTRACT, "--schedules", "0",
               "--implementation", "other", *known)
    red, known, report = folder / "red.html", folder / "known.html", folder / "red.json"
    check = ["check", "--root", folder, "--contract", CONTRACT, "--schedules", "0", "--implementation", "other"]
    both = [*check, "--implementation", "reference"]
    run_parity(program, *both, "--report", f"html={red}", codes=[1])
    run_parity(program, *both, "--shard", "1/1", "--report", f"json={report}", codes=[1])
    run_parity(program, *check, "--only", "known", "--only", "green", "--report", f"html={known}")
    return red, known, report


def text_page(program, folder):
    """Returns a page of outputs that are texts, one of which differs from its expectation."""
    manifest = {"contract": "render", "title": "Texts", "goldens": False,
                "operations": {"render": {"output": "text"}}}
    differs = {"id": "differs", "input": {"out": f"one\n£2 {HOSTILE}\r\nthree"},
               "expect": {"output": f"one\n£3 {HOSTILE}\nthree\n"}}
    passes = {"id": "passes", "input": {"out": "one\n"}, "expect": {"output": "one\n"}}
    implementation = {"name": "texts", "command": [sys.executable, str(folder / "adapter.py")], "contracts": ["render"]}
    write_suite(folder, manifest, [differs, passes], [implementation])
    (folder / "adapter.py").write_text(TEXT_ADAPTER)
    page = folder / "texts.html"
    run_parity(program, "check", "--root", folder, "--implementation", "texts", "--report", f"html={page}", codes=[1])
    return page


def changed_page(program, report, name, change):
    """Returns the page of a shard's report with a change, in place of a run that would take long."""
    page, changed = report.with_name(f"{name}.html"), report.with_name(f"{name}.json")
    data = read_json(report)
    change(data)
    write_json(changed, data)
    run_parity(program, "merge", changed, "--report", f"html={page}", codes=[1])
    return page


def have_many_cases(report):
    suite, kinds = report["suites"][0], ["differs" if index % 50 == 0 else "passes" for index in range(COUNT)]
    cases = {each["id"]: each for each in suite["cases"]}
    verdicts = {(each["case"], each["implementation"]): each for each in report["verdicts"]}
    suite["cases"] = [{**cases[kind], "id": f"case_{index}"} for index, kind in enumerate(kinds)]
    report["verdicts"] = [{**verdicts[f"{CONTRACT}/{kind}", name], "case": f"{CONTRACT}/case_{index}"}
                          for name in report["implementations"] for index, kind in enumerate(kinds)]
    suite["rows"] = [{**suite["rows"][0], "id": f"row-{start}", "cases": [f"case_{start + index}" for index in range(25)]}
                     for start in range(0, COUNT, 25)]
    report["causes"], report["shard"]["total"], suite["positions"] = [], COUNT, list(range(COUNT))


def have_many_implementations(report):
    report["implementations"].extend(f"program-{number}" for number in range(8))


def have_long_chain(report):
    """Makes each clause refine the previous one, and one row cover the last."""
    suite = report["suites"][0]
    clause = suite["clauses"][0]
    suite["clauses"] = [{**clause, "id": f"L{index}", "text": "A link of the chain.",
                         "refines": [f"L{index - 1}"] if index > 0 else []} for index in range(COUNT)]
    suite["rows"] = [{**suite["rows"][0], "clauses": [f"L{COUNT - 1}"]}]
    report["causes"] = []


class Page(BrowserPage):
    """A page of the report in the browser, and what is found wrong with it."""

    def lines(self, kind="case"):
        """Returns the names of the lines of the matrix that are on the page."""
        return self.js("return [...document.querySelectorAll(`.item.${arguments[0]} .name > :first-child`)]"
                       ".map((each) => (each.firstElementChild ?? each).textContent)", kind)


def try_causes(page, path):
    page.open(path)
    report = page.js("return JSON.parse(document.getElementById('report').textContent)")
    causes = report["causes"]
    shown = page.text("#view-causes")
    page.expect("the causes come first", len(page.all("#view-causes li")) == len(causes) > 0, shown)
    rules = {clause["id"]: clause["text"] for clause in report["suites"][0]["clauses"]}
    for cause in causes:
        named = cause.get("rules", [])
        for needed in (cause["example"].split("/")[1], *named, *(rules.get(rule, "")[:20] for rule in named)):
            page.expect("a cause tells its rule and an example", needed in shown, shown)
    page.expect("the first cause of each implementation is named", len(page.all(".causes .first .badge")) == 1)
    first = page.all(".causes .first .evidence")[0]
    marked = [each.text for each in first.find_elements(By.CSS_SELECTOR, "mark")]
    page.expect("the first cause shows its first difference, with whole words marked", "/entries/0" in first.text and
                any("owned" in text for text in marked), (first.text, marked))
    page.expect("no box is empty", all(box.text.strip() for box in page.all(".evidence, .rule")))
    target = first.get_attribute("href")
    page.js("arguments[0].click()", first)
    page.expect("one click leads to the case", page.js("return location.href") == target and page.text("#opened") != "")
    page.press(Keys.ESCAPE, Keys.ESCAPE, "j", Keys.ENTER)
    names = [f"{CONTRACT}/{name}" for name in page.lines()]
    page.expect("its cases are listed, and no others", names == causes[0]["cases"], names)
    page.press("j", Keys.ENTER, Keys.ESCAPE, Keys.ESCAPE)
    page.expect("Esc leads back to all causes", page.js("return location.hash") == "#causes" and page.text("#view-causes") != "")
    page.open(path, f"#cause-{len(causes)}")
    page.expect("a link opens a cause", page.lines()[0] in causes[-1]["cases"][0], page.lines())


def try_matrix(page, path):
    page.open(path, "#matrix")
    page.expect("the heading counts the failures", page.text("h1").startswith("✗ 3 of 7 cases failed, 1 known failure"), page.text("h1"))
    page.expect("the columns are the implementations", "other" in page.text(".columns"), page.text(".columns"))
    page.expect("rows with a failure are open", "differs" in page.lines(), page.lines())
    page.expect("others are one line", page.text(".item.fold") == "1 more row without a failure" and "green" not in page.lines())
    cells = [cell.text for cell in page.all(".item.row .cell")]
    page.expect("each row tells how many of how many", sorted(cells) == ["✓ 3 of 3"] * 2 + ["✗ 1 of 3", "✗ 2 of 3"], cells)
    chips = [chip.text for chip in page.all("[aria-label='Filter by verdict'] button")]
    page.expect("each verdict has a sign beside its colour", [chip[0] for chip in chips] == ["✓", "✗", "~"], chips)
    page.expect("cases that fail come first", page.lines()[0] == "differs", page.lines())
    edges = [page.js("return getComputedStyle(document.querySelector(arguments[0])).borderBottomColor", tab)
             for tab in ("#tab-matrix", "#tab-causes")]
    page.expect("the selected tab looks selected", edges[0] != edges[1], edges)


def try_filters(page, path):
    page.open(path, "#matrix")
    page.press("/", "crash")
    page.expect("'/' leads to the filter, which leaves what matches", page.lines() == ["crashes"], page.lines())
    page.press(Keys.ESCAPE)
    page.expect("Esc clears the filter", len(page.lines()) == 6, page.lines())
    page.press("hello")
    page.expect("inputs are not searched", page.lines() == [], page.lines())
    page.press(Keys.ESCAPE, "c2")
    page.expect("the id of a clause is", page.lines("row") == ["second-row"], page.lines("row"))
    page.press(Keys.ESCAPE, Keys.ESCAPE)
    failed = "[aria-label='Filter by verdict'] button:nth-child(2)"
    page.click(failed)
    page.expect("a verdict filters", page.lines() == ["differs", "crashes", "long"], page.lines())
    page.click(failed)
    page.click("#tab-coverage")
    page.expect("the coverage has a bar for each clause", len(page.all(".chart .share")) == 3)
    lines = page.js("return [...document.querySelectorAll('.chart .id .segment')].map((each) => Math.round("
                    "each.offsetHeight / Number.parseFloat(getComputedStyle(each).lineHeight)))")
    page.expect("a long id of a clause is on one line", lines == [1, 1, 1], lines)
    page.click(".chart button")
    page.expect("a clause of it leads to its rows, by way of what refines it", len(page.lines("row")) == 3, page.lines("row"))


def try_keys(page, path):
    page.open(path, "#matrix")
    page.press("j", "j", Keys.ENTER)
    address = page.js("return location.hash")
    page.expect("j and Enter open a case", address == f"#{CONTRACT}/passes", address)
    page.press("j")
    page.expect("j goes on to the next case", page.text("#opened") == "hostile", page.text("#opened"))
    page.press("n")
    page.expect("n goes on to the next failure", page.text("#opened") == "crashes", page.text("#opened"))
    page.press(Keys.ESCAPE)
    page.expect("Esc closes the case", page.js("return document.querySelector('.details').hidden"))
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.expect("the left arrow closes a row", "crashes" not in page.lines(), page.lines())
    page.press("n")
    page.expect("n opens it again", page.text("#opened") == "crashes", page.text("#opened"))
    page.press(Keys.ESCAPE, "e")
    page.expect("e opens the rest", "green" in page.lines(), page.lines())
    page.press("?")
    page.expect("? opens the help", page.js("return document.querySelector('dialog').open"))
    page.press(Keys.ESCAPE)
    page.driver.back()
    page.expect("going back opens the case before", page.text("#opened") == "crashes", page.text("#opened"))


def try_links(page, path):
    page.open(path, f"#{CONTRACT}/differs")
    page.expect("a link opens its case", page.text("#opened") == "differs", page.text("#opened"))
    details = page.text(".details .body")
    for needed in ("Fixtures/session-detail/cases.json:", f"Golden/{CONTRACT}/differs.json", "differs from the golden",
                   "/entries/0/content", "parity check --only session-detail/differs --implementation other", "first-row", "C1"):
        page.expect(f"the details of a failure have {needed}", needed in details, details)
    boxes = page.js("return ['Input', 'Expected', 'Actual'].map((title) => {"
                    "const found = [...document.querySelectorAll('.caption h3')].find((each) => each.textContent === title);"
                    "const { left, top } = found.getBoundingClientRect(); return [left, top] })")
    page.expect("input, expected and actual output are side by side",
                boxes[0][0] < boxes[1][0] < boxes[2][0] and max(abs(box[1] - boxes[0][1]) for box in boxes) < 8, boxes)
    page.expect("lines that differ are marked", len(page.all(".line.removed")) >= 1 and len(page.all(".line.added mark")) >= 1)
    heights = page.js("return ['expected', 'actual'].map((side) =>"
                      "[...document.querySelectorAll(`.aligned [data-of=${side}]`)].map((each) => each.offsetTop))")
    page.expect("equal lines have the same height", heights[0] == heights[1], heights)
    page.expect("values have colors of their syntax", len({page.js(
        "return getComputedStyle(document.querySelector(arguments[0])).color", f".json-{kind}")
        for kind in ("key", "string", "number", "mark")}) == 4)
    page.expect("no box repeats what another one shows", page.js(
        "const shown = [...document.querySelectorAll('.differences li')].map((each) => each.textContent);"
        "return shown.length === new Set(shown).size && document.querySelectorAll('.failure').length > 0"))
    split = page.js("return [...document.querySelectorAll('.value mark, .line mark')].filter((mark) => {"
                    "const range = document.createRange(); const line = mark.closest('.value, .line');"
                    "range.setStart(line, 0); range.setEndBefore(mark); const before = range.toString();"
                    "range.setStartAfter(mark); range.setEnd(line, line.childNodes.length); const after = range.toString();"
                    "const ends = [[before.at(-1), mark.textContent[0]], [mark.textContent.at(-1), after[0]]];"
                    "return ends.some((pair) => pair.every((each) => /\\w/.test(each ?? ''))) }).map((each) => each.textContent)")
    page.expect("marks are whole words", split == [] and len(page.all("mark")) > 0, split)
    page.expect("a button copies the command", "Copy command" in [each.text for each in page.all(".command button")])
    lines = len(page.all(".aligned .line"))
    page.click(".fold")
    page.expect("a click shows folded lines", len(page.all(".aligned .line")) > lines, lines)
    page.open(path, f"#{CONTRACT}/differs", SIZES[0])
    shown = page.js("return [...document.querySelectorAll('.aligned .line')].filter((each) => each.offsetParent !== null)"
                    ".map((each) => [each.getBoundingClientRect().left, each.className])")
    page.expect("a narrow screen has both outputs in one column", len({left for left, _ in shown}) == 1 and
                any("removed" in name for _, name in shown) and any("added" in name for _, name in shown), shown)
    page.open(path, f"#{CONTRACT}/passes")
    decoded = page.text(".details pre")
    page.press("d")
    page.expect("JSON in strings is shown as JSON or as it is", decoded != page.text(".details pre") and
                "JSON text" in decoded and "JSON text" not in page.text(".details pre"), decoded)
    shown = [each.text for each in page.all(".details pre")]
    page.expect("what passes shows its input and output", "hello" in shown[0] and "entries" in shown[1], shown)
    page.open(path, f"#{CONTRACT}/crashes")
    page.expect("a crash tells its log", "\\u{1B}[31mboom" in page.text(".failure"), page.text(".failure"))
    page.open(path, f"#{CONTRACT}/known")
    page.expect("a known failure tells its reason", "Known failure: It is known." in page.text(".details .body"))
    page.expect("only links to the web are links", page.js("return document.querySelectorAll('a[href^=javascript]').length") == 0)
    page.open(path, f"#{CONTRACT}/long")
    page.expect("a long text is cut with a note", "the beginning of" in page.text(".details .body"))
    page.open(path, f"#{CONTRACT}/nothing")
    page.expect("a link to nothing says so", "No view or case named" in page.text("main"), page.text("main")[:80])


def try_values(page, path, report):
    """Compares the inputs that the page shows, which share most of their bytes, with those of the JSON report."""
    for each in read_json(report)["suites"][0]["cases"]:
        page.open(path, f"#{CONTRACT}/{each['id']}")
        page.press("d")
        shown = page.js("return document.querySelector('pre[aria-label=Input]').textContent")
        page.expect(f"the input of {each['id']} is whole", json.loads(shown) == json.loads(each["input"]), shown[:200])


def try_summary(page, path):
    page.open(path)
    page.expect("a run without failures starts with its evidence", page.js("return location.hash") == "" and
                page.text("[role=tab][aria-selected=true]") == "Summary")
    shown = page.text("#view-summary")
    for needed in ("cases passed", "clauses covered", "mutants", "What ran", "other", "When and where", "Parity"):
        page.expect(f"the evidence has {needed}", needed in shown, shown)


def try_hostility(page, path):
    for fragment in ("", "#matrix", f"#{CONTRACT}/hostile", f"#{CONTRACT}/differs", f"#{CONTRACT}/crashes", "#cause-1",
                     "#</script><img src=x>", "#%E0%A4%A"):
        page.open(path, fragment)
        page.click("#tab-coverage")
        page.expect_no_markup(f"at '{fragment}'", "Parity: ", 3)
    page.expect("the policy refuses markup", page.js(
        "try { document.body.innerHTML = '<i>'; return false } catch { return true }"))


def try_texts(page, path, screenshots):
    for size, scheme in LOOKS:
        page.open(path, "#render/differs", size, scheme)
        place = f"at {size[0]} pixels, {scheme}"
        lines = page.js("return [...document.querySelectorAll('.hunks .line')].map((each) => each.textContent.trimEnd())")
        marks = [line[0] for line in lines]
        page.expect(f"the changed lines are in the order of diff {place}", marks == ["@", " ", "-", "-", "+", "+", "\\"], lines)
        page.expect(f"a changed line is shown as it is {place}", any(line.startswith("-£3 ") for line in lines), lines)
        page.expect(f"a carriage return is visible {place}", any(line.endswith("\\r") for line in lines), lines)
        outputs = page.text(".aligned")
        page.expect(f"the outputs are lines {place}", "£2" in outputs and "\\n" not in outputs, outputs)
        page.expect_fit(place, size)
        page.expect(f"no text is markup {place}", len(page.all("img")) == 0 and page.driver.title.startswith("Parity: "))
        page.expect(f"nothing reverses text {place}", "\u202e" not in page.text("body"))
        if screenshots:
            page.picture(screenshots / f"texts-{size[0]}-{scheme}.png")
    page.open(path, "#render/passes")
    headings = [each.text for each in page.all(".details h3")]
    page.expect("an expected output isn't called a golden", "Expected" in headings and "Golden" not in headings, headings)


def try_looks(page, path, screenshots):
    grounds, edges = set(), set()
    for size, scheme in LOOKS:
        for fragment in ("", "#matrix", "#coverage", "#summary", "#cause-1", f"#{CONTRACT}/differs"):
            page.open(path, fragment, size, scheme)
            place = f"at {size[0]} pixels at '{fragment}' of {path.name}"
            page.expect_fit(place, size)
            broken = page.js("return [...document.querySelectorAll('.word, .segment')].filter((each) => {"
                             "const range = document.createRange(); range.selectNodeContents(each);"
                             "const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));"
                             "return new Set(tops).size > 1 }).map((each) => each.textContent)")
            # The long id is wider than the smallest screen.
            broken = [text for text in broken if LONG_ID not in text or size != SIZES[0]]
            page.expect(f"no id is broken {place}", broken == [], broken)
            edges.add((size, page.js("return [...document.querySelectorAll('.panel, #view-matrix, .details, header .share')]"
                                     ".filter((each) => each.offsetParent !== null)"
                                     ".map((each) => each.getBoundingClientRect()).map(({ left, right }) => `${left}-${right}`)"
                                     ".filter((each, index, all) => all.indexOf(each) === index).join(' ')")))
            boxes = page.js("return [...document.querySelectorAll('.columns > *, .item > *')].map((each) => {"
                            "const { left, right, top, bottom } = each.getBoundingClientRect();"
                            "return [each.closest('.columns') === null, left, right, top, bottom] })")
            page.expect(f"nothing lies on another {place}", not any(
                one[0] == other[0] and one[1] + 1 < other[2] and other[1] + 1 < one[2] and one[3] + 1 < other[4] and
                other[3] + 1 < one[4] for one, other in itertools.combinations(boxes, 2)))
            if screenshots:
                name = fragment[1:].replace("/", "-") or "first"
                page.picture(screenshots / f"{path.stem}-{size[0]}-{scheme}-{name}.png")
        grounds.add((scheme, page.background))
    page.expect("every view has the same width", len(edges) == len(SIZES) and not any(" " in each for _, each in edges), edges)
    page.expect("dark and light differ", len({ground for _, ground in grounds}) == 2, grounds)


def try_size(page, path):
    page.open(path, "#matrix")
    ready = page.js("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.press("e")
    elements = len(page.all("*"))
    page.expect("only what is in view is on the page", elements < 2_000, elements)
    filtering = page.js("""
        const input = document.querySelector('input'); const started = performance.now();
        input.value = 'case_4321'; input.dispatchEvent(new Event('input')); return performance.now() - started;""")
    page.expect("the filter finds one of many", page.lines() == ["case_4321"], page.lines()[:5])
    print(f"{COUNT} cases: {path.stat().st_size / 1e6:.1f} MB, ready after {ready:.0f} ms, filtered in {filtering:.0f} ms")


def try_chain(page, path):
    page.open(path, "#matrix")
    page.press("/", "clause:l0")
    page.expect("the end of a long chain of clauses leads to its row", page.lines("row") == ["first-row"], page.lines("row"))
    page.open(path, f"#{CONTRACT}/passes")
    shown = page.js("return document.querySelectorAll('.details .row-facts li').length")
    page.expect("the details of a case have each clause of the chain", shown == COUNT, shown)
    page.click("#tab-coverage")
    bars = page.js("return document.querySelectorAll('.chart .share').length")
    page.expect("the coverage has a bar for each clause of the chain", bars == COUNT, bars)


def main():
    arguments = page_parser(__doc__)
    arguments.add_argument("--smoke", action="store_true", help="check the causes, filters and looks of one page")
    options = arguments.parse_args()
    program = parity_program()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        red, known, report = pages(program, folder)
        if options.smoke:
            with browser() as driver:
                page = Page(driver)
                for attempt in (try_causes, try_filters):
                    attempt(page, red)
                try_looks(page, red, options.screenshots)
                page.expect_silence("in each look")
            return page_failures(page, "the page")

        texts = text_page(program, folder / "texts")
        large = changed_page(program, report, "large", have_many_cases)
        wide = changed_page(program, report, "wide", have_many_implementations)
        chain = changed_page(program, report, "chain", have_long_chain)
        with browser() as driver:
            page = Page(driver)
            for attempt in (try_causes, try_matrix, try_filters, try_keys, try_links):
                attempt(page, red)
                page.expect_silence(f"in {attempt.__name__}")
            try_values(page, red, report)
            page.expect_silence("in try_values")
            page.open(known)
            page.expect("the heading counts known failures", page.text("h1").startswith("~ 1 known failure, 1 of 2 cases passed"), page.text("h1"))
            try_summary(page, known)
            for path in (red, wide):
                try_looks(page, path, options.screenshots)
            try_texts(page, texts, options.screenshots)
            page.expect_silence("with texts")
            try_size(page, large)
            page.expect_silence("at any size")
            try_chain(page, chain)
            page.expect_silence("with a long chain of clauses")
            try_hostility(page, red)
    return page_failures(page, "the page")


if __name__ == "__main__":
    run_script(main)
