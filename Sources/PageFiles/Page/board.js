const board = read('board');
// From worst to best, as the cells list them.
const signs = { failed: '✗', known: '~', passed: '✓', skipped: '○', notRun: '·', notApplicable: '–' };
const words = { notApplicable: 'not applicable', notRun: 'not run', known: 'known failure' };
const kindByLetter = { f: 'failed', k: 'known', p: 'passed', s: 'skipped', r: 'notRun', n: 'notApplicable' };
const wordsOf = (kind) => words[kind] ?? kind;
const isFailedKind = (kind) => kind === 'failed' || kind === 'known';
/// The largest number of bars, and of runs that the text of the bars lists.
const mostBars = 40;
const mostSpoken = 10;
/// The number of changes that are shown at first.
const mostChanges = 25;

/// Whether an implementation fails a case of a contract. Contracts with failures come first.
const hasFailure = ({ implementations }) => implementations.some(({ results }) => results.includes('f'));
board.contracts.sort((first, second) => hasFailure(second) - hasFailure(first));

// MARK: Runs

/// Returns a time in UTC as a reader writes it, without seconds.
function moment(time) {
  return time.replace('T', ' ').replace(/(:\d\d):\d\d(\.\d+)?Z$/, '$1 UTC');
}

function dateOf(run) {
  return run.start === undefined ? run.file : moment(run.start);
}

/// Whether all runs have a label with the same value. Such a label is shown once, in the head of the page.
function isShared([name, value]) {
  return board.runs.every((run) => run.labels.some(([other, own]) => other === name && own === value));
}

const sharedLabels = board.runs[0].labels.filter(isShared);

/// Returns a label's value, with a commit's hash shortened.
function shortened(value) {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value) ? value.slice(0, 7) : value;
}

function labelElement([name, value]) {
  if (/^https?:[/][/]/i.test(value)) return make('a', { class: 'label', href: value, rel: 'noopener noreferrer' }, name);
  return make('span', { class: 'label', title: value }, `${name}=${shortened(value)}`);
}

/// Returns the labels that distinguish a run. The commit always does.
function ownLabels(run) {
  return run.labels.filter((label) => label[0] === 'commit' || !isShared(label));
}

function labelsElement(run) {
  const labels = ownLabels(run);
  return labels.length > 0 && make('span', { class: 'labels' }, labels.map(labelElement));
}

function runElement(run) {
  return make('span', { class: 'run' }, make('span', { class: run.start === undefined ? 'code' : 'date' }, dateOf(run)), labelsElement(run));
}

/// Returns the run as text, for titles and descriptions.
function runText(run) {
  const commit = run.labels.find(([name]) => name === 'commit');
  return dateOf(run) + (commit === undefined ? '' : ` (commit ${shortened(commit[1])})`);
}

/// Returns an id with places at which a line may break.
function breakable(id) {
  return id.split(/(?<=[_-])(?=[^_-])/).flatMap((part, index) => (index === 0 ? [part] : [make('wbr'), part]));
}

// MARK: Counts

