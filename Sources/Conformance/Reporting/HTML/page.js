'use strict';
{
const findings = JSON.parse(document.getElementById('findings').textContent);
const kinds = {
  p: { name: 'passed', sign: '✓' }, f: { name: 'failed', sign: '✗' }, k: { name: 'known', sign: '~' },
  u: { name: 'unsupported', sign: '–' }, n: { name: 'skipped', sign: '○' }, '.': { name: 'skipped', sign: '○' },
};
// The worst first: a row shows the worst of its cases.
const order = ['f', 'k', 'n', 'p', 'u', '.'];
const implementations = [];
const cases = [];
const rows = [];

/// An element with properties and children; a string becomes a text.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean' && !name.startsWith('aria-')) element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

function counted(count, noun) { return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`; }

for (const contract of findings.contracts) {
  for (const { name } of contract.implementations) if (!implementations.includes(name)) implementations.push(name);
}
for (const contract of findings.contracts) {
  const columns = contract.implementations.map(({ name }) => implementations.indexOf(name));
  const place = (letters) => {
    const placed = implementations.map(() => ' ');
    columns.forEach((column, index) => { placed[column] = letters[index]; });
    return placed;
  };
  const own = contract.cases.map((source) => {
    const failures = (source.details?.groups ?? []).flatMap((group) => group.failures);
    const told = failures.flatMap((failure) => [failure.title, ...(failure.lines ?? []).flat(2)]);
    return {
      ...source, contract, rows: [], verdicts: place(source.verdicts), notes: place(source.notes ?? []),
      link: `#${encodeURIComponent(contract.id)}/${encodeURIComponent(source.id)}`,
      text: [source.id, source.description, source.location, ...told].join('\n').toLowerCase(),
    };
  });
  const homeless = own.map((_, index) => index);
  for (const source of contract.rows) {
    const row = { ...source, contract, cases: source.cases.map((index) => own[index]) };
    row.text = [row.id, row.scenario, row.expected, ...row.covers, ...row.tests].join('\n').toLowerCase();
    for (const index of source.cases) { own[index].rows.push(row); homeless[index] = -1; }
    rows.push(row);
  }
  const rest = homeless.filter((index) => index >= 0).map((index) => own[index]);
  if (rest.length > 0) {
    const row = { id: 'in no row', scenario: 'cases that no row names', contract, cases: rest, covers: [],
      clauses: [], tests: [], text: '' };
    for (const each of rest) each.rows.push(row);
    rows.push(row);
  }
  cases.push(...own);
}
const caseByLink = new Map(cases.map((each) => [each.link, each]));

const state = { text: '', clause: null, kinds: new Set(), everything: null, overrides: new Map() };

// Contracts may use the same ids for clauses of their own.
const clauses = findings.contracts.flatMap((contract) =>
  contract.clauses.map((clause) => ({ ...clause, contract })));

function isAbout(row, clause) { return row.contract === clause.contract && row.covers.includes(clause.id); }

function isFiltering() { return state.text !== '' || state.clause !== null || state.kinds.size > 0; }

function isOpen(row) {
  const base = state.everything
    ?? (isFiltering() || row.cases.some((each) => each.verdicts.includes('f')));
  return state.overrides.get(row) ?? base;
}

/// The lines of the matrix that the filter leaves, in its order.
function filtered() {
  const words = state.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const found = [];
  let contract = null;
  for (const row of rows) {
    if (state.clause !== null && !isAbout(row, state.clause)) continue;
    const pending = words.filter((word) => !row.text.includes(word));
    const matching = row.cases.filter((each) =>
      pending.every((word) => each.text.includes(word))
      && (state.kinds.size === 0 || each.verdicts.some((letter) => state.kinds.has(kinds[letter]?.name))));
    if (matching.length === 0 && (isFiltering() || row.cases.length > 0)) continue;
    if (findings.contracts.length > 1 && row.contract !== contract) {
      contract = row.contract;
      found.push({ kind: 'contract', contract });
    }
    found.push({ kind: 'group', row, matching });
    if (isOpen(row)) for (const each of matching) found.push({ kind: 'case', row, case: each });
  }
  return found;
}

