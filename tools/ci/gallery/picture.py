"""A picture on the page of `parity gallery`, as check-gallery.py and the modules of contracts read and use it.

  picture = Picture(page, "session-detail/conversation")
  picture.shows("Hello")                         whether it shows a text
  picture.texts(".p-bubble")                     the texts of elements
  picture.choose("Tool rows", "Expanded")        presses a switch
  picture.step(0)                                moves the slider
"""

import re

# The characters that elements.js escapes: control and format characters, surrogates, and separators other than a space.
ESCAPED = re.compile(
    "[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e"
    "\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]")
NAMES = {"\r": "\\r", "\t": "\\t"}

# Finds the frame of a side of a preview: arguments[0] is the preview's id, and arguments[1] the number of the side.
FRAME = """
  const preview = document.getElementById(arguments[0]);
  const frame = preview?.querySelector(`.p-side-${arguments[1]} .picture`);
  const isShown = (element) => element.checkVisibility() || getComputedStyle(element).display === 'contents';
  // Texts for screen readers are clipped to a point. Without them, innerText is what is visible.
  const read = (element) => {
    const clipped = [element, ...element.querySelectorAll('*')].filter((each) =>
      each.offsetWidth <= 1 && each.offsetHeight <= 1 && getComputedStyle(each).overflow !== 'visible');
    for (const each of clipped) each.style.display = 'none';
    const text = element.innerText ?? element.textContent;
    for (const each of clipped) each.style.removeProperty('display');
    return text.trim();
  };
"""


def visible(text):
    """Returns a text as the page shows it: with invisible characters escaped, and with one space for white space."""
    escaped = ESCAPED.sub(lambda found: NAMES.get(found[0], f"\\u{{{ord(found[0]):X}}}"), text)
    return " ".join(escaped.split())


class Picture:
    """A picture of one output on the page."""

    def __init__(self, page, preview, side=0):
        self.page = page
        self.preview = preview
        self.side = side

    def _js(self, script, *arguments):
        """Runs a script that knows the `preview`, its `frame`, `isShown` and `read`. Its arguments begin at number 2."""
        return self.page.js(FRAME + script, self.preview, self.side, *arguments)

    @property
    def exists(self):
        """Whether a view drew a picture. Outputs without one are shown as JSON or text."""
        return self._js("return frame !== null && frame !== undefined && frame.localName !== 'pre'")

    @property
    def text(self):
        """The visible text."""
        return self._js("return read(frame)")

    def shows(self, text):
        """Returns whether the picture shows a text, whatever its white space."""
        return visible(text) in visible(self.text)

    def texts(self, css):
        """Returns the texts of the visible elements that a selector finds."""
        return self._js("return [...frame.querySelectorAll(arguments[2])].filter(isShown).map(read)", css)

    def count(self, css):
        """Returns the number of visible elements that a selector finds."""
        return self._js("return [...frame.querySelectorAll(arguments[2])].filter(isShown).length", css)

    def attributes(self, css, name):
        """Returns an attribute of each visible element that a selector finds."""
        return self._js("return [...frame.querySelectorAll(arguments[2])].filter(isShown)"
                        ".map((each) => each.getAttribute(arguments[3]))", css, name)

    def outlined(self, css="*"):
        """Returns the texts of the outlined elements that a selector finds."""
        return self._js("return [...frame.querySelectorAll('.p-differs')]"
                        ".filter((each) => each.matches(arguments[2]) && isShown(each)).map(read)", css)

    @property
    def markup(self):
        """The elements of the picture as HTML, for telling whether something changed."""
        return self._js("return frame.innerHTML")

    # Controls

    @property
    def switches(self):
        """The titles of the values of each switch that the picture depends on, by the title of the switch."""
        return self._js("return Object.fromEntries([...preview.querySelectorAll('.p-switch:not([hidden])')].map((each) => ["
                        "each.getAttribute('aria-label'), [...each.querySelectorAll('button')].map(read)]))")

    def chosen(self, switch):
        """Returns the titles of the pressed values of a switch."""
        return self._js("return [...preview.querySelectorAll('.p-switch')]"
                        ".filter((each) => each.getAttribute('aria-label') === arguments[2])"
                        ".flatMap((each) => [...each.querySelectorAll('[aria-pressed=true]')].map(read))", switch)

    def choose(self, switch, value):
        """Presses a value of a switch."""
        is_found = self._js(
            "const found = [...preview.querySelectorAll('.p-switch')]"
            ".find((each) => each.getAttribute('aria-label') === arguments[2]);"
            "const button = [...found?.querySelectorAll('button') ?? []].find((each) => read(each) === arguments[3]);"
            "button?.click(); return button !== undefined", switch, value)
        if not is_found:
            raise LookupError(f"{self.preview} has no switch '{switch}' with the value '{value}'")

    @property
    def step_count(self):
        """The number of states on the slider, which is 0 if there is none."""
        last = self._js("return preview.querySelector('.p-slider input')?.max")
        return 0 if last is None else int(last) + 1

    @property
    def current(self):
        """The number of the current state, or None without a slider."""
        value = self._js("return preview.querySelector('.p-slider input')?.value")
        return None if value is None else int(value)

    @property
    def step_title(self):
        """The number and title of the current state."""
        return self._js("return preview.querySelector('.p-step')?.innerText")

    def step(self, index):
        """Moves the slider to a state."""
        if not 0 <= index < self.step_count:
            raise LookupError(f"{self.preview} has {self.step_count} states, and no number {index}")
        self._js("const range = preview.querySelector('.p-slider input'); range.value = arguments[2];"
                 "range.dispatchEvent(new Event('input', { bubbles: true }))", index)