/// Counts the results on some cases, given by their index.
function tally(implementation, indices) {
  const counts = {};
  for (const index of indices) {
    const kind = kindByLetter[implementation.results[index]];
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/// Returns the number of cases that apply to an implementation.
function applicable(counts) {
  return Object.keys(signs).filter((kind) => kind !== 'notApplicable').reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

function countsElement(counts) {
  return make('ul', { class: 'counts' }, Object.keys(signs).filter((kind) => counts[kind] > 0).map((kind) => {
    const noun = kind === 'known' && counts[kind] > 1 ? 'known failures' : wordsOf(kind);
    return make('li', { class: kind }, make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[kind]), ` ${number(counts[kind])} ${noun}`);
  }));
}

function ratioText(counts) {
  return `${number(counts.passed)} of ${number(applicable(counts))} passed`;
}

// MARK: History

/// Returns a bar for each run: its height is the share of cases that passed, failed or didn't run.
function historyElement({ history }) {
  const shown = history.slice(-mostBars);
  const spoken = history.slice(-mostSpoken);
  const hidden = history.length - spoken.length;
  const text = spoken.map(({ run, counts }) => `${runText(board.runs[run])}: ${ratioText(counts)}`
    + (board.runs[run].isInterrupted ? ', interrupted' : '')).join('; ');
  const label = `${counted(history.length, 'run')}, oldest first. ${hidden > 0 ? `${number(hidden)} earlier; ` : ''}${text}`;
  return make('div', { class: 'history' },
    make('div', { class: 'bars', role: 'img', 'aria-label': visible(label) }, shown.map(barElement)),
    make('small', { class: 'dim', 'aria-hidden': 'true' }, history.length > shown.length
      ? `last ${number(shown.length)} of ${counted(history.length, 'run')}` : counted(history.length, 'run')));
}

function barElement({ run, counts }) {
  const whole = applicable(counts);
  const { isInterrupted } = board.runs[run];
  const title = `${runText(board.runs[run])}\n${ratioText(counts)}${isInterrupted ? ', interrupted' : ''}`;
  const bar = make('span', { class: isInterrupted ? 'bar partial' : 'bar', title: visible(title) });
  for (const kind of ['passed', 'known', 'failed']) {
    if (!(counts[kind] > 0)) continue;
    const part = make('i', { class: kind });
    part.style.height = `${100 * counts[kind] / whole}%`;
    bar.append(part);
  }
  return bar;
}

// MARK: Filters

const state = { contract: '', isDifferent: false, isFailed: false };

/// Returns the results of the implementations that checked a case.
function checkedKinds(contract, index) {
  return contract.implementations.map(({ results }) => kindByLetter[results[index]])
    .filter((kind) => kind === 'passed' || isFailedKind(kind));
}

/// Whether a case is shown by the filters. Implementations differ if some pass a case that others fail.
function isMatching(contract, index) {
  const kinds = checkedKinds(contract, index);
  if (state.isFailed && !kinds.includes('failed')) return false;
  return !state.isDifferent || kinds.includes('passed') && kinds.some(isFailedKind);
}

function isFiltering() {
  return state.isDifferent || state.isFailed;
}

/// Returns the fragment of the page's address for the state.
function fragment(changes = {}) {
  const { contract, isDifferent, isFailed, at } = { ...state, ...changes };
  const parts = new URLSearchParams();
  if (contract !== '') parts.set('contract', contract);
  if (isDifferent) parts.set('only', isFailed ? 'differences,failures' : 'differences');
  else if (isFailed) parts.set('only', 'failures');
  if (at !== undefined) parts.set('at', at);
  return `#${parts}`;
}

function readFragment() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const only = (parts.get('only') ?? '').split(',');
  const contract = parts.get('contract') ?? '';
  state.contract = board.contracts.some(({ id }) => id === contract) ? contract : '';
  state.isDifferent = only.includes('differences');
  state.isFailed = only.includes('failures');
  return parts.get('at');
}

function change(changes) {
  Object.assign(state, changes);
  history.replaceState(null, '', fragment());
  refresh();
}

const picker = make('select', { id: 'contract', onchange: () => change({ contract: picker.value }) },
  make('option', { value: '' }, 'All contracts'), board.contracts.map(({ id }) => make('option', { value: id }, id)));
const differs = toggle('Only differences', 'isDifferent', 'Show the cases that some implementations pass and others fail');
const fails = toggle('Only failures', 'isFailed', 'Show the cases that fail and are no known failures');
const opener = make('button', { onclick: () => openAll(opener.textContent === 'Open all rows') });
const found = make('span', { class: 'dim found', role: 'status' });

function toggle(text, name, title) {
  return make('button', { 'aria-pressed': 'false', title, onclick: () => change({ [name]: !state[name] }) }, text);
}

// MARK: Tables

/// A row of a table, with its cases, which get elements when the row is first opened.
class Line {
  isOpen = false;

  constructor(contract, row, number) {
    Object.assign(this, { contract, row, number, id: `cases-${board.contracts.indexOf(contract)}-${number}` });
    this.button = make('button', { class: 'opener', 'aria-expanded': 'false', 'aria-controls': this.id, onclick: () => this.open(!this.isOpen) },
      make('span', { class: 'arrow', 'aria-hidden': 'true' }), make('span', { class: 'strong' }, breakable(row.id)));
    this.note = make('span', { class: 'note' });
    const head = make('th', { scope: 'row' }, this.button, make('small', {}, row.scenario, ' ', this.note));
    this.element = make('tbody', { class: 'line' },
      make('tr', {}, head, contract.implementations.map((implementation) => make('td', {}, this.cell(implementation)))));
    this.cases = make('tbody', { class: 'cases', id: this.id, hidden: true });
  }

  cell(implementation) {
    if (implementation.lacking.includes(this.number)) {
      return make('span', { class: 'dim' }, `– not in ${implementation.suiteVersion}`);
    }
    return countsElement(tally(implementation, this.row.cases));
  }

  open(isOpen) {
    this.isOpen = isOpen;
    this.refresh();
    refreshOpener();
  }

  /// Shows what the filters leave, and returns whether that is anything.
  refresh() {
    const left = this.row.cases.filter((index) => isMatching(this.contract, index));
    const isShown = left.length > 0 || !isFiltering();
    const whole = this.row.cases.length;
    this.note.textContent = isFiltering() && left.length < whole ? `${number(left.length)} of ${counted(whole, 'case')}` : counted(whole, 'case');
    this.element.hidden = !isShown;
    this.cases.hidden = !isShown || !this.isOpen;
    this.element.classList.toggle('open', this.isOpen);
    this.button.setAttribute('aria-expanded', this.isOpen);
    this.cases.replaceChildren();
    if (!this.cases.hidden) appendAll(this.cases, left.map((index) => this.caseElement(index)));
    return isShown;
  }

  caseElement(index) {
    const [id, description] = this.contract.cases[index];
    return make('tr', { class: 'case' },
      make('th', { scope: 'row' }, make('span', { class: 'code' }, breakable(id)), description !== '' && make('small', {}, description)),
      this.contract.implementations.map((implementation) => make('td', {}, this.verdict(implementation, index))));
  }

  verdict(implementation, index) {
    const kind = kindByLetter[implementation.results[index]];
    if (kind === undefined) return make('span', { class: 'dim' }, `– not in ${implementation.suiteVersion}`);
    const reason = implementation.reasons.get(index);
    return [make('span', { class: `${kind} verdict` }, make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[kind]), ` ${wordsOf(kind)}`),
      reason !== undefined && make('small', { class: 'reason' }, reason)];
  }
}

