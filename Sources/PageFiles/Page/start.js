const searched = 'Filter by case, row, clause, scenario, description or failure';
const input = make('input', { type: 'search', placeholder: searched, 'aria-label': searched, title: searched,
  autocomplete: 'off', spellcheck: 'false', oninput: () => changeFilter() });
const chips = make('div', { class: 'chips', role: 'group', 'aria-label': 'Filter by verdict' },
  Object.keys(signs).toSorted((one, other) => (other === 'passed') - (one === 'passed')).map((kind) => {
    const count = cases.filter((each) => each.kinds().includes(kind)).length;
    if (count === 0) return null;
    const choose = () => {
      const isChosen = !state.kinds.delete(kind);
      if (isChosen) state.kinds.add(kind);
      chip.setAttribute('aria-pressed', isChosen);
      changeFilter();
    };
    const sign = make('span', { class: 'sign' }, signs[kind]);
    const chip = make('button', { 'aria-pressed': 'false', onclick: choose },
      make('span', { class: kind }, sign, ` ${number(count)}`), ` ${wordsOf(kind)}`);
    return chip;
  }));
const expander = make('button', { title: 'e', onclick: () => {
  state.everything = expander.textContent === 'Expand all';
  state.overrides.clear();
  refresh();
} });
const causeTop = make('div');
const outcome = make('p', { class: 'empty', role: 'status', hidden: true });
const matrix = make('section', { id: 'view-matrix', role: 'tabpanel' }, causeTop,
  make('div', { class: 'stuck' }, make('div', { class: 'tools' }, input, expander, chips), columns),
  list, empty);
const home = causes.length > 0 || report.against?.items.length > 0 ? 'causes'
  : counts.failed === 0 && problemCount > 0 ? 'problems' : counts.failed === 0 && counts.passed > 0 ? 'summary' : 'matrix';
const views = [
  ['causes', causeTitle(), causesPanel, causes.length > 0 || report.against !== undefined],
  ['matrix', 'Matrix', matrix, cases.length > 0 || problemCount === 0],
  ['coverage', 'Coverage', coverage, report.suites.length > 0],
  ['summary', 'Summary', summary, implementations.length > 0],
  ['problems', `✗ Problems (${problemCount})`, problems, problemCount > 0],
].filter(([, , , isNeeded]) => isNeeded).sort(([name], [other]) => (other === home) - (name === home));
const tabs = views.map(([name, title, view]) => {
  view.setAttribute('aria-labelledby', `tab-${name}`);
  const properties = { role: 'tab', id: `tab-${name}`, 'aria-controls': `view-${name}` };
  return make('button', { ...properties, onclick: () => go(`#${name}`) }, title);
});
const keys = [
  ['j k ↓ ↑', 'next or previous line, case or cause'], ['Enter', 'open the selected line'], ['→ ←', 'expand or collapse a row'],
  ['n N', 'next or previous failure'], ['e', 'expand or collapse all rows'], ['/', 'go to the filter'],
  ['Esc', 'close the case, or clear the filter'], ['c', 'copy the command that runs the case again'],
  ['d', 'decode the JSON in strings'], ['?', 'show this help'],
];
const words = [
  ['golden', 'the accepted output of a case; in a difference, it is the expected output if no expectation says otherwise'],
  ['confirmed', 'a second implementation returned the same output as the golden'],
  ['mutant', 'a wrong output; it is killed if a case notices it'],
  ['clause, rule', 'a requirement of the contract; a rule refines one or more clauses'],
  ['row', 'a scenario of the contract, with the cases that test it'],
  ['ordering', 'the same input in a different order; the output must not change'],
  ['re-run', 'the command that runs this case again'],
];
const help = make('dialog', { 'aria-label': 'Help' }, make('h2', {}, 'Terms'),
  make('dl', {}, words.map(([word, meaning]) => [make('dt', {}, word), make('dd', {}, meaning)])),
  make('h2', {}, 'Keyboard shortcuts'),
  make('dl', {}, keys.map(([key, meaning]) => [
    make('dt', {}, key.split(' ').map((each) => [make('kbd', {}, each), ' '])), make('dd', {}, meaning)])),
  make('p', { class: 'dim' }, '✓ passed  ✗ failed  ~ known failure  – not applicable  ○ skipped'),
  make('p', { class: 'dim' }, 'To filter by a clause, type clause:C1.'),
  make('form', { method: 'dialog' }, make('button', {}, 'Close')));