const list = make('div', { class: 'list', role: 'treegrid', tabindex: '0', 'aria-label': 'Behaviour matrix' });
const empty = make('p', { class: 'empty', role: 'status', hidden: true });
const outcome = make('p', { class: 'empty', role: 'status', 'aria-live': 'polite', hidden: true });
let items = [];
let tops = [];
let heights = {};
let active = 0;
let shown = new Map();
let isPrinting = false;
let headTop = 0;

function measure() {
  const kindsOfItem = ['contract', 'group', 'case'];
  const probes = kindsOfItem.map((kind) => make('div', { class: `item ${kind}` }));
  list.append(...probes);
  kindsOfItem.forEach((kind, index) => { heights[kind] = probes[index].offsetHeight; });
  for (const probe of probes) probe.remove();
}

/// Finds the lines anew, and keeps the active one where it is still there.
function refresh() {
  const before = items[active];
  items = filtered();
  const after = items.findIndex((item) =>
    item.kind === before?.kind && item.row === before?.row && item.case === before?.case);
  active = after >= 0 ? after : 0;
  layOut();
}

function layOut() {
  measure();
  let top = 0;
  tops = items.map((item) => {
    const own = top;
    top += heights[item.kind];
    return own;
  });
  list.style.height = `${top}px`;
  list.setAttribute('aria-rowcount', items.length);
  for (const element of shown.values()) element.remove();
  shown = new Map();
  empty.hidden = items.length > 0;
  empty.textContent = cases.length === 0 ? 'There are no cases.' : 'Nothing matches the filter.';
  draw();
}

/// Where there is little room only the names of the columns stay in sight.
function placeHead() {
  headTop = window.innerWidth <= 640 ? -columns.offsetTop : 0;
  header.style.top = `${headTop}px`;
}

/// The first line that ends below a height.
function lineAt(height) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle] + heights[items[middle].kind] <= height) low = middle + 1; else high = middle;
  }
  return low;
}

function draw() {
  if (list.hidden) return;
  const margin = 400;
  const start = -list.getBoundingClientRect().top;
  const first = isPrinting ? 0 : lineAt(start - margin);
  const last = isPrinting ? items.length : Math.min(lineAt(start + window.innerHeight + margin) + 1, items.length);
  for (const [index, element] of shown) {
    if (index < first || index >= last) { element.remove(); shown.delete(index); }
  }
  const added = document.createDocumentFragment();
  for (let index = first; index < last; index += 1) {
    if (shown.has(index)) continue;
    const element = lineElement(items[index], index);
    shown.set(index, element);
    added.append(element);
  }
  list.append(added);
  mark();
}

function mark() {
  for (const [index, element] of shown) {
    element.classList.toggle('active', index === active);
    element.classList.toggle('open', items[index].case !== undefined && items[index].case === opened);
  }
  if (shown.has(active)) list.setAttribute('aria-activedescendant', `line-${active}`);
  else list.removeAttribute('aria-activedescendant');
}

function lineElement(item, index) {
  const properties = { id: `line-${index}`, role: 'row', class: `item ${item.kind}`, 'aria-rowindex': index + 1 };
  let children;
  if (item.kind === 'contract') {
    properties['aria-level'] = 1;
    children = [make('span', { class: 'name', role: 'gridcell' },
      `${item.contract.id} ${item.contract.version}`)];
  } else if (item.kind === 'group') {
    const { row } = item;
    properties['aria-level'] = 1;
    properties['aria-expanded'] = isOpen(row);
    children = [
      make('div', { class: 'name', role: 'gridcell', title: `${row.scenario}\n${row.expected ?? ''}` },
        make('span', {}, make('span', { class: 'strong' }, row.id), ' ',
          make('small', {}, [counted(row.cases.length, 'case'), ...row.clauses].join(' · '))),
        make('small', {}, row.scenario)),
      ...implementations.map((name, column) => groupCell(row, name, column)),
    ];
  } else {
    properties['aria-level'] = 2;
    children = [
      make('div', { class: 'name', role: 'gridcell', title: item.case.description },
        make('span', { class: 'code' }, item.case.id), make('small', {}, item.case.description)),
      ...implementations.map((name, column) => caseCell(item.case, name, column)),
    ];
  }
  const element = make('div', properties, ...children);
  element.style.top = `${tops[index]}px`;
  element.addEventListener('click', () => {
    active = index;
    list.focus({ preventScroll: true });
    act();
  });
  return element;
}