const tables = board.contracts.map((contract, index) => {
  for (const implementation of contract.implementations) implementation.reasons = new Map(implementation.reasons);
  const lines = contract.rows.map((row, number) => new Line(contract, row, number));
  const everything = contract.cases.map((_, position) => position);
  const title = make('h2', { id: `contract-${index}`, tabindex: '-1' }, contract.id, make('small', {}, contract.versions.join(', '), ' ', contract.title));
  const table = make('table', { 'aria-labelledby': `contract-${index}` },
    make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Row'),
      contract.implementations.map(({ name }) => make('th', { scope: 'col' }, name)))),
    make('tbody', { class: 'total' },
      make('tr', {}, make('th', { scope: 'row' }, 'All rows', make('small', {}, `${counted(contract.rows.length, 'row')}, ${counted(contract.cases.length, 'case')}`)),
        contract.implementations.map((implementation) => make('td', {}, totalElement(contract, implementation, everything)))),
      make('tr', {}, make('th', { scope: 'row' }, 'History', make('small', {}, 'share of cases that passed')),
        contract.implementations.map((implementation) => make('td', {}, historyElement(implementation))))),
    lines.map((line) => [line.element, line.cases]));
  const box = make('div', { class: 'box', role: 'region', 'aria-labelledby': `contract-${index}`, tabindex: '0' }, table);
  table.style.setProperty('--columns', contract.implementations.length);
  table.classList.toggle('few', contract.implementations.length <= 4);
  const element = make('section', { class: 'contract' }, title, notesOf(contract), box);
  return { contract, lines, element, title, box };
});

function totalElement(contract, implementation, everything) {
  const run = board.runs[implementation.run];
  const { version, language, suiteVersion, problems } = implementation;
  return [
    countsElement(tally(implementation, everything)),
    make('dl', { class: 'facts' }, [
      (version || language) && ['version', [version, language].filter(Boolean).join(', ')],
      contract.versions.length > 1 && ['suite', `contract ${suiteVersion}`],
      [run.start === undefined ? 'report' : 'run', runElement(run)],
    ].filter(Boolean).map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value)))),
    run.isInterrupted && make('p', { class: 'known' }, '~ This run was interrupted.'),
    problems.map((text) => make('p', { class: 'failed problem' }, `✗ ${text}`)),
  ];
}

