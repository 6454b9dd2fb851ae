const gallery = read('gallery');

/// Returns an id for the URL's fragment.
function anchor(...parts) {
  return parts.map(encodeURIComponent).join('/');
}

// MARK: Drawing

/// Draws the pictures that come near the visible part of the page. Drawing thousands at once would take too long.
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    target.replaceWith(waiting.get(target)());
    waiting.delete(target);
  }
  followed?.scrollIntoView();
}, { rootMargin: '1200px 0px' });
const waiting = new Map();

/// The part of the page that the URL's fragment names, until the reader scrolls. Pictures that are drawn near it move it.
let followed = null;

/// Returns an element that is replaced with the result of a function when it comes near the visible part of the page.
function drawnLater(draw) {
  const element = make('div', { class: 'later' });
  waiting.set(element, draw);
  observer.observe(element);
  return element;
}

/// Returns the pictures of outputs or, if no view draws them, the outputs as JSON or text.
function pictureOrText(subject) {
  const element = picturesElement(subject);
  if (element !== null) return element;
  const { sides } = subject;
  return make('div', { class: sides.length > 1 ? 'p-sides p-pair' : 'p-sides' }, sides.map(({ title, output }, index) =>
    make('figure', { class: `p-side p-side-${index}` }, title && make('figcaption', {}, make('strong', {}, title)),
      make('pre', { class: 'picture', tabindex: '0', 'aria-label': title ?? 'Output' }, readableText(output)))));
}

/// Returns JSON with its members on lines of their own or, if it is a string, the text of the string.
function readableText(source) {
  return source.startsWith('"') ? JSON.parse(source) : JSON.stringify(parsedOutput(source), null, 2);
}

/// Whether a member of the data is there. Members without a value are null.
function isGiven(value) {
  return value !== undefined && value !== null;
}

// MARK: Previews

function previewElement(suite, preview) {
  const { id, title, state, case: name, operation, input, output, step } = preview;
  return make('article', { class: 'preview', id: anchor(suite.contract, id), 'aria-labelledby': anchor(suite.contract, id, 'title') },
    make('header', {}, make('h4', { id: anchor(suite.contract, id, 'title') }, title),
      make('p', { class: 'dim' }, make('a', { href: `#${anchor(suite.contract, id)}` }, id), ' · case ', make('code', {}, name))),
    !isGiven(output) ? make('p', { class: 'failed' }, `The case has no golden. Run parity regenerate --only ${suite.contract}/${name}.`)
      : drawnLater(() => pictureOrText({ contract: suite.contract, operation, input, state, step: step ?? undefined, sides: [{ output }] })));
}

function groupsOf(previews) {
  const groups = new Map();
  for (const preview of previews) groups.set(preview.group, [...(groups.get(preview.group) ?? []), preview]);
  return [...groups].map(([name, own]) => ({ name, previews: own }));
}

function previewsElement(suite) {
  const groups = groupsOf(suite.previews);
  return make('section', { class: `suite s-${suite.contract}`, 'aria-labelledby': anchor(suite.contract) },
    make('h2', { id: anchor(suite.contract) }, suite.title, make('small', {}, `${suite.contract} ${suite.version}`)),
    groups.map(({ name, previews }) => make('section', { class: 'group', 'aria-labelledby': anchor(suite.contract, 'group', name) },
      make('h3', { id: anchor(suite.contract, 'group', name) }, name),
      make('div', { class: 'previews' }, previews.map((preview) => previewElement(suite, preview))))));
}

// MARK: Changes

/// Returns a side of a change with the places that differ from the other side.
function sideOf({ places }, title, output, [own, other]) {
  const found = places.map((each) => ({ change: each.change, pointer: each[own], counterpart: each[other] }));
  return { title, output, places: found.filter(({ pointer }) => isGiven(pointer)) };
}

function changeElement(suite, change) {
  const { case: name, description, operation, input, before, after, places, more, otherRows } = change;
  const sides = [sideOf(change, 'Before', before, ['before', 'after']), sideOf(change, 'After', after, ['after', 'before'])]
    .filter(({ output }) => isGiven(output));
  const kind = sides.length > 1 ? 'changed' : isGiven(after) ? 'added' : 'removed';
  const facts = [kind === 'changed' && counted(places.length + (more ?? 0), 'difference'),
    otherRows?.length > 0 && `also in row ${otherRows.join(', ')}`];
  return make('article', { class: 'preview change', id: anchor(suite.contract, name), 'aria-labelledby': anchor(suite.contract, name, 'title') },
    make('header', {}, make('h4', { id: anchor(suite.contract, name, 'title') },
      make('span', { class: `tag ${kind}` }, kind), make('a', { href: `#${anchor(suite.contract, name)}` }, name)),
      make('p', {}, description ?? 'This case is gone.',
        make('span', { class: 'dim' }, ` ${facts.filter(Boolean).join(' · ')}`))),
    drawnLater(() => pictureOrText({ contract: suite.contract, operation, input, sides })));
}

function rowElement(suite, { id, scenario, clauses, changes }) {
  return make('section', { class: 'group', 'aria-labelledby': anchor(suite.contract, 'row', id) },
    make('h3', { id: anchor(suite.contract, 'row', id) }, scenario, isGiven(id) && make('small', {}, `row ${id}`)),
    clauses.length > 0 && make('dl', { class: 'clauses' }, clauses.map((clause) =>
      make('div', {}, make('dt', {}, clause.id), make('dd', {}, clause.text)))),
    make('div', { class: 'previews' }, changes.map((change) => changeElement(suite, change))));
}

function changesElement(suite) {
  return make('section', { class: `suite s-${suite.contract}`, 'aria-labelledby': anchor(suite.contract) },
    make('h2', { id: anchor(suite.contract) }, suite.title, make('small', {}, `${suite.contract} ${suite.version}`)),
    suite.rows.map((row) => rowElement(suite, row)));
}

// MARK: Page

function contents(suite) {
  const parts = !isGiven(gallery.since) ? groupsOf(suite.previews).map(({ name }) => [anchor(suite.contract, 'group', name), name])
    : suite.rows.map(({ id, changes }) => [anchor(suite.contract, 'row', id), `${id ?? 'in no row'} (${number(changes.length)})`]);
  return make('li', {}, make('a', { href: `#${anchor(suite.contract)}` }, suite.title),
    make('ul', {}, parts.map(([target, title]) => make('li', {}, make('a', { href: `#${target}` }, title)))));
}

const isEmpty = gallery.suites.length === 0;
document.body.append(
  make('header', { class: 'head' }, make('h1', {}, gallery.heading), make('p', { class: 'dim' }, gallery.subheading)),
  make('div', { class: 'frame' },
    !isEmpty && make('nav', { 'aria-label': 'Contents' }, make('ul', {}, gallery.suites.map(contents))),
    make('main', {}, isEmpty ? make('p', { class: 'nothing' }, gallery.empty)
      : gallery.suites.map((suite) => (!isGiven(gallery.since) ? previewsElement(suite) : changesElement(suite))))));

/// Shows the part of the page that the URL's fragment names. The browser looked for it before it was there.
function follow() {
  followed = document.getElementById(location.hash.slice(1));
  followed?.scrollIntoView();
}
window.addEventListener('hashchange', follow);
for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
  window.addEventListener(kind, () => { followed = null; }, { passive: true });
}
follow();
