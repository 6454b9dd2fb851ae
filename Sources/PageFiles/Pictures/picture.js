// MARK: Views

/// The views by contract. A view draws an output of its contract as an app would show it:
///
/// - `operations`: the names of the operations whose outputs it draws.
/// - `switches`: the settings that only the interface has, each with a `name`, a `title` and `values`, which are pairs of a
///   name and a title. The first value is the default.
/// - `settings(state)`: the settings for the `state` of a preview in the manifest.
/// - `steps(root, picture)`: for an output with several states, a list of objects with a `title` and a `part`. If a state also
///   shows other parts, they are in the array `also`.
/// - `draw(part, picture)`: the element that shows a part, which is the one of the current step or else the whole output.
///
/// A view takes any JSON, because an output can be wrong in any way. It draws each value with the part that contains it, so
/// that a difference can be outlined.
const pictureViews = new Map();

/// The maximum number of elements that a picture shows of an array, not counting those that differ.
const mostPictured = 200;

/// A value in an output, with its JSON Pointer.
class Part {
  #picture;

  constructor(picture, pointer, value) {
    this.#picture = picture;
    this.pointer = pointer;
    this.value = value;
  }

  /// Whether the output has no value here.
  get isMissing() {
    return this.value === undefined;
  }

  /// Whether the value is an object.
  get isObject() {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value);
  }

  /// Returns the member with a name, or the element with an index. Its value is undefined if there is none.
  part(key) {
    const hasKey = typeof this.value === 'object' && this.value !== null && Object.hasOwn(this.value, key);
    return new Part(this.#picture, `${this.pointer}/${escapedToken(key)}`, hasKey ? this.value[key] : undefined);
  }

  /// Returns the part that is reached through several members or elements.
  at(...keys) {
    return keys.reduce((part, key) => part.part(key), this);
  }

  /// Returns the elements of an array, or nothing if the value isn't an array.
  parts() {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.part(index)) : [];
  }

  /// Returns the members of an object in order of their names, or nothing if the value isn't an object.
  members() {
    return this.isObject ? Object.keys(this.value).map((key) => ({ key, part: this.part(key) })) : [];
  }

  /// Whether a difference is here or inside the value.
  get differs() {
    return this.#picture.hasDifference(this.pointer);
  }

  /// Draws each element of an array. Of a long array, it draws the first elements and those that differ.
  ///
  /// A value that isn't an array is drawn as text.
  map(draw) {
    if (!Array.isArray(this.value)) return this.isMissing ? [] : [this.text()];
    const found = [];
    let hidden = 0;
    const flush = () => {
      if (hidden > 0) found.push(make('p', { class: 'p-more' }, `… ${number(hidden)} more`));
      hidden = 0;
    };
    this.parts().forEach((part, index) => {
      if (index >= mostPictured && !part.differs) {
        hidden += 1;
        return;
      }
      flush();
      found.push(draw(part, index));
    });
    flush();
    return found;
  }

  /// Says that an element shows this part, and returns the element.
  show(element) {
    return this.#picture.shows(this.pointer, element);
  }

  /// Says that the differences in this part only follow from others, such as new indices after an element was removed.
  /// Nothing is outlined for them.
  follow() {
    this.#picture.follows(this.pointer);
  }

  /// Returns an element with the value as text, with the words marked that differ from the other side. It is null if
  /// there is no value.
  text(tag = 'span', properties = {}) {
    if (this.isMissing) return null;
    const isText = typeof this.value === 'string';
    const element = make(tag, properties, isText ? this.#picture.markedText(this) : make('code', {}, plainText(this.value)));
    return this.show(element);
  }

  /// Returns an element with the value as JSON with its members on lines of their own.
  json(properties = {}) {
    if (this.isMissing) return null;
    const text = typeof this.value === 'string' ? this.value : JSON.stringify(this.value, null, 2);
    return this.show(make('pre', { class: 'p-json', tabindex: '0', ...properties }, text));
  }

  /// Returns a list of the members that a view doesn't draw otherwise, or null if there are none.
  ///
  /// - known: the names of the members that the view draws.
  rest(known) {
    if (!this.isObject) return this.isMissing ? null : this.text('p', { class: 'p-rest' });
    const others = this.members().filter(({ key }) => !known.includes(key));
    if (others.length === 0) return null;
    return make('dl', { class: 'p-rest' }, others.slice(0, mostPictured).map(({ key, part }) =>
      make('div', {}, make('dt', {}, key), part.text('dd'))));
  }
}

