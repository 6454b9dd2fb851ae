// Finds what is wrong with the looks of a page. check-gallery.py runs it in the page.

/// The number of pixels by which a text may be outside of a box, because positions are rounded.
const tolerance = 1.5;

/// Returns a function of an element that computes its result only once.
function remembered(compute) {
  const results = new Map();
  return (element) => {
    if (!results.has(element)) results.set(element, compute(element));
    return results.get(element);
  };
}

const styleOf = remembered((element) => getComputedStyle(element));

// MARK: Texts

/// Returns the visible texts with their elements and the rectangles of their lines.
function visibleTexts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element.closest('script, style, noscript') !== null || !isVisible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length > 0) texts.push({ text: node.data.trim(), element, rects });
  }
  return texts;
}

/// Whether an element is rendered. One that is clipped to a point is for screen readers.
const isVisible = remembered((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  && boxesAround(element).every(({ left, right, top, bottom }) => right - left > 1 || bottom - top > 1));

/// Names an element and its place on the page for a message.
function placed(element, text) {
  const preview = element.closest('.preview')?.id ?? element.closest('[id]')?.id ?? '';
  const name = [element.localName, ...element.classList].join('.');
  return `${preview}: ${name} '${text.slice(0, 60)}'`;
}

// MARK: Boxes

/// Returns the boxes that clip what is in an element, each with its edges and the axes on which it clips and scrolls.
const boxesAround = remembered((element) => {
  const outer = element.parentElement === null ? [] : boxesAround(element.parentElement);
  const { overflowX, overflowY, display } = styleOf(element);
  // What the root and the body clip is what the window shows.
  const isPage = element === document.documentElement || element === document.body;
  if (isPage || display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) return outer;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const scrolls = ['auto', 'scroll'];
  return [...outer, {
    element, left, right, top, bottom, clipsX: overflowX !== 'visible', clipsY: overflowY !== 'visible',
    scrollsX: scrolls.includes(overflowX), scrollsY: scrolls.includes(overflowY),
  }];
});

/// Returns the texts that are cut off at the left or right, or in the middle of a line at the top or bottom.
function cutTexts(texts) {
  const found = [];
  for (const { text, element, rects } of texts) {
    for (const { element: box, left, right, top, bottom, clipsX, clipsY, scrollsX, scrollsY } of boxesAround(element)) {
      // A text that isn't a picture may be scrolled if the keyboard can do it.
      const isCutAside = clipsX && !(scrollsX && box.tabIndex >= 0)
        && rects.some((rect) => rect.left < left - tolerance || rect.right > right + tolerance);
      const isCutAcross = clipsY && !scrollsY && rects.some((rect) =>
        (rect.top < top - 4 && rect.bottom > top + 4) || (rect.bottom > bottom + 4 && rect.top < bottom - 4));
      if (isCutAside || isCutAcross) found.push(`${placed(element, text)} by ${[box.localName, ...box.classList].join('.')}`);
    }
  }
  return found;
}

/// Returns the part of a rectangle that the boxes around an element leave visible, or null.
function clipped({ left, right, top, bottom }, element) {
  const rect = { left, right, top, bottom };
  for (const box of boxesAround(element)) {
    if (box.clipsX) Object.assign(rect, { left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right) });
    if (box.clipsY) Object.assign(rect, { top: Math.max(rect.top, box.top), bottom: Math.min(rect.bottom, box.bottom) });
  }
  return rect.left < rect.right && rect.top < rect.bottom ? rect : null;
}

/// Returns the pairs of texts that lie on each other. Of each line, the height of small letters counts.
function overlappingTexts(texts) {
  const lines = texts.flatMap(({ text, element, rects }) => rects.flatMap((rect) => {
    const middle = (rect.top + rect.bottom) / 2;
    const half = Number.parseFloat(styleOf(element).fontSize) * 0.3;
    const line = clipped({ ...rect.toJSON(), top: middle - half, bottom: middle + half }, element);
    return line === null ? [] : [{ ...line, text, element }];
  })).sort((one, other) => one.top - other.top);
  const found = [];
  for (const [index, line] of lines.entries()) {
    for (let next = index + 1; next < lines.length && lines[next].top < line.bottom - 1; next += 1) {
      const other = lines[next];
      if (other.element !== line.element && other.left + 1 < line.right && line.left + 1 < other.right) {
        found.push(`${placed(line.element, line.text)} and '${other.text.slice(0, 60)}'`);
      }
    }
  }
  return found;
}

/// Returns the pictures that are wider than their frames.
function widePictures() {
  return [...document.querySelectorAll('div.picture')].filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => `${placed(each, '')} is ${each.scrollWidth} of ${each.clientWidth} pixels wide`);
}

