const input = make('input', { type: 'search', placeholder: 'Filter  ( / )', 'aria-label': 'Filter',
  autocomplete: 'off', spellcheck: 'false', oninput: () => changeFilter({ text: input.value }) });
const clauseChoice = make('select', { 'aria-label': 'Clause',
  onchange: () => changeFilter({ clause: clauseChoice.value === '' ? null : clauses[clauseChoice.value] }) },
  make('option', { value: '' }, 'All clauses'));
for (const contract of findings.contracts) {
  const options = clauses.map((clause, index) => (clause.contract !== contract ? null
    : make('option', { value: index }, `${clause.id}  ${clause.text.slice(0, 80)}`)));
  clauseChoice.append(...(findings.contracts.length > 1
    ? [make('optgroup', { label: contract.id }, options)] : options.filter((option) => option !== null)));
}
const chips = make('div', { class: 'chips', role: 'group', 'aria-label': 'Verdicts' });
for (const { name, sign } of Object.values(kinds).slice(0, 5)) {
  const count = findings.counts[name];
  if (count === 0 && name !== 'passed' && name !== 'failed') continue;
  const chip = make('button', { 'aria-pressed': 'false', onclick: () => {
    const isChosen = !state.kinds.delete(name);
    if (isChosen) state.kinds.add(name);
    chip.setAttribute('aria-pressed', isChosen);
    changeFilter({});
  } }, make('span', { class: count > 0 ? name : 'dim' }, make('span', { class: 'sign' }, sign), ` ${count.toLocaleString('en')}`),
  ` ${name}`);
  chips.append(chip);
}
const expander = make('button', { onclick: () => expandAll(), title: 'e' }, 'Expand all');
const tabs = [['matrix', 'Matrix'], ['coverage', 'Coverage'],
  ...(problemCount > 0 ? [['problems', `✗ Problems (${problemCount})`]] : [])].map(([name, title]) =>
  make('button', { role: 'tab', id: `tab-${name}`, 'aria-selected': name === 'matrix', 'aria-controls': name,
    onclick: () => view(name) }, title));
const tools = make('div', { class: 'tools' }, input, clauseChoice, chips, expander);
const columns = make('div', { class: 'columns' }, make('span', {}, 'Row and case'),
  implementations.map((name) => make('span', { title: name }, name)));
const { counts } = findings;
const verdictSign = findings.conformant ? '✓' : '✗';
const header = make('header', {},
  make('div', { class: 'bar' },
    make('h1', {}, make('span', { class: findings.conformant ? 'passed' : 'failed' }, `${verdictSign} `),
      counts.failed > 0 ? `${counts.failed.toLocaleString('en')} of ${counts.judged.toLocaleString('en')} failed`
        : `${counts.passed.toLocaleString('en')} of ${counts.judged.toLocaleString('en')} passed`,
      make('small', {}, [...findings.contracts.map(({ id, version }) => `${id} ${version}`),
        ...(findings.shard === null ? [] : [findings.shard]),
        ...(findings.interrupted ? ['interrupted: what ran so far'] : [])].join(', '))),
    make('div', { class: 'chips', role: 'tablist', 'aria-label': 'View' }, tabs,
      make('button', { class: 'plain', 'aria-label': 'Help with the keyboard', onclick: () => help.showModal() },
        '?'))),
  tools, share(counts), columns);
const matrixPanel = make('section', { id: 'matrix', role: 'tabpanel', 'aria-labelledby': 'tab-matrix' },
  outcome, list, empty);
const keys = [['j k ↓ ↑', 'next and previous line, or case'], ['Enter', 'open the line'], ['→ ←', 'open, close a row'],
  ['n N', 'next and previous failure'], ['e', 'expand or collapse all'], ['/', 'filter'], ['Esc', 'close, or clear'],
  ['?', 'this help']];
const help = make('dialog', { class: 'help', 'aria-label': 'Keyboard' }, make('h2', {}, 'Keyboard'),
  make('dl', { class: 'keys' }, keys.flatMap(([key, meaning]) => [
    make('dt', {}, key.split(' ').map((each) => [make('kbd', {}, each), ' '])), make('dd', {}, meaning)])),
  make('p', { class: 'dim' }, '✓ passed  ✗ failed  ~ known to fail  – unsupported  ○ not run'),
  make('form', { method: 'dialog' }, make('button', {}, 'Close')));

