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