function groupCell(row, name, column) {
  const counts = {};
  for (const each of row.cases) counts[each.verdicts[column]] = (counts[each.verdicts[column]] ?? 0) + 1;
  const letter = order.find((candidate) => counts[candidate] > 0);
  if (letter === undefined) return make('span', { class: 'cell', role: 'gridcell' });
  const kind = kinds[letter];
  const count = counts[letter];
  const whole = count === row.cases.length;
  return make('span', { class: `cell ${kind.name}`, role: 'gridcell', title: `${name}: ${count} ${kind.name}`,
    'aria-label': `${name}: ${count} of ${row.cases.length} ${kind.name}` },
    make('span', { class: 'sign' }, kind.sign), ` ${count}`,
    whole ? null : make('span', { class: 'of' }, ` of ${row.cases.length}`));
}

function caseCell(each, name, column) {
  const kind = kinds[each.verdicts[column]];
  if (kind === undefined) return make('span', { class: 'cell', role: 'gridcell' });
  return make('span', { class: `cell ${kind.name}`, role: 'gridcell', title: `${name}: ${kind.name}`,
    'aria-label': `${name}: ${kind.name}` }, make('span', { class: 'sign' }, kind.sign));
}

/// What a click or Enter does on the active line.
function act() {
  const item = items[active];
  if (item?.kind === 'group') toggle(item.row, !isOpen(item.row));
  else if (item?.kind === 'case') open(item.case);
  mark();
}

function toggle(row, isToBeOpen) {
  state.overrides.set(row, isToBeOpen);
  refresh();
}

function activate(index) {
  active = Math.max(0, Math.min(index, items.length - 1));
  reveal();
  mark();
}

/// Scrolls so that the active line can be seen.
function reveal() {
  if (items.length === 0) return;
  const head = header.offsetHeight + headTop;
  const start = list.getBoundingClientRect().top + tops[active];
  const end = start + heights[items[active].kind];
  if (start < head) window.scrollBy(0, start - head - 8);
  else if (end > window.innerHeight) window.scrollBy(0, end - window.innerHeight + 8);
  draw();
}

/// The next line in a direction for which something holds; -1: there is none.
function nextLine(step, holds) {
  for (let index = active + step; index >= 0 && index < items.length; index += step) {
    if (holds(items[index])) return index;
  }
  return -1;
}

let opened = null;
const heading = make('h2', { id: 'opened', class: 'code', tabindex: '-1' });
const body = make('div', { class: 'body', tabindex: '0', role: 'region', 'aria-label': 'Details of the case' });
const copied = make('span', { class: 'dim', role: 'status' });
const panel = make('aside', { class: 'details', role: 'dialog', 'aria-labelledby': 'opened', hidden: true },
  make('div', { class: 'top' }, heading, copied,
    make('button', { class: 'plain', onclick: () => copy(location.href), title: 'Copy a link to this case' },
      'Copy link'),
    make('button', { class: 'plain', onclick: () => step(-1), 'aria-label': 'Previous case', title: 'k' }, '↑'),
    make('button', { class: 'plain', onclick: () => step(1), 'aria-label': 'Next case', title: 'j' }, '↓'),
    make('button', { class: 'plain', onclick: () => close(), 'aria-label': 'Close', title: 'Esc' }, '✕')),
  body);

function copy(text) {
  const tell = (words) => {
    copied.textContent = words;
    setTimeout(() => { copied.textContent = ''; }, 2000);
  };
  if (navigator.clipboard === undefined) return tell('Copy it from the address bar.');
  navigator.clipboard.writeText(text).then(() => tell('Copied.'), () => tell('Copying was refused.'));
}