const header = make('header', {}, headline(), share(caseCounts(cases)),
  make('div', { class: 'views' }, make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'View' }, tabs),
    make('button', { class: 'plain', 'aria-label': 'Help', title: 'Help (?)', onclick: () => help.showModal() }, '?')));

function causeTitle() {
  const changes = report.against && `Changes (${number(report.against.items.length)})`;
  return [causes.length > 0 && `Causes (${causes.length})`, changes].filter(Boolean).join(', ');
}

/// Returns the heading, which summarizes the result of the run.
function headline() {
  const { checked, passed, failed, known } = caseCounts(cases);
  const kind = report.exitCode !== 0 ? 'failed' : known > 0 ? 'known' : 'passed';
  const told = [
    isInterrupted && 'interrupted',
    failed > 0 && `${number(failed)} of ${counted(checked, 'case')} failed`,
    known > 0 && counted(known, 'known failure'),
    checked === 0 ? 'no case was checked' : failed === 0 && `${number(passed)} of ${counted(checked, 'case')} passed`,
    problemCount > 0 && counted(problemCount, 'problem'),
  ].filter(Boolean).join(', ');
  const { shard, orders } = report;
  const about = [
    ...checkedSuites.map(({ contract, version }) => `${contract} ${version}`),
    shard && `shard ${shard.index} of ${shard.count}: ${number(shard.cases)} of ${counted(shard.total, 'case')}`,
    isInterrupted && 'partial results',
    report.provenance?.start && moment(report.provenance.start),
    report.provenance?.milliseconds !== undefined && seconds(report.provenance.milliseconds),
    orders && counts.schedules > 0 && counted(counts.schedules, 'ordering'),
    `Parity ${report.harness}`,
  ].filter(Boolean).join(' · ');
  return make('h1', {}, make('span', { class: kind }, `${signs[kind]} `), told[0].toUpperCase() + told.slice(1),
    make('small', {}, unbroken(about)));
}

// MARK: Navigation

function go(target, isReplacing = false) {
  if (location.hash !== target) history[isReplacing ? 'replaceState' : 'pushState'](null, '', target);
  follow();
}

/// Shows the view, cause or case that the URL's fragment names. A case is shown next to the list that contains it.
function follow() {
  const target = normalized(location.hash);
  const each = caseOf(target);
  const cause = causes.find((candidate) => candidate.link === target);
  const view = views.map(([name]) => name).find((name) => `#${name}` === target);
  outcome.hidden = each !== null || cause !== undefined || view !== undefined || target === '#';
  outcome.textContent = visible(`No view or case named ${location.hash}.`);
  if (each === null) {
    show(null);
    return enter(cause === undefined ? (view ?? home) : 'matrix', cause ?? null);
  }
  // A case that isn't in the current list is shown in the list of its first cause.
  const isListed = current.name === 'matrix' && (state.cause === null || state.cause.cases.includes(each));
  if (!isListed) enter('matrix', each.causes[0] ?? null);
  let index = items[active]?.case === each ? active : items.findIndex((item) => item.case === each);
  if (index < 0 && state.cause === null) {
    const [row] = each.rows;
    for (const key of [each.suite, row, row.isQuiet && each.suite.rowList]) state.overrides.set(key, true);
    refresh();
    index = items.findIndex((item) => item.case === each);
  }
  if (index >= 0) active = index;
  const among = items.filter((item) => item.case !== undefined);
  position.textContent = index < 0 ? '' : `${number(among.indexOf(items[index]) + 1)} of ${number(among.length)}`;
  show(each);
  heading.focus({ preventScroll: true });
}

function normalized(hash) {
  try {
    return `#${hash.slice(1).split('/').map((part) => encodeURIComponent(decodeURIComponent(part))).join('/')}`;
  } catch {
    return hash;
  }
}

const current = { name: null, hash: '', scrolls: new Map() };

