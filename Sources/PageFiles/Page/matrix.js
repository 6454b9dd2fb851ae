const state = { text: '', kinds: new Set(), cause: null, everything: null, overrides: new Map() };
const list = make('div', { class: 'list', role: 'treegrid', tabindex: '0', 'aria-label': 'Cases' });
const empty = make('p', { class: 'empty', role: 'status', hidden: true });
const columns = make('div', { class: 'columns' }, make('span'),
  implementations.map((name) => make('span', { title: name }, name)));
const heights = {};
const shown = new Map();
let items = [];
let tops = [];
let active = 0;

// MARK: Lines

function isFiltering() {
  return state.text.trim() !== '' || state.kinds.size > 0;
}

function isMatching(row, each, words) {
  return (
    (state.kinds.size === 0 || each.kinds().some((kind) => state.kinds.has(kind))) &&
    words.every((word) => row.text.includes(word) || row.words.has(word) || each.text.includes(word))
  );
}

/// Returns whether a line is expanded, or undefined if it can't be. If there are more than 100 failures, rows start collapsed.
function isOpen(line) {
  if (line?.key === undefined) return undefined;
  const base = { contract: line.isLoud, fold: false, row: line.row?.hasFailed && counts.failed <= 100 };
  return state.overrides.get(line.key) ?? state.everything ?? (isFiltering() || base[line.kind]);
}

function findLines() {
  const words = state.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const found = [];
  const put = (line) => found.push(line) && isOpen(line);
  const isOne = report.suites.length === 1;
  for (const suite of suites) {
    if (state.cause !== null) {
      const own = state.cause.cases.filter(
        (each) => each.suite === suite && each.rows.some((row) => isMatching(row, each, words)));
      if (own.length > 0 && !isOne) put({ kind: 'contract', suite });
      for (const each of own) put({ kind: 'case', case: each });
      continue;
    }
    const groups = suite.rowList
      .map((row) => ({ kind: 'row', row, key: row, own: isFiltering()
        ? row.cases.filter((each) => isMatching(row, each, words)) : row.cases }))
      .filter(({ own }) => own.length > 0 || !isFiltering());
    if (groups.length === 0 && isFiltering()) continue;
    const loud = groups.filter(({ row }) => !row.isQuiet);
    // If some rows have failures, fold all others into one line.
    const folded = isFiltering() || loud.length === 0 ? [] : groups.filter(({ row }) => row.isQuiet);
    if (!isOne && !put({ kind: 'contract', suite, key: suite, isLoud: loud.length > 0 })) continue;
    const putRow = (group) => {
      if (put(group)) for (const each of group.own) put({ kind: 'case', row: group.row, case: each });
    };
    for (const group of folded.length > 0 ? loud : groups) putRow(group);
    if (folded.length > 0 && put({ kind: 'fold', key: suite.rowList, count: folded.length })) folded.forEach(putRow);
  }
  return found;
}

/// Recomputes the lines. Keeps the active line if it still exists.
function refresh() {
  const before = items[active];
  items = findLines();
  active = Math.max(0, items.findIndex((item) =>
    item.kind === before?.kind && item.key === before.key && item.row === before.row && item.case === before.case));
  const left = isFiltering() ? new Set(items.flatMap((item) => item.own ?? item.case ?? [])) : null;
  const whole = state.cause?.cases.length ?? cases.length;
  columns.firstChild.textContent = isFiltering()
    ? `${number(left.size)} of ${counted(whole, 'case')}`
    : state.cause === null ? 'Row and case' : counted(whole, 'case');
  expander.hidden = state.cause !== null;
  chips.hidden = state.cause !== null;
  expander.textContent = items.some((item) => isOpen(item) === false) ? 'Expand all' : 'Collapse all';
  layOut();
}

// MARK: Layout

function layOut() {
  // The list has no size while a case is open. It is laid out when it is shown again.
  if (list.offsetParent === null) return;
  // Show verdicts in columns if that leaves room for the names, or otherwise below the names.
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const count = Math.max(1, implementations.length);
  const room = (list.clientWidth / rem - 16) / count;
  const isStacked = room < 4;
  matrix.classList.toggle('stacked', isStacked);
  matrix.classList.toggle('tight', room < 6);
  matrix.style.setProperty('--count', isStacked ? Math.min(count, Math.floor(list.clientWidth / rem / 4.5)) : count);
  matrix.style.setProperty('--column', `${Math.min(room, 9)}rem`);
  for (const kind of ['contract', 'row', 'fold', 'case']) {
    const hasWords = kind === 'row' || kind === 'case';
    const probe = make('div', { class: `item ${kind}` },
      make('div', { class: 'name' }, make('span', {}, '.'), hasWords && make('small', {}, '.')),
      kind !== 'fold' && implementations.map((name) => cell('passed', name, '', kind === 'case' ? undefined : 'of')));
    list.append(probe);
    heights[kind] = probe.offsetHeight;
    probe.remove();
  }
  let top = 0;
  tops = items.map((item) => {
    top += heights[item.kind];
    return top - heights[item.kind];
  });
  list.style.height = `${top}px`;
  list.setAttribute('aria-rowcount', items.length);
  for (const element of shown.values()) element.remove();
  shown.clear();
  empty.hidden = items.length > 0;
  empty.textContent = cases.length === 0 ? 'No cases.' : 'No case matches the filter.';
  draw();
}

