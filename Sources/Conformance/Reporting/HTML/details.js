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