/// Returns the outlined elements whose outline is outside of a box that clips it, or is invisible.
function cutOutlines() {
  return [...document.querySelectorAll('.p-differs')].filter((element) => {
    if (!isVisible(element)) return true;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const offset = Number.parseFloat(styleOf(element).outlineOffset) + 1;
    return boxesAround(element.parentElement).some((box) =>
      (box.clipsX && (left - offset < box.left - 0.5 || right + offset > box.right + 0.5))
        || (box.clipsY && (top - offset < box.top - 0.5 || bottom + offset > box.bottom + 0.5)));
  }).map((element) => placed(element, element.textContent));
}

// MARK: Contrast

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const colors = new Map();

/// Returns the red, green and blue of a CSS color from 0 to 255, and its alpha from 0 to 1.
function parsedColor(text) {
  if (colors.has(text)) return colors.get(text);
  const numbers = /^rgba?\(([^)]*)\)$/.exec(text)?.[1].split(/[\s,/]+/).map(Number);
  let color = numbers;
  if (numbers === undefined || numbers.some(Number.isNaN)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    color = [red, green, blue, alpha / 255];
  }
  const [red, green, blue, alpha = 1] = color;
  colors.set(text, [red, green, blue, alpha]);
  return colors.get(text);
}

/// Returns an opaque color with another one on it.
function mixed(ground, [red, green, blue, alpha], opacity) {
  return [red, green, blue].map((part, index) => part * alpha * opacity + ground[index] * (1 - alpha * opacity));
}

function luminance(color) {
  const [red, green, blue] = color.map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/// Returns the color behind what is in an element, and the opacity of the element with what it is in.
const groundOf = remembered((element) => {
  const outer = element.parentElement === null
    ? { ground: matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255], opacity: 1 }
    : groundOf(element.parentElement);
  return groundWith(outer, styleOf(element));
});

function groundWith({ ground, opacity }, style) {
  const own = opacity * Number(style.opacity);
  return { ground: mixed(ground, parsedColor(style.backgroundColor), own), opacity: own };
}

/// Returns the contrast of a text in an element, and the contrast that it needs (WCAG 2.2, 1.4.3).
///
/// - style: the style of the element or of its text before or after the content.
function contrast(element, style) {
  const { ground, opacity } = style === styleOf(element) ? groundOf(element) : groundWith(groundOf(element), style);
  const [one, other] = [ground, mixed(ground, parsedColor(style.color), opacity)].map(luminance);
  const size = Number.parseFloat(style.fontSize);
  const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  return { ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05), needed: isLarge ? 3 : 4.5 };
}

/// Returns the texts without enough contrast. Disabled controls need none.
function paleTexts(texts) {
  const subjects = texts.map(({ text, element }) => ({ text, element, style: styleOf(element) }));
  for (const element of document.body.querySelectorAll('*')) {
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo);
      if (/[^\s"]/.test(style.content.replace(/^(none|normal)$/, '')) && isVisible(element)) {
        subjects.push({ text: style.content, element, style });
      }
    }
  }
  const found = new Set();
  for (const { text, element, style } of subjects) {
    if (element.closest(':disabled') !== null) continue;
    const { ratio, needed } = contrast(element, style);
    if (ratio < needed) found.add(`${ratio.toFixed(2)} of ${placed(element, text)}`);
  }
  return [...found];
}

const isOnImage = remembered((element) => styleOf(element).backgroundImage !== 'none'
  || (element.parentElement !== null && isOnImage(element.parentElement)));

/// Returns the elements with a text on an image or gradient, whose contrast can't be known.
function unknownGrounds(texts) {
  return texts.filter(({ element }) => isOnImage(element))
    .map(({ element, text }) => placed(element, text));
}

// MARK: Structure

function repeatedIds() {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/// Returns the headings that are more than one level below the one before.
function skippingHeadings() {
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(isVisible);
  const level = (each) => Number(each.getAttribute('aria-level') ?? each.localName.slice(1));
  return headings.filter((each, index) => level(each) > (index === 0 ? 1 : level(headings[index - 1]) + 1))
    .map((each) => placed(each, each.textContent));
}

/// Returns the links to fragments that lead nowhere.
function brokenLinks() {
  return [...document.querySelectorAll('a')].map((each) => each.getAttribute('href') ?? '')
    .filter((href) => !href.startsWith('#') || document.getElementById(href.slice(1)) === null);
}

/// Returns each kind of mistake with what has it.
function looks() {
  const texts = visibleTexts();
  return {
    count: texts.length,
    cut: cutTexts(texts),
    overlapping: overlappingTexts(texts),
    wide: widePictures(),
    outlines: cutOutlines(),
    pale: paleTexts(texts),
    grounds: unknownGrounds(texts),
    ids: repeatedIds(),
    headings: skippingHeadings(),
    links: brokenLinks(),
  };
}
