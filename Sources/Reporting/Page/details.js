let opened = null;
const heading = make('h2', { id: 'opened', class: 'code', tabindex: '-1' });
const body = make('div', { class: 'body', tabindex: '0', role: 'region', 'aria-label': 'Case details' });
const copied = make('span', { class: 'dim', role: 'status' });
const panel = make('aside', { class: 'details', role: 'dialog', 'aria-labelledby': 'opened', hidden: true },
  make('div', { class: 'top' }, heading, copied,
    make('button', { class: 'plain', onclick: () => copy(location.href) }, 'Copy link'),
    make('button', { class: 'plain', onclick: () => step(-1), 'aria-label': 'Previous case', title: 'k' }, '↑'),
    make('button', { class: 'plain', onclick: () => step(1), 'aria-label': 'Next case', title: 'j' }, '↓'),
    make('button', { class: 'plain', onclick: () => close(), 'aria-label': 'Close', title: 'Esc' }, '✕')),
  body);

function copy(text) {
  const tell = (words) => {
    copied.textContent = words;
    setTimeout(() => copied.replaceChildren(), 2000);
  };
  if (navigator.clipboard === undefined) tell('Copying requires a secure (HTTPS) page');
  else navigator.clipboard.writeText(text).then(() => tell('Copied'), () => tell('The browser blocked copying'));
}

function show(each) {
  if (each !== null && each !== opened) {
    heading.replaceChildren(visible(each.id));
    body.replaceChildren();
    appendAll(body, description(each).flat(Infinity).filter(Boolean));
    body.scrollTop = 0;
  }
  const isChanged = panel.hidden !== (each === null);
  opened = each;
  panel.hidden = each === null;
  document.body.classList.toggle('split', each !== null);
  if (isChanged) layOut();
  else mark();
}

// MARK: Content

