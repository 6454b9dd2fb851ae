"""A headless Chromium without a network, for the checks of pages that Parity writes.

  with browser() as driver:
      page = Page(driver)
      page.open(path, "#fragment", SIZES[0], "dark")
      page.expect("the heading names the run", "run" in page.text("h1"), page.text("h1"))
      page.expect_silence("at the start")
  return page_failures(page, "the page")

Without a browser, a check can't run. It exits with 2 and prints what is missing.
"""

import base64
import contextlib
import itertools
import pathlib
import shutil
import time

from shared.script import cannot_run, parser

# The widths and heights of the screens on which pages are checked: a phone, a tablet and a desktop.
SIZES = ((390, 800), (768, 1000), (1440, 900))
SCHEMES = ("light", "dark")
LOOKS = tuple(itertools.product(SIZES, SCHEMES))
# A text that would change the page if it was markup, and that would reverse the text after it.
HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> \u001b[31m\u202e"


try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    cannot_run("Python's selenium is missing; tools/ci/install-check-tools.sh installs it")

__all__ = [
    "By", "HOSTILE", "Keys", "LOOKS", "Page", "SCHEMES", "SIZES", "browser", "page_failures", "page_parser",
]


def page_parser(document):
    """Returns a parser with the option --screenshots, which names a folder and creates it."""

    def folder(name):
        path = pathlib.Path(name)
        path.mkdir(parents=True, exist_ok=True)
        return path

    arguments = parser(document)
    arguments.add_argument("--screenshots", type=folder, metavar="DIR", help="also write pictures to this folder")
    return arguments


@contextlib.contextmanager
def browser():
    """Yields the driver of a Chromium without a network."""
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        cannot_run("chromium or chromedriver is missing; tools/ci/install-check-tools.sh installs them")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    except WebDriverException as error:
        cannot_run(f"the browser doesn't start: {error.msg}")
    try:
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions",
                               {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        yield driver
    finally:
        driver.quit()


def page_failures(page, name):
    """Prints the failures of a page, and returns the exit code."""
    for failure in page.failures:
        print(f"{name}: not so that {failure}")
    count = len(page.failures)
    print(f"{count} things are wrong" if count else f"{name} works in {shutil.which('chromium')}")
    return 1 if count else 0


class Page:
    """A page in the browser, and what is found wrong with it."""

    def __init__(self, driver):
        self.driver = driver
        self.failures = []

    def open(self, path, fragment="", size=SIZES[-1], scheme="light"):
        """Loads a file at a size and in a color scheme."""
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                     mobile=size[0] < 600)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.driver.get("about:blank")
        self.driver.get(path.as_uri() + fragment)

    def command(self, name, **parameters):
        """Runs a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def js(self, script, *arguments):
        """Runs a script on the page and returns what it returns."""
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys):
        """Types on the focused element."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()
        time.sleep(0.05)

    def text(self, selector):
        """Returns the visible text of the first element that a selector finds, or an empty text."""
        found = self.all(selector)
        return found[0].text if found else ""

    def all(self, selector):
        """Returns the elements that a selector finds."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, selector):
        """Clicks the first element that a selector finds."""
        self.js("document.querySelector(arguments[0]).click()", selector)

    def expect(self, claim, holds, seen=""):
        """Records a failure with what is there instead, unless a claim holds."""
        if not holds:
            self.failures.append(f"{claim}{f'; there is {seen!r}' if seen != '' else ''}")

    def expect_silence(self, when):
        """Records each message on the console of the browser as a failure."""
        for entry in self.driver.get_log("browser"):
            self.expect(f"the console says nothing {when}", False, entry["message"])

    def expect_fit(self, place, size):
        """Records a failure if the page is wider than the screen."""
        width = self.js("return document.documentElement.scrollWidth")
        self.expect(f"nothing is wider than the page {place}", width <= size[0], width)

    def expect_no_markup(self, place, title, scripts):
        """Records a failure if a text of a suite became markup or a script, or reverses other text.

        `title` is the beginning of the page's title, and `scripts` the number of its script elements.
        """
        self.expect(f"nothing runs {place}", self.driver.title.startswith(title), self.driver.title)
        self.expect(f"no text is markup {place}", len(self.all("img")) == 0)
        self.expect(f"no script is added {place}", self.js("return document.scripts.length") == scripts)
        self.expect(f"nothing reverses text {place}", "\u202e" not in self.text("body"))

    @property
    def background(self):
        """The background color of the page."""
        return self.js("return getComputedStyle(document.body).backgroundColor")

    def picture(self, path, is_whole=False):
        """Writes a picture of the visible part of the page, or of the whole page."""
        taken = self.command("Page.captureScreenshot", captureBeyondViewport=is_whole)
        path.write_bytes(base64.b64decode(taken["data"]))