/// Returns the remarks on how far the results of a contract can be compared.
function notesOf({ versions, hasChangedSuite, implementations }) {
  const isSkipped = ({ history, run }) => history.at(-1).run !== run;
  return make('ul', { class: 'notes' }, [
    versions.length > 1 && `The implementations were checked with different versions of this contract: ${versions.join(', ')}. `
      + 'A row or case that a version doesn\'t have isn\'t compared.',
    hasChangedSuite && 'The implementations were checked with different suites of the same version. Their cases or goldens may differ.',
    ...implementations.filter(isSkipped).map(({ name, history }) =>
      `The newest run of ${name}, ${runText(board.runs[history.at(-1).run])}, was interrupted. The table shows its newest complete run.`),
  ].filter(Boolean).map((text) => make('li', {}, text)));
}

// MARK: Changes

const changeWords = { broke: '✗ Broke', fixed: '✓ Fixed', changed: '~ Changed', added: '+ Added', removed: '− Removed' };
const changeKinds = { broke: 'failed', fixed: 'passed', changed: 'known', added: 'dim', removed: 'dim' };

/// What changed in each contract: elements for the implementations with a change, and a line about the others.
const changes = board.contracts.map((contract) => {
  const { implementations } = contract;
  const isQuiet = ({ comparison }) => comparison !== undefined && comparison.rows.length + comparison.cases.length === 0;
  const names = (list) => list.map(({ name }) => name).join(', ');
  const loud = implementations.filter((each) => each.comparison !== undefined && !isQuiet(each));
  const quiet = implementations.filter(isQuiet);
  const first = implementations.filter(({ comparison }) => comparison === undefined);
  const rest = [
    quiet.length > 0 && `no changes: ${names(quiet)}`,
    first.length > 0 && `no earlier run: ${names(first)}`,
  ].filter(Boolean).join('; ');
  return {
    contract,
    loud: loud.length > 0 && make('section', { class: 'changes' }, make('h3', {}, contract.id),
      loud.map((implementation) => changesElement(contract, implementation))),
    quiet: rest !== '' && make('li', {}, make('span', { class: 'strong' }, contract.id), ` ${rest}`),
  };
});

function changesElement(contract, { name, comparison }) {
  const { before, after, versions, hasChangedSuite, notCompared, rows, cases } = comparison;
  const remarks = [
    versions[0] === versions[1] ? hasChangedSuite && 'The suite changed between the runs.'
      : `The contract changed from ${versions[0]} to ${versions[1]}.`,
    notCompared > 0 && `${counted(notCompared, 'case')} ran in only one of the runs or in neither.`,
  ].filter(Boolean);
  return make('article', {}, make('h4', {}, name),
    make('p', { class: 'between' }, runElement(board.runs[before]), make('span', { class: 'dim', 'aria-label': 'to' }, ' → '), runElement(board.runs[after])),
    remarks.length > 0 && make('p', { class: 'dim' }, remarks.join(' ')),
    Object.keys(changeWords).map((kind) => changeGroup(contract, kind, rows.filter((each) => each.change === kind), cases.filter((each) => each.change === kind))));
}

/// Returns the rows and cases that changed in one way, or null if there are none.
function changeGroup(contract, kind, rows, cases) {
  if (rows.length + cases.length === 0) return null;
  const count = [rows.length > 0 && counted(rows.length, 'row'), cases.length > 0 && counted(cases.length, 'case')].filter(Boolean).join(', ');
  const list = make('ul', { class: 'changed' }, cases.slice(0, mostChanges).map((each) => caseChange(contract, each)));
  const rest = cases.slice(mostChanges);
  const more = rest.length > 0 && make('button', { onclick: () => {
    appendAll(list, rest.map((each) => caseChange(contract, each)));
    more.remove();
  } }, `Show ${counted(rest.length, 'more case')}`);
  return make('details', { open: kind === 'broke' || kind === 'fixed' },
    make('summary', {}, make('span', { class: `${changeKinds[kind]} strong` }, changeWords[kind]), make('span', { class: 'dim' }, ` ${count}`)),
    rows.length > 0 && make('p', { class: 'rows' }, rows.length === 1 ? 'Row ' : 'Rows ', joined(rows.map(({ row }) => rowLink(contract, row)))),
    list, more);
}

function joined(elements) {
  return elements.flatMap((element, index) => (index === 0 ? [element] : [', ', element]));
}

