/// Returns the pictures of one output, or of an expected and an actual one next to each other. They have the switches of
/// the view and, if the output has several states, a slider through them. Returns null if no view draws the operation.
///
/// - contract, operation: the names of the contract and the operation.
/// - input: the input as JSON text, or undefined.
/// - sides: the outputs in order, each with a `title`, a `remark` or undefined, the `output` as JSON text and `places`, the
///   differences with pointers of this side (see `Picture`).
/// - state: the state of a preview, or undefined.
/// - step: the number of the state to start with. By default, it is the first state that differs, or otherwise the last one.
function picturesElement({ contract, operation, input, sides, state, step }) {
  const view = pictureViews.get(contract);
  if (!view?.operations.includes(operation)) return null;
  const outputs = sides.map(({ output }) => parsedOutput(output));
  const settings = { ...view.settings?.(state) };
  const pictures = sides.map(({ places }, index) => new Picture({
    view, operation, settings, places, output: outputs[index], other: outputs[1 - index], input: parsedInput(input),
  }));
  const states = statesOf(pictures, step);
  const frames = sides.map(() => make('div', { class: `picture p-${contract}` }));
  const switches = (view.switches ?? []).map((each) => ({ name: each.name, element: switchElement(each, settings, () => draw()) }));
  const draw = () => {
    for (const [index, frame] of frames.entries()) frame.replaceChildren(drawn(pictures[index], states.current));
    for (const { name, element } of switches) element.hidden = !pictures.some((picture) => picture.uses(name));
  };
  const controls = [states.titles.length > 1 && slider(states, draw), ...switches.map(({ element }) => element)].filter(Boolean);
  draw();
  return make('section', { class: 'pictures', 'aria-label': 'Picture' },
    controls.length > 0 && make('div', { class: 'p-controls' }, controls),
    make('div', { class: sides.length > 1 ? 'p-sides p-pair' : 'p-sides' }, sides.map(({ title, remark }, index) =>
      make('figure', { class: `p-side p-side-${index}` },
        title && make('figcaption', {}, make('strong', {}, title), remark && make('span', { class: 'dim' }, ` ${remark}`),
          absence(sides[1 - index])),
        frames[index]))));
}

/// Returns a note that a side lacks what is outlined on the other side, or null if it has everything.
function absence(other) {
  const lacking = (other?.places ?? []).filter(({ counterpart }) => counterpart === undefined || counterpart === null);
  if (lacking.length === 0) return null;
  const subject = lacking.length === 1 ? 'a part that is' : `${number(lacking.length)} parts that are`;
  return make('span', { class: 'p-absent' }, ` lacks ${subject} outlined under ${other.title}`);
}

/// Returns the titles of the states that some pictures have together, the numbers of those that differ, and the current one.
///
/// - step: the number of the state to start with, or undefined.
function statesOf(pictures, step) {
  const lists = pictures.map((picture) => attempted(() => picture.steps) ?? []);
  const titles = Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, index) =>
    lists.find((list) => index < list.length)[index].title);
  const changed = new Set(pictures.flatMap((picture) => attempted(() => picture.changedSteps) ?? []));
  const first = step ?? (changed.size > 0 ? Math.min(...changed) : titles.length - 1);
  return { titles, changed, current: titles.length === 0 ? null : Math.min(first, titles.length - 1) };
}

/// Returns what a function of a view returns, or null if it fails on an output of an unknown form.
function attempted(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

function parsedInput(input) {
  try {
    return input === undefined ? undefined : parsedOutput(input);
  } catch {
    // A report has only the beginning of a long input.
    return undefined;
  }
}

/// Draws a state. A view that fails on an output of an unknown form doesn't fail the page.
function drawn(picture, index) {
  try {
    return picture.draw(index);
  } catch (error) {
    return make('p', { class: 'p-empty' }, `This output has no picture, because it doesn't have the form that the contract describes. (${error.message})`);
  }
}

/// Returns the slider through the states, with buttons to the previous and the next one.
///
/// - states: the titles of the states, the numbers of those that differ, and the current one, which the slider changes.
/// - draw: draws the current state.
function slider(states, draw) {
  const { titles, changed } = states;
  const count = titles.length;
  const label = make('output', { class: 'p-step' });
  const range = make('input', { type: 'range', min: 0, max: count - 1, step: 1, 'aria-label': 'State',
    oninput: () => move(Number(range.value)) });
  const back = make('button', { 'aria-label': 'Previous state', onclick: () => move(states.current - 1) }, '‹');
  const next = make('button', { 'aria-label': 'Next state', onclick: () => move(states.current + 1) }, '›');
  const showState = () => {
    const { current } = states;
    const title = `${current + 1} of ${count}: ${titles[current]}`;
    const differs = changed.has(current) && make('span', { class: 'p-changed' }, ' differs');
    range.value = current;
    range.setAttribute('aria-valuetext', visible(title));
    label.replaceChildren(make('span', {}, title, differs));
    back.disabled = current === 0;
    next.disabled = current === count - 1;
  };
  const move = (index) => {
    states.current = Math.max(0, Math.min(count - 1, index));
    showState();
    draw();
  };
  showState();
  return make('div', { class: 'p-slider' }, back, make('div', { class: 'p-range' }, range, ticks(states)), next, label);
}

/// Returns marks below a slider at the states that differ, or null if all or none do.
function ticks({ titles, changed }) {
  if (changed.size === 0 || changed.size === titles.length) return null;
  return make('div', { class: 'p-ticks', 'aria-hidden': 'true' }, [...changed].map((index) => {
    const tick = make('i');
    tick.style.insetInlineStart = `${(100 * index) / (titles.length - 1)}%`;
    return tick;
  }));
}

/// Returns the buttons for the values of a switch, of which one is pressed. The first value is the default.
function switchElement({ name, title, values }, settings, draw) {
  const isPressed = (value) => `${(settings[name] ?? values[0][0]) === value}`;
  const buttons = values.map(([value, label]) => make('button', {
    'aria-pressed': isPressed(value),
    onclick: () => {
      settings[name] = value;
      for (const [index, button] of buttons.entries()) button.setAttribute('aria-pressed', isPressed(values[index][0]));
      draw();
    },
  }, label));
  return make('div', { class: 'p-switch', role: 'group', 'aria-label': title }, make('span', { class: 'dim' }, title), buttons);
}