/// Returns a value as text on one line.
function plainText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/// Returns a text with an escape for each character that isn't ASCII. Two texts that look the same can differ in these.
function withEscapes(text) {
  return text.replace(/[^ -~\n]/gu, (found) => `\\u{${found.codePointAt(0).toString(16).toUpperCase()}}`);
}

/// Returns a member name as a token of a JSON Pointer (RFC 6901).
function escapedToken(key) {
  return `${key}`.replaceAll('~', '~0').replaceAll('/', '~1');
}

/// Whether a pointer is the same as another one or leads into its value.
function isWithin(pointer, outer) {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/// Whether one of two pointers leads to the value of the other one or into it.
function areNested(one, other) {
  return isWithin(one, other) || isWithin(other, one);
}

/// Parses JSON. A number that a double can't hold becomes the text of the number.
function parsedOutput(source) {
  return JSON.parse(source, (_, value, context) => {
    const isExact = typeof value !== 'number' || context?.source === undefined || /[.eE]/.test(context.source)
      || String(value) === context.source;
    return isExact ? value : context.source;
  });
}

// MARK: Picture

/// A picture of one output.
class Picture {
  #shown = new Map();
  #following = [];
  #used = new Set();
  #steps;
  #places;
  #other;

  /// Creates a picture.
  ///
  /// - view: the view of the contract.
  /// - output: the parsed output.
  /// - operation: the name of the operation.
  /// - input: the parsed input, or undefined.
  /// - settings: the values of the view's switches by name.
  /// - places: the differences from the other side, each with the `pointer` in this output, the `counterpart` in the other
  ///   output and the `change`: changed, missing, unexpected or moved.
  /// - other: the parsed output of the other side, or undefined.
  constructor({ view, output, operation, input, settings, places, other }) {
    Object.assign(this, { view, operation, input, settings });
    this.root = new Part(this, '', output);
    this.#places = places ?? [];
    this.#other = other;
  }

  /// The parsed output of the other side, or undefined.
  get other() {
    return this.#other;
  }

  /// Whether the state that was drawn last depends on a switch.
  uses(name) {
    return this.#used.has(name);
  }

  /// Returns the current value of a switch.
  setting(name) {
    this.#used.add(name);
    const found = this.view.switches?.find((each) => each.name === name);
    return this.settings?.[name] ?? found?.values[0][0];
  }

  /// The states of the output, or null if it has only one.
  get steps() {
    if (this.#steps === undefined) this.#steps = this.view.steps?.(this.root, this) ?? null;
    return this.#steps;
  }

  /// Draws a state of the output, or the whole output, with its differences outlined.
  ///
  /// - index: the number of the state, or null.
  draw(index) {
    this.#shown.clear();
    this.#used.clear();
    this.#following = [];
    const { steps } = this;
    // An output of another form, such as null, has no states, although the other side has some.
    const state = index === null || steps === null ? { part: this.root } : steps[index];
    this.step = index;
    const element = make('div', {}, state === undefined ? make('p', { class: 'p-empty' }, 'This output has no such state.')
      : this.view.draw(state.part, this));
    for (const part of state === undefined ? [] : partsOf(state)) {
      const inside = this.#places.filter(({ pointer }) => areNested(pointer, part.pointer));
      const own = inside.filter(({ pointer }) => !this.#following.some((outer) => isWithin(pointer, outer)));
      const left = own.filter((place) => !this.#outline(place, part.pointer));
      if (left.length > 0) element.append(this.#unpictured(left, part.pointer));
    }
    // In an output of another form, a difference can be in no state. Each state lists it.
    const shown = (steps ?? []).flatMap(partsOf).map(({ pointer }) => pointer);
    const isShown = ({ pointer }) => shown.some((each) => areNested(pointer, each));
    const lost = steps === null || index === null ? [] : this.#places.filter((place) => !isShown(place));
    if (lost.length > 0) element.append(this.#unpictured(lost, ''));
    return element;
  }

  /// Returns the numbers of the states that have a difference.
  get changedSteps() {
    const differs = (state) => partsOf(state).some((part) => this.#places.some(({ pointer }) => areNested(pointer, part.pointer)));
    return (this.steps ?? []).flatMap((state, index) => (differs(state) ? [index] : []));
  }

  hasDifference(pointer) {
    return this.#places.some((place) => isWithin(place.pointer, pointer));
  }

  follows(pointer) {
    this.#following.push(pointer);
  }

  shows(pointer, element) {
    this.#shown.set(pointer, [...(this.#shown.get(pointer) ?? []), element]);
    return element;
  }

  /// Returns the pieces of a text, with the words marked that differ from the other side.
  markedText({ pointer, value }) {
    const place = this.#places.find((each) => each.pointer === pointer && each.change === 'changed');
    const before = place && valueAt(this.#other, place.counterpart);
    if (typeof before !== 'string') return value;
    const isAlike = value.normalize() === before.normalize();
    const sides = isAlike ? [value, before].map(withEscapes) : [value, before];
    return compared(...sides)[0].map(({ text, isMarked }) => (isMarked ? make('mark', {}, text) : text));
  }

  /// Outlines the element that shows the value at a place, or otherwise the elements that show what is in the value, or
  /// the element that shows what contains it. Returns false if only the whole picture contains it.
  #outline({ pointer, change }, top) {
    let found = this.#shown.get(pointer);
    if (found === undefined) {
      const inner = [...this.#shown.keys()].filter((key) => isWithin(key, pointer));
      found = inner.filter((key) => !inner.some((other) => other !== key && isWithin(key, other))).flatMap((key) => this.#shown.get(key));
    }
    for (let outer = pointer; found.length === 0 && outer.length > top.length;) {
      outer = outer.slice(0, outer.lastIndexOf('/'));
      if (outer.length > top.length) found = this.#shown.get(outer) ?? [];
    }
    for (const element of found) {
      element.classList.add('p-differs');
      element.dataset.change = change;
    }
    return found.length > 0;
  }

  /// Lists differences in values that the view doesn't show.
  #unpictured(places, top) {
    return make('dl', { class: 'p-unpictured' }, make('div', { class: 'p-unpictured-title' }, 'Also different, but not in this picture'),
      places.slice(0, 20).map(({ pointer }) => {
        const value = valueAt(this.root.value, pointer);
        const label = isWithin(pointer, top) ? pointer.slice(top.length) : pointer;
        return make('div', {}, make('dt', {}, make('code', {}, label || 'the whole output')),
          make('dd', { class: 'p-differs' }, value === undefined ? 'missing' : make('code', {}, shortened(plainText(value)))));
      }),
      places.length > 20 && make('p', { class: 'p-more' }, `… ${number(places.length - 20)} more`));
  }
}

/// Returns the parts that a state of an output shows.
function partsOf({ part, also = [] }) {
  return [part, ...also];
}

/// Returns the value at a JSON Pointer, or undefined if there is none.
function valueAt(value, pointer) {
  const tokens = pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.reduce((found, token) => (
    typeof found === 'object' && found !== null && Object.hasOwn(found, token) ? found[token] : undefined), value);
}

function shortened(text) {
  return text.length > 300 ? `${text.slice(0, 300)} …` : text;
}