function caseChange(contract, { id, rows, from, to, reason }) {
  const step = [from, to].filter((kind) => kind !== undefined).map((kind) => make('span', { class: kind }, `${signs[kind]} ${wordsOf(kind)}`));
  return make('li', {}, make('span', { class: 'code' }, breakable(id)), make('span', { class: 'step' }, step[0], step[1] && ' → ', step[1]),
    rows.length > 0 && make('span', { class: 'dim' }, 'row ', joined(rows.map((row) => rowLink(contract, row)))),
    reason !== undefined && (to === 'failed' || to === 'known') && make('small', { class: 'dim' }, reason));
}

/// Returns a link to a row, or its id if the current suites don't have it.
function rowLink(contract, id) {
  if (!contract.rows.some((row) => row.id === id)) return make('span', { class: 'segment' }, id);
  const at = `${contract.id}/${id}`;
  const target = fragment({ isDifferent: false, isFailed: false, contract: '', at });
  const again = () => {
    if (location.hash === target) follow();
  };
  return make('a', { class: 'segment', href: target, onclick: again }, id);
}

// MARK: Overview

/// Returns a card for each contract: a link to its table, and the result of each implementation.
function overviewElement() {
  return make('nav', { class: 'cards', 'aria-label': 'Contracts' }, tables.map(({ contract, title }) =>
    make('section', { class: 'card' },
      make('h3', {}, make('button', { class: 'link', onclick: () => show(contract, title) }, contract.id), make('small', {}, ` ${contract.versions.join(', ')}`)),
      make('ul', {}, contract.implementations.map((implementation) => cardLine(implementation))))));
}

function cardLine(implementation) {
  const { counts } = implementation.history.find(({ run }) => run === implementation.run);
  const kind = Object.keys(signs).find((each) => counts[each] > 0) ?? 'notRun';
  const broke = implementation.comparison?.cases.filter((each) => each.change === 'broke').length ?? 0;
  const fixed = implementation.comparison?.cases.filter((each) => each.change === 'fixed').length ?? 0;
  const news = [broke > 0 && `${number(broke)} broke`, fixed > 0 && `${number(fixed)} fixed`].filter(Boolean).join(', ');
  return make('li', {}, make('span', { class: `sign ${kind}`, 'aria-hidden': 'true' }, signs[kind]), make('span', {}, implementation.name),
    make('span', { class: 'figures' }, make('span', { class: kind }, ratioText(counts)), news !== '' && make('small', {}, news)));
}

/// Shows the table of a contract, which a filter may hide.
function show(contract, title) {
  if (state.contract !== '' && state.contract !== contract.id) change({ contract: '' });
  title.scrollIntoView();
  title.focus({ preventScroll: true });
}

// MARK: List of runs