/// Shows a case, and has the address name it.
function open(each, replaces = false) {
  if (location.hash !== each.link) {
    if (replaces) history.replaceState(null, '', each.link); else history.pushState(null, '', each.link);
  }
  show(each);
  heading.focus();
}

function close() {
  if (opened === null) return;
  history.pushState(null, '', '#');
  show(null);
  list.focus({ preventScroll: true });
}

function show(each) {
  opened = each;
  panel.hidden = each === null;
  document.body.classList.toggle('split', each !== null);
  if (each !== null) {
    heading.replaceChildren(each.id);
    body.replaceChildren(...description(each));
    body.scrollTop = 0;
  }
  layOut();
}

/// Shows the case that the address names; one that is filtered out is still shown.
function follow() {
  if (location.hash === '' || location.hash === '#') { if (opened !== null) show(null); return; }
  const each = caseByLink.get(location.hash)
    ?? cases.find((candidate) => candidate.link === normalized(location.hash));
  outcome.hidden = each !== undefined;
  if (each === undefined) {
    outcome.textContent = `This page has no case for ${location.hash}.`;
    show(null);
    return;
  }
  let index = items.findIndex((item) => item.case === each);
  if (index < 0 && each.rows.length > 0) {
    state.overrides.set(each.rows[0], true);
    refresh();
    index = items.findIndex((item) => item.case === each);
  }
  show(each);
  if (index >= 0) activate(index);
  heading.focus();
}

function normalized(hash) {
  try {
    return '#' + hash.slice(1).split('/').map((part) => encodeURIComponent(decodeURIComponent(part))).join('/');
  } catch {
    return hash;
  }
}

/// Opens the next case of the list in a direction.
function step(direction, holds = () => true) {
  const index = nextLine(direction, (item) => item.kind === 'case' && holds(item.case));
  if (index < 0) return;
  activate(index);
  open(items[index].case, true);
}

// MARK: What it says