function description(each) {
  const { suite, verdicts } = each;
  const { location: [file, line, column], golden, input: sent, operation, requires, description: words } = each.source;
  const groups = failedAlike(verdicts);
  const facts = [
    ['case', make('span', { class: 'code' }, place({ file: report.files[file], line, column }))],
    golden && ['golden', make('span', { class: 'code' }, `Golden/${each.name}.json`)],
    ['contract', `${suite.contract} ${suite.version}, ${operation}`],
    requires && ['requires', requires.join(', ')],
    ...each.causes.map((cause) => ['cause', [link(cause.link, `${cause.number}: ${cause.title}`),
      implementations.length > 1 && ` ${cause.implementation}`]]),
  ].filter(Boolean);
  return [
    make('p', {}, words),
    make('div', { class: 'verdicts' }, verdicts.map((verdict) => make('span', {},
      make('span', { class: `${verdict.kind} strong` }, `${signs[verdict.kind]} ${wordsOf(verdict.kind)}`),
      ` ${verdict.implementation} `, make('span', { class: 'dim' }, note(verdict))))),
    make('dl', { class: 'facts' }, facts.map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
    groups.map(failureDescription),
    section('Re-run', command(repeating(each))),
    sent ? block('Input', sent) : make('p', { class: 'dim' }, 'This report doesn\'t include the input of this case.'),
    groups.length === 0 ? golden && block('Golden', golden)
      : groups.map((group) => sides(golden, group, groups.length > 1)),
    each.rows.map(rowDescription),
  ];
}

function note({ kind, schedules, lacks }) {
  if (kind === 'notApplicable') return `lacks ${lacks.join(', ')}`;
  return schedules > 0 ? `also in ${counted(schedules, 'ordering')}` : '';
}

/// Returns the failures, known or not, grouped by failure and output.
function failedAlike(verdicts) {
  const groups = new Map();
  for (const verdict of verdicts) {
    if (verdict?.failures === undefined) continue;
    const key = JSON.stringify([verdict.failures, verdict.known, verdict.output]);
    groups.set(key, [...(groups.get(key) ?? []), verdict]);
  }
  const names = (group) => group.map((each) => each.implementation).join(' and ');
  return [...groups.values()].map((group) => ({ ...group[0], names: names(group), isAgreed: group.length > 1 }));
}

function section(title, ...children) {
  return [make('h3', {}, title), ...children];
}

function link(target, ...children) {
  return make('a', { href: target }, ...children);
}

function command(value) {
  return make('div', { class: 'command' }, make('code', {}, value),
    make('button', { onclick: () => copy(value), 'aria-label': 'Copy command' }, 'Copy'));
}

/// Returns the command that reruns this case with the implementations that fail it.
function repeating({ name, verdicts, source }) {
  const failed = verdicts.filter((verdict) => verdict?.failures !== undefined);
  const options = new Set((failed.length > 0 ? failed : verdicts).map((verdict) => verdict?.options ?? ''));
  const isAboutOrder = failed.some(({ failures }) => failures.some(({ kind }) => kind === 'dependsOnOrder'));
  const { schedules, seed } = report.orders ?? {};
  const orders = isAboutOrder && report.orders ? `--schedules ${schedules} --seed ${seed}` : '';
  const parts = ['parity check --only', name, source.options ?? '', ...options, orders];
  return parts.filter((part) => part !== '').join(' ');
}

function failureDescription({ kind, known, names, isAgreed, failures }) {
  return section(`${signs[kind]} ${names}`,
    isAgreed && make('p', {}, 'These implementations fail in the same way.'),
    known && make('p', {}, `${known.divergence ? 'Accepted divergence' : 'Known failure'}: ${known.reason} `, webLink(known.link),
      make('span', { class: 'dim' }, known.expires && ` until ${known.expires}`, ` ${place(known.location)}`)),
    failures.map(({ title, lines, differences, isShownAbove, more, log }) => {
      const told = [lines, ...differences.map((difference) => difference.lines)].filter((part) => part.length > 0);
      if (told.length === 0 && isShownAbove) told.push([[['same differences as above', 'dim']]]);
      if (more > 0) told.push([[[`… ${counted(more, 'more difference')}`, 'dim']]]);
      return make('div', { class: `failure ${kind}` }, make('p', {}, title),
        told.map((part) => make('div', { class: 'lines code' }, part.map(line))),
        log.length > 0 && make('pre', { tabindex: '0' }, log.join('\n')));
    }));
}

/// Returns a link if the target is an HTTP URL, or otherwise its text.
function webLink(target) {
  if (!/^https?:[/][/]/i.test(target ?? '')) return target;
  return make('a', { href: target, rel: 'noopener noreferrer' }, target);
}

function line(spans) {
  const [first, ...rest] = spans.map((span) => (Array.isArray(span) ? span : [span]));
  const side = spans.find((span) => span[1] === 'removed' || span[1] === 'added')?.[1];
  return make('div', { class: side }, first && make('span', { class: first[1] }, first[0].trimStart()),
    rest.map(([words, style]) => make('span', { class: style }, words)));
}

function rowDescription({ id, scenario, expectedBehavior, covers, tests, suite }) {
  return section(`Row ${id}`, make('p', {}, scenario), make('p', { class: 'dim' }, expectedBehavior),
    make('ul', {}, suite.clauseList.filter((clause) => covers.has(clause.id)).map((clause) =>
      make('li', {}, clauseButton(suite, clause), ` ${clause.text}`, standing(clause)))),
    tests.length > 0 && make('p', { class: 'dim code' }, tests.join('\n')));
}

/// Returns the level of a clause and, if the contract states it, the origin.
function standing({ level, origin }) {
  if (!level) return null;
  return make('span', { class: 'dim' }, ` (${[level, origin].filter(Boolean).join(', ')})`);
}

/// Returns a button that shows the rows about a clause.
function clauseButton(suite, clause) {
  return make('button', { class: 'link', onclick: () => chooseClause(suite, clause) }, clause.id);
}

// MARK: JSON

function block(title, source, marks, side) {
  const texts = pretty(source).map(visible);
  const pre = make('pre', { tabindex: '0' });
  appendAll(pre, texts.map((each, index) =>
    marks?.has(index) ? make('b', { class: side }, each === '' ? ' ' : each) : `${each}\n`));
  return make('section', {}, make('div', { class: 'caption' }, make('h3', {}, title),
    make('button', { class: 'plain', onclick: () => copy(source), 'aria-label': `Copy ${title}` }, 'Copy')), pre);
}

function sides(golden, { output, names, failures }, isOneOfMany) {
  if (failures.every(({ kind }) => kind === 'dependsOnOrder')) {
    return golden && block('Golden (output for the original ordering)', golden);
  }
  const title = isOneOfMany ? `Actual (${names})` : 'Actual';
  if (!golden || !output) return [golden && block('Expected', golden), output && block(title, output)];
  const [removed, added] = lineMarks(pretty(golden), pretty(output));
  return make('div', { class: 'sides' },
    block('Expected', golden, removed, 'removed'), block(title, output, added, 'added'));
}

/// Returns the lines of formatted JSON. The text isn't parsed, so numbers keep their spelling.
function pretty(source) {
  const lines = [''];
  let depth = 0;
  const begin = () => lines.push('  '.repeat(depth));
  for (const [token] of source.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      begin();
    }
    lines[lines.length - 1] += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    if (token === '{' || token === '[' || token === ',') begin();
  }
  return lines;
}

/// Returns, for each text, the indexes of the lines that the other text doesn't have.
function lineMarks(first, second) {
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) start += 1;
  let [end, other] = [first.length, second.length];
  while (end > start && other > start && first[end - 1] === second[other - 1]) {
    end -= 1;
    other -= 1;
  }
  const [height, width] = [end - start, other - start];
  // Find the longest common subsequence of the remaining lines. If they are too many, mark all of them.
  const isComparable = height * width <= 4_000_000;
  const lengths = new Uint16Array(isComparable ? (height + 1) * (width + 1) : 0);
  for (let row = height - 1; isComparable && row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      const at = row * (width + 1) + column;
      lengths[at] = first[start + row] === second[start + column] ? lengths[at + width + 2] + 1
        : Math.max(lengths[at + width + 1], lengths[at + 1]);
    }
  }
  const marks = [new Set(), new Set()];
  let [row, column] = [0, 0];
  while (row < height || column < width) {
    const at = row * (width + 1) + column;
    if (isComparable && row < height && column < width && first[start + row] === second[start + column]) {
      row += 1;
      column += 1;
    } else if (row < height && (column === width || !isComparable || lengths[at + width + 1] >= lengths[at + 1])) {
      marks[0].add(start + row);
      row += 1;
    } else {
      marks[1].add(start + column);
      column += 1;
    }
  }
  return marks;
}