function runsElement() {
  const heads = ['run', 'labels', 'results', 'report'];
  const results = board.runs.map(() => []);
  for (const { id, implementations } of board.contracts) {
    for (const { name, history } of implementations) {
      for (const { run, counts } of history) results[run].push({ text: `${id}, ${name}: ${ratioText(counts)}`, counts });
    }
  }
  const rows = board.runs.map((run, index) => ({ run, results: results[index] })).toReversed();
  return make('section', { class: 'runs', 'aria-labelledby': 'runs' }, make('h2', { id: 'runs' }, 'Runs'),
    make('table', {}, make('thead', {}, make('tr', {}, heads.map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, rows.map(({ run, results: own }) => {
        const cells = [
          [make('span', { class: 'strong' }, run.start === undefined ? 'no date' : moment(run.start)), run.isInterrupted && make('span', { class: 'known' }, ' ~ interrupted')],
          run.labels.length > 0 ? make('span', { class: 'labels' }, run.labels.map(labelElement)) : '–',
          resultsElement(own),
          [make('span', { class: 'code segment' }, run.file), make('small', { class: 'dim' }, ` Parity ${run.harness}`)],
        ];
        return make('tr', {}, cells.map((cell, position) => make('td', { 'data-head': heads[position] }, make('div', {}, cell))));
      }))),
    board.duplicates.filter(({ file, original }) => file !== original).map(({ file, original }) => make('p', { class: 'dim' }, `${file} is left out: it is the same run as ${original}.`)));
}

/// Returns the sum of the results of a run, which opens to those of each contract and implementation.
function resultsElement(results) {
  if (results.length === 0) return 'no results';
  const sum = (of) => results.reduce((total, { counts }) => total + of(counts), 0);
  const text = `${number(sum((counts) => counts.passed))} of ${number(sum(applicable))} passed`;
  const failed = sum((counts) => counts.failed);
  return make('details', {}, make('summary', {}, text, failed > 0 && make('span', { class: 'failed' }, ` ✗ ${number(failed)} failed`)),
    make('ul', {}, results.map((each) => make('li', {}, each.text))));
}

// MARK: Page

const nothing = make('p', { class: 'empty', hidden: true }, 'No case matches the filters.');

/// Shows what the filters leave.
function refresh() {
  picker.value = state.contract;
  differs.setAttribute('aria-pressed', state.isDifferent);
  fails.setAttribute('aria-pressed', state.isFailed);
  let shown = 0;
  let whole = 0;
  for (const { contract, lines, element } of tables) {
    const isLeftOut = state.contract !== '' && contract.id !== state.contract;
    const left = isLeftOut ? 0 : lines.filter((line) => line.refresh()).length;
    element.hidden = isLeftOut || left === 0 && isFiltering();
    shown += left;
    whole += isLeftOut ? 0 : lines.length;
  }
  nothing.hidden = shown > 0 || whole === 0;
  for (const { contract, loud, quiet } of changes) {
    for (const element of [loud, quiet]) if (element) element.hidden = state.contract !== '' && contract.id !== state.contract;
  }
  found.textContent = shown === whole ? counted(whole, 'row') : `${number(shown)} of ${counted(whole, 'row')}`;
  refreshOpener();
  fit();
}

function linesInView() {
  return tables.filter(({ element }) => !element.hidden).flatMap(({ lines }) => lines).filter((line) => !line.element.hidden);
}

function refreshOpener() {
  opener.textContent = linesInView().some((line) => !line.isOpen) ? 'Open all rows' : 'Close all rows';
}

function openAll(isOpen) {
  for (const line of linesInView()) {
    line.isOpen = isOpen;
    line.refresh();
  }
  refreshOpener();
}

/// Lets the names of the columns stay in view, unless the table is wider than its box, which then scrolls.
function fit() {
  for (const { box } of tables) {
    box.classList.remove('wide');
    const isWide = box.firstChild.scrollWidth > box.clientWidth;
    box.classList.toggle('wide', isWide);
    // A box that scrolls needs the focus, so that keys can scroll it.
    if (isWide) box.setAttribute('tabindex', '0');
    else box.removeAttribute('tabindex');
  }
}

/// Shows the state that the fragment of the page's address names, and the row in it.
function follow() {
  const at = readFragment();
  refresh();
  for (const { contract, lines } of tables) {
    const line = lines.find(({ row }) => `${contract.id}/${row.id}` === at);
    if (line === undefined) continue;
    line.open(true);
    line.button.scrollIntoView({ block: 'center' });
    line.button.focus({ preventScroll: true });
  }
}

const hasSeveral = board.contracts.some(({ implementations }) => implementations.length > 1);
const newest = board.runs.at(-1);
document.body.append(
  make('header', {}, make('h1', {}, 'Parity board',
    make('small', {}, [board.summary, newest.start && `newest run ${moment(newest.start)}`].filter(Boolean).join(' · ')),
    sharedLabels.length > 0 && make('span', { class: 'labels' }, sharedLabels.map(labelElement)))),
  make('div', { class: 'tools', role: 'group', 'aria-label': 'Filters' },
    board.contracts.length > 1 && [make('label', { for: 'contract' }, 'Contract'), picker],
    hasSeveral && differs, fails, opener, found),
  make('main', {},
    board.contracts.length === 0 && make('p', { class: 'empty' }, 'No run has a result.'),
    board.contracts.length > 1 && overviewElement(),
    board.contracts.length > 0 && make('section', { 'aria-labelledby': 'changes' }, make('h2', { id: 'changes' }, 'What changed'),
      make('p', { class: 'dim' }, 'Between the newest run of each implementation and the run before it.'),
      changes.map(({ loud }) => loud), make('ul', { class: 'quiet' }, changes.map(({ quiet }) => quiet))),
    nothing, tables.map(({ element }) => element),
    runsElement()));

window.addEventListener('hashchange', follow);
window.addEventListener('resize', fit);
follow();