function description(each) {
  const { contract, details } = each;
  const facts = [
    ['case', code(each.location)], ['golden', code(`Golden/${contract.id}/${each.id}.json`)],
    ['contract', `${contract.id} ${contract.version}, ${each.operation}`],
    ...(each.requires ? [['requires', each.requires.join(', ')]] : []),
  ];
  return [
    make('p', {}, each.description),
    make('div', { class: 'verdicts' }, implementations.map((name, column) => {
      const kind = kinds[each.verdicts[column]];
      return kind === undefined ? null : make('span', {},
        make('span', { class: `${kind.name} strong` }, `${kind.sign} ${kind.name}`), ` ${name} `,
        make('span', { class: 'dim' }, each.notes[column]?.trim() ?? ''));
    })),
    make('dl', { class: 'facts' }, facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
    ...(details?.groups ?? []).flatMap((group) => groupDescription(group, details)),
    ...(details?.again ? section('Again', command(details.again)) : []),
    ...(details?.input ? section('Input', text(details.input)) : []),
    ...each.rows.flatMap(rowDescription),
    ...(details ? [] : section('Again', command(`parity check --only ${contract.id}/${each.id}`),
      make('p', { class: 'dim' }, 'Its input stands in the case file; what passed gave the golden.'))),
  ];
}

function section(title, ...children) { return [make('h3', {}, title), ...children]; }
function code(value) { return make('span', { class: 'code' }, value); }

function command(value) {
  return make('div', { class: 'command' }, make('code', {}, value),
    make('button', { onclick: () => copy(value), 'aria-label': `Copy the command ${value}` }, 'Copy'));
}

function groupDescription(group, details) {
  const names = group.implementations.join(' and ');
  const agreed = group.implementations.length > 1
    ? [make('p', { class: 'strong' }, `${names} agree with each other.`)] : [];
  const known = group.known === undefined ? [] : [make('p', {}, `~ known: ${group.known} `, webLink(group.link))];
  const marks = details.golden && group.output ? lineMarks(details.golden.text, group.output.text) : null;
  const sides = [
    details.golden && make('div', {}, ...section('Expected', text(details.golden, marks?.[0], 'removed'))),
    group.output && make('div', {}, ...section('Actual', text(group.output, marks?.[1], 'added'))),
  ].filter(Boolean);
  return [
    ...section(`${group.known === undefined ? '✗' : '~'} ${names}`, ...known),
    ...group.failures.map((failure) => make('div', { class: `failure ${group.known ? 'known' : ''}` },
      make('p', {}, failure.title),
      failure.lines && make('div', { class: 'lines code' }, failure.lines.map(line)),
      failure.log && text(failure.log))),
    ...agreed, make('div', { class: sides.length === 2 ? 'sides' : '' }, sides),
  ];
}

/// A link for those that lead to the web, else the text.
function webLink(target) {
  if (target === undefined) return null;
  const isWeb = /^https?:[/][/]/i.test(target);
  return isWeb ? make('a', { href: target, rel: 'noopener noreferrer' }, target) : target;
}

function line(spans) {
  const texts = spans.map((span) => (Array.isArray(span) ? span : [span, '']));
  if (texts.length > 0) texts[0] = [texts[0][0].trimStart(), texts[0][1]];
  const parts = texts.map(([words, style]) => make('span', { class: style }, words));
  const side = spans.find((span) => span[1] === 'removed' || span[1] === 'added');
  return make('div', { class: Array.isArray(side) ? side[1] : '' }, parts);
}

function text(block, marks, side) {
  const pre = make('pre', { tabindex: '0' });
  if (marks === undefined) {
    pre.textContent = block.text;
  } else {
    block.text.split('\n').forEach((each, index) =>
      pre.append(marks.has(index) ? make('b', { class: side }, each === '' ? ' ' : each) : `${each}\n`));
  }
  return make('div', { class: 'text' }, pre, block.note ? make('p', {}, `… ${block.note}`) : null);
}

function rowDescription(row) {
  const own = clauses.filter((clause) => isAbout(row, clause));
  return [
    make('h3', {}, `Row ${row.id}`), make('p', {}, row.scenario), make('p', { class: 'dim' }, row.expected ?? ''),
    make('ul', { class: 'clauses' }, own.map((clause) => make('li', {},
      make('button', { class: 'link', onclick: () => chooseClause(clause) }, clause.id), ` ${clause.text}`))),
    row.tests.length === 0 ? null : make('p', { class: 'dim code' }, row.tests.join('\n')),
  ].filter(Boolean);
}

/// The numbers of the lines of each text that the other does not have.
function lineMarks(expected, actual) {
  const [first, second] = [expected.split('\n'), actual.split('\n')];
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let [end, other] = [first.length, second.length];
  while (end > start && other > start && first[end - 1] === second[other - 1]) { end -= 1; other -= 1; }
  const [height, width] = [end - start, other - start];
  const marks = [new Set(), new Set()];
  const isComparable = height * width <= 4_000_000;
  const lengths = isComparable ? new Uint16Array((height + 1) * (width + 1)) : null;
  for (let row = height - 1; isComparable && row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      const place = row * (width + 1) + column;
      lengths[place] = first[start + row] === second[start + column]
        ? lengths[place + width + 2] + 1 : Math.max(lengths[place + width + 1], lengths[place + 1]);
    }
  }
  let [row, column] = [0, 0];
  while (row < height || column < width) {
    const place = row * (width + 1) + column;
    if (isComparable && row < height && column < width && first[start + row] === second[start + column]) {
      row += 1;
      column += 1;
    } else if (row < height && (column === width || !isComparable
      || lengths[place + width + 1] >= lengths[place + 1])) {
      marks[0].add(start + row);
      row += 1;
    } else {
      marks[1].add(start + column);
      column += 1;
    }
  }
  return marks;
}