/// Returns the index of the first line that ends below a height.
function lineAt(height) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle] + heights[items[middle].kind] <= height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// Keeps only the lines in or near the visible area on the page, or all lines for printing.
function draw(isWhole = false) {
  if (list.offsetParent === null) return;
  const margin = 400;
  const start = -list.getBoundingClientRect().top;
  const first = isWhole ? 0 : lineAt(start - margin);
  const last = isWhole ? items.length : Math.min(lineAt(start + window.innerHeight + margin) + 1, items.length);
  for (const [index, element] of shown) {
    if (index >= first && index < last) continue;
    element.remove();
    shown.delete(index);
  }
  for (let index = first; index < last; index += 1) {
    if (!shown.has(index)) shown.set(index, lineElement(items[index], index));
  }
  appendAll(list, [...shown.values()].filter((element) => !element.isConnected));
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

// MARK: Elements

function lineElement(item, index) {
  const words = {
    contract: () => [make('span', {}, make('span', { class: 'strong' }, item.suite.contract),
      make('small', {}, `  ${item.suite.version}`, rank(item.suite) === 2 && ' · not checked'))],
    row: () => [
      make('span', {}, make('span', { class: 'strong' }, item.row.id), make('small', {},
        `  ${[counted(item.row.cases.length, 'case'), ...item.row.clauses].join(' · ')}`)),
      make('small', {}, item.row.scenario),
    ],
    fold: () => [make('span', { class: 'dim' }, `${counted(item.count, 'more row')} without a failure`)],
    case: () => [make('span', { class: 'code' }, item.case.id), make('small', {}, item.case.source.description)],
  };
  const cells = {
    contract: (name, column) => item.key && groupCell(item.suite.caseList, name, column),
    row: (name, column) => groupCell(item.row.cases, name, column),
    case: (name, column) => cell(item.case.kindAt(column), name, ''),
  };
  const hint = item.case?.source.description
    ?? (item.row && [item.row.scenario, item.row.expectedBehavior, item.row.clauses.join(', ')].filter(Boolean).join('\n'));
  const element = make('div', {
    id: `line-${index}`, role: 'row', class: `item ${item.kind}`, 'aria-rowindex': index + 1,
    'aria-level': { contract: 1, case: 3 }[item.kind] ?? 2, 'aria-expanded': isOpen(item),
    onclick: () => {
      active = index;
      list.focus({ preventScroll: true });
      act();
    },
  },
    make('div', { class: 'name', role: 'gridcell', title: hint }, words[item.kind]()),
    cells[item.kind] && implementations.map(cells[item.kind]));
  element.style.top = `${tops[index]}px`;
  element.style.height = `${heights[item.kind]}px`;
  return element;
}

function groupCell(someCases, name, column) {
  const found = tally(someCases, column);
  const kind = Object.keys(signs).find((candidate) => found[candidate] > 0);
  return cell(kind, name, ` ${number(found[kind] ?? 0)}`, ` of ${number(someCases.length)}`);
}

function cell(kind, name, ...told) {
  if (kind === undefined) return make('span', { class: 'cell', role: 'gridcell' });
  const words = `${name}:${told.join('')} ${wordsOf(kind)}`;
  return make('span', { class: `cell ${kind}`, role: 'gridcell', title: words, 'aria-label': words },
    make('span', {}, make('span', { class: 'sign' }, signs[kind]), told[0]), told[1] && make('span', {}, told[1]));
}

// MARK: Actions

function act() {
  const item = items[active];
  if (item?.case !== undefined) go(item.case.link);
  else if (item?.key !== undefined) toggle(item, !isOpen(item));
}

function toggle(item, isToBeOpen) {
  state.overrides.set(item.key, isToBeOpen);
  refresh();
}

function activate(index) {
  active = Math.max(0, Math.min(index, items.length - 1));
  if (items.length === 0 || list.offsetParent === null) return;
  const head = columns.getBoundingClientRect().bottom;
  const start = list.getBoundingClientRect().top + tops[active];
  const end = start + heights[items[active].kind];
  if (start < head) window.scrollBy(0, start - head - 8);
  else if (end > window.innerHeight) window.scrollBy(0, end - window.innerHeight + 8);
  draw();
}

function nextLine(direction, holds) {
  for (let index = active + direction; index >= 0 && index < items.length; index += direction) {
    if (holds(items[index])) return index;
  }
  return -1;
}

/// Opens the next case in a direction. To find a failed one, it also expands collapsed rows.
function step(direction, isToBeFailed) {
  const isWanted = (each) => !isToBeFailed || each.kinds().includes('failed');
  const isHiding = (item) => isToBeFailed && isOpen(item) === false
    && (item.own ?? item.suite?.caseList ?? []).some(isWanted);
  for (;;) {
    const index = direction > 0 && isHiding(items[active]) ? active
      : nextLine(direction, (item) => (item.case ? isWanted(item.case) : isHiding(item)));
    if (index < 0) return;
    if (items[index].case) {
      activate(index);
      go(items[index].case.link, true);
      return;
    }
    const before = items.length;
    toggle(items[index], true);
    // Going up, continue with the last of the expanded lines.
    active = direction > 0 ? index : index + items.length - before + 1;
  }
}