function changeFilter(change) {
  Object.assign(state, change);
  state.overrides.clear();
  state.everything = null;
  view('matrix');
  refresh();
  const matching = new Set(items.flatMap((item) => item.matching ?? []));
  columns.firstChild.textContent = isFiltering()
    ? `${counted(matching.size, 'case')} of ${cases.length.toLocaleString('en')}` : 'Row and case';
  if (window.scrollY > 0) window.scrollTo(0, 0);
  tellExpander();
}

function chooseClause(clause) {
  clauseChoice.value = clauses.indexOf(clause);
  changeFilter({ clause });
}

function tellExpander() {
  expander.textContent = items.some((item) => item.kind === 'group' && !isOpen(item.row)) || items.length === 0
    ? 'Expand all' : 'Collapse all';
}

function expandAll() {
  state.everything = expander.textContent === 'Expand all';
  state.overrides.clear();
  refresh();
  tellExpander();
}

function view(name) {
  for (const tab of tabs) tab.setAttribute('aria-selected', tab.id === `tab-${name}`);
  matrixPanel.hidden = name !== 'matrix';
  columns.hidden = name !== 'matrix';
  coverage.hidden = name !== 'coverage';
  problems.hidden = name !== 'problems';
  if (name === 'coverage' && coverage.childElementCount === 0) fillCoverage();
  draw();
}

const listKeys = {
  j: () => activate(active + 1), k: () => activate(active - 1),
  ArrowDown: () => activate(active + 1), ArrowUp: () => activate(active - 1),
  Home: () => activate(0), End: () => activate(items.length - 1),
  PageDown: () => activate(lineAt(tops[active] + window.innerHeight / 2)),
  PageUp: () => activate(lineAt(tops[active] - window.innerHeight / 2)),
  Enter: () => act(), ' ': () => act(),
  ArrowRight: () => { if (items[active]?.kind === 'group') toggle(items[active].row, true); },
  ArrowLeft: () => {
    if (items[active]?.kind === 'case') activate(nextLine(-1, (item) => item.kind === 'group'));
    else if (items[active]?.kind === 'group') toggle(items[active].row, false);
  },
};
const pageKeys = {
  '/': () => { input.focus(); input.select(); }, '?': () => help.showModal(), e: () => expandAll(),
  n: () => step(1, (each) => each.verdicts.includes('f')), N: () => step(-1, (each) => each.verdicts.includes('f')),
};

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.target === input || event.target === clauseChoice) {
    if (event.key === 'Escape' && event.target === input && input.value !== '') {
      input.value = '';
      changeFilter({ text: '' });
    } else if (event.key === 'Escape' || (event.target === input && ['Enter', 'ArrowDown'].includes(event.key))) {
      list.focus({ preventScroll: true });
      mark();
    } else {
      return;
    }
    event.preventDefault();
    return;
  }
  if (event.key === 'Escape') return close();
  const isOnControl = event.target.closest?.('button, a, pre') !== null;
  let action = pageKeys[event.key];
  if (opened !== null && panel.contains(event.target)) {
    if (event.key === 'j' || event.key === 'k') action = () => step(event.key === 'j' ? 1 : -1);
  } else if (!matrixPanel.hidden && (!isOnControl || event.key === 'j' || event.key === 'k')) {
    action ??= listKeys[event.key];
  }
  if (action === undefined) return;
  if (listKeys[event.key] !== undefined && !panel.contains(event.target)) list.focus({ preventScroll: true });
  event.preventDefault();
  action();
});

let isDrawing = false;
window.addEventListener('scroll', () => {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => { isDrawing = false; draw(); });
}, { passive: true });
window.addEventListener('resize', () => layOut());
window.addEventListener('popstate', () => follow());
window.addEventListener('beforeprint', () => { isPrinting = true; draw(); });
window.addEventListener('afterprint', () => { isPrinting = false; draw(); });

document.documentElement.style.setProperty('--implementations', Math.max(1, implementations.length));
fillProblems();
document.body.append(header, make('main', {}, matrixPanel, coverage, problems), panel, help);
new ResizeObserver(placeHead).observe(header);
placeHead();
refresh();
tellExpander();
follow();
if (counts.judged === 0 && problemCount > 0) view('problems');