const coverage = make('section', { class: 'panel', id: 'coverage', role: 'tabpanel', hidden: true });
const problems = make('section', { class: 'panel', id: 'problems', role: 'tabpanel', hidden: true });
const problemCount = findings.diagnostics.length + (findings.incidents.length > 0 ? 1 : 0);

/// A bar whose parts are as long as the numbers say.
function share(counts) {
  const names = ['passed', 'failed', 'known', 'unsupported', 'skipped'].filter((name) => counts[name] > 0);
  const bar = make('span', { class: 'share', role: 'img',
    'aria-label': names.map((name) => `${counts[name]} ${name}`).join(', ') });
  for (const name of names) {
    const part = make('i', { class: name, title: `${counts[name]} ${name}` });
    part.style.flexGrow = counts[name];
    bar.append(part);
  }
  return bar;
}

function fillCoverage() {
  for (const contract of findings.contracts) {
    const told = clauses.filter((clause) => clause.contract === contract).map((clause) => {
      const covering = rows.filter((row) => isAbout(row, clause));
      const covered = new Set(covering.flatMap((row) => row.cases));
      const counts = {};
      for (const each of covered) {
        for (const letter of each.verdicts) {
          if (kinds[letter]) counts[kinds[letter].name] = (counts[kinds[letter].name] ?? 0) + 1;
        }
      }
      return { clause, rows: covering.length, cases: covered.size, counts };
    });
    const most = Math.max(1, ...told.map(({ cases: count }) => count));
    const covered = told.filter(({ cases: count }) => count > 0).length;
    const excused = told.filter(({ clause, cases: count }) => count === 0 && clause.excuse).length;
    const audit = contract.audit
      ? ` ${contract.audit.caught} of ${counted(contract.audit.deviations, 'wrong implementation')} caught.` : '';
    coverage.append(
      make('h2', {}, `${contract.id} ${contract.version}: ${contract.title}`),
      make('p', { class: 'dim' }, `${covered} of ${counted(told.length, 'clause')} covered`
        + `${excused > 0 ? `, ${excused} excused` : ''}, in ${counted(contract.rows.length, 'row')} and `
        + `${counted(contract.cases.length, 'case')}.${audit}`),
      make('div', { class: 'chart' }, told.map((each) => clauseElement(each, most))));
  }
}

function clauseElement({ clause, cases: count, counts }, most) {
  const bar = share(counts);
  bar.style.width = `${Math.max(2, 100 * count / most)}%`;
  const isRed = counts.failed > 0 || (count === 0 && !clause.excuse);
  const caught = clause.catches === undefined ? '' : ` · ${clause.catches} caught`;
  return make('button', { onclick: () => chooseClause(clause), title: `Show the rows about ${clause.id}` },
    make('span', { class: `strong ${isRed ? 'failed' : ''}` }, `${isRed ? '✗ ' : ''}${clause.id}`),
    count === 0 ? make('span', { class: clause.excuse ? 'dim' : 'failed' }, clause.excuse ? 'excused' : 'uncovered')
      : bar,
    make('span', { class: 'number' }, `${count === 0 ? '–' : counted(count, 'case')}${caught}`),
    make('span', { class: 'words' }, clause.text,
      clause.refines.length > 0 ? ` Refines ${clause.refines.join(', ')}.` : '',
      clause.excuse ? ` Excused: ${clause.excuse}` : ''));
}

function fillProblems() {
  if (findings.incidents.length > 0) {
    problems.append(make('h2', {}, 'Incidents'),
      make('div', { class: 'failure' }, make('div', { class: 'lines code' }, findings.incidents.map(line))));
  }
  if (findings.diagnostics.length > 0) problems.append(make('h2', {}, 'Findings'));
  for (const { severity, message, location: place, notes } of findings.diagnostics) {
    problems.append(make('div', { class: 'finding' },
      make('span', { class: severity === 'error' ? 'failed strong' : 'known strong' },
        `${severity === 'error' ? '✗' : '~'} ${severity}`), ` ${message}`,
      make('div', { class: 'dim code' }, place), notes.map((note) => make('div', { class: 'dim' }, note))));
  }
}

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
}
