"""A headless Chromium without a network, for the checks of pages that Parity writes.

  driver = browser()
  page = Page(driver)
  page.open(path, "#fragment", WIDTHS[0], "dark")
  page.expect("the heading names the run", "run" in page.text("h1"), page.text("h1"))
  page.expect_silence("at the start")
  driver.quit()
  sys.exit(1 if report_failures(page.failures, "the page") else 0)

Without a browser, a check can't run: it exits with 2 and says what is missing.
"""

import base64
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The widths and heights at which pages are tried: a phone, a tablet and a desk.
WIDTHS = ((390, 800), (768, 1000), (1440, 900))
SCHEMES = ("light", "dark")
# A text that would change the page if it was markup, and that would turn the text after it round.
HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> \u001b[31m\u202e"


def cannot_run(message):
    """Ends the check because something that it needs is missing."""
    print(f"{pathlib.Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(2)


try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    cannot_run("Python's selenium is missing; tools/ci/install-check-tools.sh installs it")

__all__ = ["By", "HOSTILE", "Keys", "Page", "ROOT", "SCHEMES", "WIDTHS", "browser", "cannot_run", "parity_program",
           "report_failures"]


def parity_program():
    """Returns the path of the program to try."""
    program = subprocess.run([ROOT / "tools/ci/parity-program.sh"], stdout=subprocess.PIPE, text=True, check=False)
    if program.returncode:
        cannot_run("there is no parity to try")
    return pathlib.Path(program.stdout.strip())


def browser():
    """Starts Chromium without a network. The caller has to quit the driver."""
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
        cannot_run(f"the browser does not start: {error.msg}")
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.emulateNetworkConditions",
                           {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
    return driver


def report_failures(failures, name):
    """Prints what is wrong with a page, and returns whether anything is."""
    for failure in failures:
        print(f"{name}: not so that {failure}")
    print(f"{len(failures)} things are wrong" if failures else f"{name} works in {shutil.which('chromium')}")
    return bool(failures)


class Page:
    """A page in the browser, and what is found wrong with it."""

    def __init__(self, driver):
        self.driver = driver
        self.failures = []

    def open(self, path, fragment="", size=WIDTHS[-1], scheme="light"):
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
        """Records a failure if a text of a suite became markup or a script, or turns other text round.

        `title` is the beginning of the page's title, and `scripts` the number of its script elements.
        """
        self.expect(f"nothing runs {place}", self.driver.title.startswith(title), self.driver.title)
        self.expect(f"no text is markup {place}", len(self.all("img")) == 0)
        self.expect(f"no script is added {place}", self.js("return document.scripts.length") == scripts)
        self.expect(f"nothing turns the text round {place}", "\u202e" not in self.text("body"))

    def picture(self, path, is_whole=False):
        """Writes a picture of the visible part of the page, or of the whole page."""
        taken = self.command("Page.captureScreenshot", captureBeyondViewport=is_whole)
        path.write_bytes(base64.b64decode(taken["data"]))
