/// Returns the pictures of one output, or of an expected and an actual one next to each other. They have the switches of
/// the view and, if the output has several states, a slider through them. Returns null if no view draws the operation.
///
/// - contract, operation: the names of the contract and the operation.
/// - input: the input as JSON text, or undefined.
/// - sides: the outputs in order, each with a `title`, a `remark` or undefined, the `output` as JSON text and `places`, the
///   differences with pointers of this side (see `Picture`).
/// - state: the state of a preview, or undefined.
/// - step: the number of the state to start with. By default, it is the first state that differs, or otherwise the last one.
function picturesElement({ contract, operation, input, sides, state, step, isInert }) {
  const view = pictureViews.get(contract);
  if (!view?.operations.includes(operation)) return null;
  const outputs = sides.map(({ output }) => parsedOutput(output));
  const settings = { ...view.settings?.(state) };
  const pictures = sides.map(({ places }, index) => new Picture({
    view, operation, settings, places, output: outputs[index], other: outputs[1 - index], input: parsedInput(input),
  }));
  const frames = sides.map(() => make('div', { class: `picture p-${contract}` }));
  const stepLists = pictures.map((picture) => stepsOf(picture));
  const count = Math.max(...stepLists.map((steps) => steps?.length ?? 0));
  const changed = [...new Set(pictures.flatMap((picture) => changedStepsOf(picture)))].sort((one, other) => one - other);
  let current = count === 0 ? null : Math.min(step ?? changed[0] ?? count - 1, count - 1);
  const draw = () => frames.forEach((frame, index) => frame.replaceChildren(drawn(pictures[index], current)));
  const controls = [
    count > 1 && slider(stepLists, count, changed, current, (index) => {
      current = index;
      draw();
    }),
    (view.switches ?? []).map((each) => switchElement(each, pictures[0], settings, draw)),
  ].flat().filter(Boolean);
  draw();
  return make('section', { class: 'pictures', 'aria-label': 'Picture' },
    !isInert && controls.length > 0 && make('div', { class: 'p-controls' }, controls),
    make('div', { class: sides.length > 1 ? 'p-sides p-pair' : 'p-sides' }, sides.map(({ title, remark }, index) =>
      make('figure', { class: `p-side p-side-${index}` },
        title && make('figcaption', {}, make('strong', {}, title), remark && make('span', { class: 'dim' }, ` ${remark}`)),
        frames[index]))));
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

function stepsOf(picture) {
  try {
    return picture.steps;
  } catch {
    return null;
  }
}

function changedStepsOf(picture) {
  try {
    return picture.changedSteps;
  } catch {
    return [];
  }
}

/// Returns the slider through the states, with buttons to the previous and the next one and to the next difference.
function slider(stepLists, count, changed, first, choose) {
  const titles = Array.from({ length: count }, (_, index) => {
    const step = stepLists.find((steps) => steps?.[index] !== undefined)[index];
    return `${index + 1} of ${count}: ${step.title}`;
  });
  const label = make('output', { class: 'p-step' });
  const range = make('input', { type: 'range', min: 0, max: count - 1, step: 1, 'aria-label': 'State', oninput: () => move(Number(range.value)) });
  const back = make('button', { 'aria-label': 'Previous state', onclick: () => move(Number(range.value) - 1) }, '‹');
  const next = make('button', { 'aria-label': 'Next state', onclick: () => move(Number(range.value) + 1) }, '›');
  const set = (index) => {
    const isChanged = changed.includes(index);
    range.value = index;
    range.setAttribute('aria-valuetext', visible(titles[index]));
    label.replaceChildren(visible(titles[index]), isChanged ? make('span', { class: 'p-changed' }, ' differs') : '');
    back.disabled = index === 0;
    next.disabled = index === count - 1;
  };
  const move = (index) => {
    const kept = Math.max(0, Math.min(count - 1, index));
    set(kept);
    choose(kept);
  };
  set(first);
  const ticks = changed.length > 0 && changed.length < count && make('div', { class: 'p-ticks', 'aria-hidden': 'true' }, changed.map((index) => {
    const tick = make('i');
    tick.style.insetInlineStart = `${(100 * index) / (count - 1)}%`;
    return tick;
  }));
  return make('div', { class: 'p-slider' }, back, make('div', { class: 'p-range' }, range, ticks), next, label);
}

/// Returns the buttons for the values of a switch, of which one is pressed.
function switchElement({ name, title, values }, picture, settings, draw) {
  const buttons = values.map(([value, label]) => make('button', {
    'aria-pressed': `${picture.setting(name) === value}`,
    onclick: () => {
      settings[name] = value;
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', `${values[index][0] === value}`));
      draw();
    },
  }, label));
  return make('div', { class: 'p-switch', role: 'group', 'aria-label': title }, make('span', { class: 'dim' }, title), buttons);
}