function enter(name, cause) {
  const hash = cause?.link ?? `#${name}`;
  if (hash === current.hash) return;
  current.scrolls.set(current.hash, window.scrollY);
  Object.assign(current, { name, hash });
  for (const [each, , view] of views) view.hidden = each !== name;
  tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', views[index][0] === (cause === null ? name : 'causes'));
  });
  if (name === 'summary' && summary.childElementCount === 0) fillSummary();
  if (name === 'coverage' && coverage.childElementCount === 0) fillCoverage();
  if (name === 'matrix') {
    state.cause = cause;
    causeTop.replaceChildren(...(cause === null ? [] : [causeHead(cause)]));
    refresh();
  }
  window.scrollTo(0, current.scrolls.get(hash) ?? 0);
}

function close() {
  if (opened === null) return;
  go(current.hash);
  activate(active);
  list.focus({ preventScroll: true });
}

function changeFilter(text = input.value) {
  input.value = text;
  Object.assign(state, { text, everything: null });
  state.overrides.clear();
  refresh();
}

function chooseClause(suite, clause) {
  go('#matrix');
  changeFilter(`${report.suites.length > 1 ? `${suite.contract} ` : ''}${clauseWord(clause.id)}`);
}

// MARK: Keyboard

const listKeys = {
  j: () => activate(active + 1), k: () => activate(active - 1),
  ArrowDown: () => activate(active + 1), ArrowUp: () => activate(active - 1),
  Enter: () => act(), ' ': () => act(),
  ArrowRight: () => { if (isOpen(items[active]) === false) toggle(items[active], true); },
  ArrowLeft: () => {
    const item = items[active];
    if (isOpen(item)) toggle(item, false);
    else activate(Math.max(0, nextLine(-1, (each) => each.kind !== item.kind && isOpen(each))));
  },
  n: () => step(1, true), N: () => step(-1, true),
};
const panelKeys = {
  j: () => step(1), k: () => step(-1), n: listKeys.n, N: listKeys.N,
  c: () => copy(repeating(opened)), d: () => decode(['input', 'output']),
};
const causeKeys = { j: () => stepCause(1), k: () => stepCause(-1), n: () => stepCause(1), N: () => stepCause(-1) };

function stepCause(direction) {
  const links = [...causesPanel.querySelectorAll('.what')];
  const index = links.indexOf(document.activeElement);
  links[Math.max(0, Math.min(index + direction, links.length - 1))].focus();
}

/// Goes to the tab before or after the focused one.
function stepTab(tab, direction) {
  const next = tabs[tabs.indexOf(tab) + direction];
  if (next === undefined) return;
  next.focus();
  next.click();
}

function leave() {
  if (opened !== null) close();
  else if (state.cause !== null && current.name === 'matrix') go('#causes');
}

function inField(event) {
  if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return;
  event.preventDefault();
  if (event.key === 'Escape' && input.value !== '') changeFilter('');
  else list.focus({ preventScroll: true });
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.target === input) return inField(event);
  const own = opened !== null ? panelKeys : { matrix: listKeys, causes: causeKeys }[current.name];
  const everywhere = {
    Escape: leave, '?': () => help.showModal(), e: () => expander.click(),
    '/': () => {
      if (current.name !== 'matrix') go('#matrix');
      input.focus();
      input.select();
    },
  };
  const tabKeys = { ArrowLeft: () => stepTab(event.target, -1), ArrowRight: () => stepTab(event.target, 1) };
  // Keys that scroll or press a focused control are left to the control.
  const isTaken = event.key.length > 1 || event.key === ' ' ? event.target.closest?.('button, a, pre') : null;
  const action = everywhere[event.key] ?? (tabs.includes(event.target) ? tabKeys[event.key] : undefined)
    ?? (isTaken ? undefined : own?.[event.key]);
  if (action === undefined) return;
  event.preventDefault();
  if (own === listKeys && listKeys[event.key] !== undefined && !tabs.includes(event.target)) list.focus({ preventScroll: true });
  action();
});

// MARK: Startup

window.addEventListener('scroll', () => draw(), { passive: true });
window.addEventListener('resize', () => layOut());
window.addEventListener('popstate', () => follow());
window.addEventListener('beforeprint', () => draw(true));
window.addEventListener('afterprint', () => draw());
history.scrollRestoration = 'manual';
fillCauses();
fillProblems();
document.body.append(header, make('main', {}, outcome, make('div', { class: 'lists' }, views.map(([, , view]) => view)), panel), help);
follow();
