let opened = null;
const heading = make('h2', { id: 'opened', class: 'code', tabindex: '-1' });
const trail = make('nav', { class: 'trail', 'aria-label': 'Breadcrumb' });
const position = make('span', { class: 'dim position' });
const body = make('div', { class: 'body' });
const copied = make('span', { class: 'dim', role: 'status' });
const panel = make('section', { class: 'details', 'aria-labelledby': 'opened', hidden: true },
  make('div', { class: 'top' }, make('div', { class: 'names' }, trail, heading),
    make('div', { class: 'buttons' }, copied,
      make('button', { class: 'plain', onclick: () => copy(location.href) }, 'Copy link'), position,
      make('button', { onclick: () => step(-1), 'aria-label': 'Previous case', title: 'Previous case (k)' }, '↑'),
      make('button', { onclick: () => step(1), 'aria-label': 'Next case', title: 'Next case (j)' }, '↓'),
      make('button', { onclick: () => close(), 'aria-label': 'Close', title: 'Close (Esc)' }, '✕'))),
  body);
/// Whether the input and the outputs show JSON in strings as JSON. Outputs start as they are, since the strings may differ.
const isDecoding = { input: true, output: false };

function copy(text) {
  const report = (words) => {
    copied.textContent = words;
    setTimeout(() => copied.replaceChildren(), 2000);
  };
  if (navigator.clipboard === undefined) report('Copying requires a secure (HTTPS) page');
  else navigator.clipboard.writeText(text).then(() => report('Copied'), () => report('The browser blocked copying'));
}

/// Shows a case in place of the list that it is from, or the list again.
function show(each) {
  if (each === opened) return;
  if (opened === null) current.scrolls.set(current.hash, window.scrollY);
  opened = each;
  panel.hidden = each === null;
  document.body.classList.toggle('reading', each !== null);
  if (each === null) {
    layOut();
    window.scrollTo(0, current.scrolls.get(current.hash) ?? 0);
    return;
  }
  heading.replaceChildren(visible(each.id));
  fillCase(each);
  window.scrollTo(0, 0);
}

function fillCase(each) {
  trail.replaceChildren();
  appendAll(trail, trailOf(each).flat(Infinity).filter(Boolean));
  body.replaceChildren();
  appendAll(body, description(each).flat(Infinity).filter(Boolean));
}

/// Returns the links to the lists that contain the case.
function trailOf(each) {
  const separator = () => make('span', { class: 'dim', 'aria-hidden': 'true' }, ' › ');
  const lists = state.cause === null ? [link('#matrix', 'Matrix')]
    : [link('#causes', 'Causes'), separator(), link(state.cause.link, `Cause ${state.cause.number}`)];
  return [...lists, separator(), make('span', { class: 'dim' }, each.suite.contract)];
}

// MARK: Content

function description(each) {
  const { suite, verdicts } = each;
  const { location: [file, line, column], golden, isExpectation, operation, requires, confirmedBy, description: words } = each.source;
  const groups = failedAlike(verdicts);
  const facts = [
    ['case', pathElement(place({ file: report.files[file], line, column }))],
    golden && !isExpectation && ['golden', [pathElement(`Golden/${each.name}.${returnsTexts(each) ? 'txt' : 'json'}`),
      make('span', { class: 'dim' }, confirmedBy && ` confirmed by ${confirmedBy.join(', ')}`)]],
    ['contract', `${suite.contract} ${suite.version}, ${operation}`],
    requires && ['requires', requires.join(', ')],
    ...each.causes.map((cause) => ['cause', [link(cause.link, `${cause.number}: ${cause.title}`),
      implementations.length > 1 && ` ${cause.implementation}`]]),
  ].filter(Boolean);
  const broken = new Map(each.causes.flatMap((cause) => cause.rules.map((rule) => [rule.id, { rule, isSure: cause.rules.length === 1 }])));
  return [
    make('p', { class: 'lead' }, words),
    make('div', { class: 'verdicts' }, verdicts.map((verdict) => make('span', {},
      make('span', { class: `${verdict.kind} strong` }, `${signs[verdict.kind]} ${wordsOf(verdict.kind)}`),
      ` ${verdict.implementation} `, make('span', { class: 'dim' }, note(verdict))))),
    [...broken.values()].map(({ rule, isSure }) => make('p', { class: 'broken' }, isSure ? 'Rule ' : 'See ',
      make('span', { class: 'strong' }, rule.suite ? clauseButton(rule.suite, rule) : rule.id), rule.text && ` ${rule.text}`, standing(rule))),
    groups.map((group) => failureDescription(group, groups.length + verdicts.filter(Boolean).length > 2)),
    command(repeating(each)),
    picturesOf(each, groups),
    values(each, groups),
    make('dl', { class: 'facts' }, facts.map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])),
    each.rows.map(rowDescription),
  ];
}

function note({ kind, schedules, lacks, reason }) {
  if (kind === 'notApplicable') return `lacks ${lacks.join(', ')}`;
  if (reason) return reason;
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

function link(target, ...children) {
  return make('a', { href: target }, ...children);
}

function command(value) {
  return make('div', { class: 'command' }, make('code', { tabindex: '0', 'aria-label': 'Command that runs this case again' }, value),
    make('button', { onclick: () => copy(value), title: 'Copy command (c)' }, 'Copy command'));
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

// MARK: Failures

function failureDescription({ kind, known, names, isAgreed, failures }, isNamed) {
  const listed = new Set();
  return make('section', { class: 'failures' }, isNamed && make('h3', { class: kind }, `${signs[kind]} ${names}`),
    isAgreed && make('p', {}, 'These implementations fail in the same way.'),
    known && make('p', {}, `${known.divergence ? 'Accepted divergence' : 'Known failure'}: ${known.reason} `, webLink(known.link),
      make('span', { class: 'dim' }, known.expires && ` until ${known.expires}`, ` ${place(known.location)}`)),
    failures.map((failure) => failureElement(failure, kind, listed)));
}

/// Returns the box of a failure, or null if earlier boxes show all of its differences.
function failureElement({ title, details, differences, isShownAbove, more, log }, kind, listed) {
  const fresh = combined(differences).filter((difference) => {
    const { change, pointer, facet, element, expected, actual, hunks } = difference;
    const key = JSON.stringify([change, facet ?? pointer, element, expected, actual, hunks]);
    return !listed.has(key) && listed.add(key);
  });
  if (isShownAbove || differences.length > 0 && fresh.length === 0) return null;
  return make('div', { class: `failure ${kind}` }, make('p', {}, unbroken(title)),
    details.length > 0 && make('div', { class: 'told code' }, details.map((text) => make('div', {}, unbroken(text)))),
    fresh.length > 0 && make('ul', { class: 'differences' }, fresh.map((each) => make('li', {}, differenceElement(each, 2_000)))),
    more > 0 && make('p', { class: 'dim more' }, `… ${counted(more, 'more difference')}`),
    log.length > 0 && make('pre', { tabindex: '0', 'aria-label': 'Standard error' }, log.join('\n')));
}

/// Joins a missing element and an unexpected one at the same place into one replaced element.
function combined(differences) {
  const found = [];
  for (const each of differences) {
    const last = found.at(-1);
    const isReplacement = last?.change === 'missing' && each.change === 'unexpected' && last.pointer === each.pointer;
    if (isReplacement) found.splice(-1, 1, { ...each, change: 'replaced', expected: last.expected, element: undefined });
    else found.push(each);
  }
  return found;
}

/// Returns the place of a difference and its values: the expected one, the actual one, or both. Of texts, it has the changed lines.
function differenceElement({ change, pointer, facet, element, expected, actual, from, to, hunks, hiddenLines, location: at }, limit) {
  if (hunks) return [hunksElement(hunks, hiddenLines), at && make('span', { class: 'dim' }, 'expected at ', pathElement(place(at)))];
  const notes = {
    missing: 'is missing', unexpected: 'isn\'t expected', moved: `is at index ${to}, expected at index ${from}`,
    replaced: 'is another element',
  };
  const subject = element === undefined ? '' : `element ${element} `;
  const words = notes[change] === undefined ? '' : ` ${subject}${notes[change]}`;
  const sides = expected !== undefined && actual !== undefined ? compared(expected, actual)
    : [expected, actual].map((value) => value !== undefined && [{ text: visible(value) }]);
  const reason = typeof expected === 'string' && typeof actual === 'string' && expected !== actual
    && expected.normalize() === actual.normalize() && 'They differ only in Unicode normalization.';
  return [
    make('div', { class: 'place' }, facet === undefined ? pathElement(pointer === '' ? 'the root' : pointer) : idElement(facet),
      make('span', { class: 'dim' }, words)),
    make('div', { class: 'pair' },
      sides[0] && valueElement('removed', excerpt(sides[0], limit)), sides[1] && valueElement('added', excerpt(sides[1], limit)),
      reason && make('span', { class: 'dim' }, reason),
      at && make('span', { class: 'dim' }, 'expected at ', pathElement(place(at)))),
  ];
}

/// Returns a link if the target is an HTTP URL, or otherwise its text.
function webLink(target) {
  if (!/^https?:[/][/]/i.test(target ?? '')) return target;
  return make('a', { href: target, rel: 'noopener noreferrer' }, target);
}

function rowDescription({ id, scenario, expectedBehavior, covers, tests, suite }) {
  return make('section', { class: 'row-facts' }, make('h3', {}, 'Row ', idElement(id)),
    make('p', {}, scenario), make('p', { class: 'dim' }, expectedBehavior),
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
  return make('button', { class: 'link', onclick: () => chooseClause(suite, clause) }, segment(clause.id));
}

// MARK: Input and outputs

/// Returns the input, the expected output and the actual outputs, next to each other if there is room.
function values(each, groups) {
  const { golden, goldenWhole, isExpectation, input: sent } = each.source;
  const input = sent ? block('Input', valueLines(sent, 'input'))
    : make('section', { class: 'block' }, make('h3', {}, 'Input'), make('p', { class: 'dim' }, 'This report doesn\'t include it.'));
  const kind = returnsTexts(each) ? 'text' : 'output';
  const expected = { golden: valueLines(golden, kind), remarks: [isExpectation ? 'expectation' : 'golden', beginningOf(goldenWhole)] };
  if (groups.length === 0) {
    return make('div', { class: 'values' }, input, golden && block(isExpectation ? 'Expected' : 'Golden', expected.golden, beginningOf(goldenWhole)));
  }
  return groups.map((group, index) => make('div', { class: 'values' }, index === 0 && input,
    sides(group.expected ? { golden: valueLines(group.expected, kind), remarks: ['expectation'] } : expected,
      group, valueLines(group.output, kind), groups.length > 1)));
}

/// Whether the outputs of a case are texts.
function returnsTexts({ suite, source }) {
  return suite.operations.some(({ name, output }) => name === source.operation && output === 'text');
}

/// Returns a value with its lines: those of its formatted JSON or, for the kind `text`, those of the text that it is.
function valueLines(source, kind) {
  if (source === undefined) return undefined;
  const parsed = kind === 'text' ? JSON.parse(source) : null;
  if (typeof parsed === 'string') return { source: parsed, kind, lines: linesOf(parsed) };
  return { source, kind: kind === 'text' ? 'output' : kind, lines: pretty(source, isDecoding[kind]) };
}

function sides({ golden, remarks }, { outputWhole, names, failures }, output, isOneOfMany) {
  if (failures.every(({ kind }) => kind === 'dependsOnOrder')) {
    return golden && block('Golden', golden, 'output for the original ordering');
  }
  const expected = remarks.filter(Boolean).join(', ');
  const actual = [isOneOfMany && names, beginningOf(outputWhole)].filter(Boolean).join(', ');
  if (golden && output) return comparison([golden, expected], [output, actual]);
  return [golden && block('Expected', golden, expected), output ? block('Actual', output, actual)
    : make('section', { class: 'block' }, make('div', { class: 'caption' }, make('h3', {}, 'Actual'), make('span', { class: 'dim' }, actual)),
      make('p', { class: 'none dim' }, 'no output'))];
}

/// Returns a remark on an output of which the report has only the beginning.
function beginningOf(whole) {
  return whole && `the beginning of ${number(whole.bytes)} bytes`;
}

function caption(title, remark, { source, kind }) {
  const toggle = kind !== 'text' && hasDecodable(source) && make('button', { class: 'plain', 'aria-pressed': `${isDecoding[kind]}`,
    title: 'Show JSON in strings as JSON (d)', onclick: () => decode([kind]) }, 'Decode JSON');
  return make('div', { class: 'caption' }, make('h3', {}, title), remark && make('span', { class: 'dim' }, remark),
    make('span', { class: 'buttons' }, toggle,
      make('button', { class: 'plain', onclick: () => copy(source), 'aria-label': `Copy ${title}` }, 'Copy')));
}

/// Switches the display of JSON in strings for the input, the outputs or both.
function decode(kinds) {
  const isOn = !kinds.some((kind) => isDecoding[kind]);
  for (const kind of kinds) isDecoding[kind] = isOn;
  const top = window.scrollY;
  fillCase(opened);
  window.scrollTo(0, top);
}

function block(title, value, remark) {
  const pre = make('pre', { tabindex: '0', 'aria-label': title });
  appendAll(pre, value.lines.map((pieces) => jsonLine(pieces)));
  return make('section', { class: 'block' }, caption(title, remark, value), pre);
}

/// Returns a line of formatted JSON. A wrapped line continues at its indentation.
function jsonLine(pieces, properties) {
  const element = make('span', { class: 'line', ...properties }, pieces.map(pieceElement), '\n');
  const [{ kind, text } = {}] = pieces;
  element.style.setProperty('--depth', `${(kind === 'indent' ? text.length : 0) + 2}ch`);
  return element;
}

/// Returns the expected and the actual output with equal lines at the same height.
function comparison([golden, expected], [output, actual]) {
  const rows = aligned(golden.lines, output.lines);
  const grid = make('div', { class: 'aligned code', tabindex: '0', role: 'group', 'aria-label': 'Expected and actual output',
    // Text that the reader selects is from the side in which the selection starts.
    onmousedown: (event) => grid.setAttribute('data-side', event.target.closest('[data-of]')?.getAttribute('data-of') ?? '') });
  for (const part of folded(rows)) {
    appendAll(grid, part.hidden ? [foldElement(part.hidden)] : rowElements(part.row));
  }
  return make('section', { class: 'block both' }, make('div', { class: 'captions' },
    caption('Expected', expected, golden), caption('Actual', actual, output)), grid);
}

/// Returns the lines in which two texts differ, as `diff -u` orders them.
function hunksElement(hunks, hiddenLines) {
  const element = make('pre', { class: 'hunks', tabindex: '0', 'aria-label': 'Changed lines' });
  for (const { heading: ranges, lines } of hunks) {
    element.append(make('span', { class: 'line dim' }, ranges, '\n'));
    appendAll(element, changedLines(lines).flatMap(({ side, pieces, isLast, remark }) => {
      const [mark, name] = { both: [' '], expected: ['-', 'removed'], actual: ['+', 'added'] }[side];
      return [make('span', { class: `line ${name ?? ''}` }, make('span', { class: 'mark' }, mark), pieces.map(pieceElement), '\n'),
        ...(isLast ? [make('span', { class: 'line dim' }, '\\ No newline at end of file\n')] : []),
        ...(remark ? [make('span', { class: 'line dim' }, `(${remark})\n`)] : [])];
    }));
  }
  if (hiddenLines > 0) element.append(make('span', { class: 'line dim' }, `… ${counted(hiddenLines, 'more changed line')}\n`));
  return element;
}

/// Returns the lines of a hunk with marks: each removed line is compared with the added line that takes its place.
function changedLines(lines) {
  const found = lines.map(([side, text, isLast]) => ({ side, isLast, pieces: [{ text: visible(text), kind: 'plain' }] }));
  for (let index = 0; index < found.length;) {
    const removed = sameSide(found, index, 'expected');
    const added = sameSide(found, index + removed, 'actual');
    for (let pair = 0; pair < Math.min(removed, added); pair += 1) {
      const [before, after] = [found[index + pair], found[index + removed + pair]];
      const texts = [lines[index + pair][1], lines[index + removed + pair][1]];
      [before.pieces, after.pieces] = compared(...texts);
      if (texts[0] !== texts[1] && texts[0].normalize() === texts[1].normalize()) after.remark = 'differs only in Unicode normalization';
    }
    index += Math.max(removed + added, 1);
  }
  return found;
}

/// Returns the number of successive lines of a side, from an index on.
function sameSide(lines, start, side) {
  let end = start;
  while (lines[end]?.side === side) end += 1;
  return end - start;
}

/// Returns a button that shows the hidden lines in its place.
function foldElement(rows) {
  const fold = make('button', { class: 'fold', onclick: () => {
    for (const row of rows) fold.before(...rowElements(row));
    fold.remove();
  } }, `⋯ ${counted(rows.length, 'equal line')}`);
  return fold;
}

function rowElements([left, right]) {
  if (isSame([left, right])) {
    return [jsonLine(left, { 'data-of': 'expected' }), jsonLine(right, { 'data-of': 'actual' })];
  }
  const [before, after] = left && right ? comparedLines(left, right) : [left, right];
  return [[before, 'removed', 'expected'], [after, 'added', 'actual']].map(([pieces, side, of]) =>
    pieces === undefined ? make('span', { class: 'line gap' }) : jsonLine(pieces, { class: `line ${side}`, 'data-of': of }));
}

function isSame([left, right]) {
  return left !== undefined && right !== undefined && textWithoutComma(left) === textWithoutComma(right);
}

/// Pairs the lines of two texts. A line without a counterpart is paired with nothing.
function aligned(first, second) {
  const texts = [first, second].map((lines) => lines.map(textWithoutComma));
  const kept = withoutIslands(shared(...texts), ...texts);
  const rows = [];
  let [row, column] = [0, 0];
  while (row < first.length || column < second.length) {
    const [removed, added] = [[], []];
    while (row < first.length && !kept[0][row]) removed.push(first[row++]);
    while (column < second.length && !kept[1][column]) added.push(second[column++]);
    rows.push(...paired(removed, added));
    if (row < first.length) rows.push([first[row++], second[column++]]);
  }
  return rows;
}

/// Returns what two texts share without single lines of marks, such as `{`, between longer changes.
function withoutIslands([first, second], ...texts) {
  const changed = (kept, from, step) => {
    let count = 0;
    while (kept[from + step * (count + 1)] === false) count += 1;
    return count;
  };
  for (let [row, column] = [0, 0]; row < first.length && column < second.length; row += 1, column += 1) {
    while (row < first.length && !first[row]) row += 1;
    while (column < second.length && !second[column]) column += 1;
    const around = [-1, 1].map((step) => Math.max(changed(first, row, step), changed(second, column, step)));
    if (Math.min(...around) < 3 || /\w/.test(texts[0][row] ?? '')) continue;
    if (row < first.length && column < second.length) [first[row], second[column]] = [false, false];
  }
  return [first, second];
}

/// Pairs changed lines that have the same member name, or that are both without one.
function paired(removed, added) {
  const keyOf = (pieces) => pieces.slice(0, 2).map(({ text, kind }) => (kind === 'key' || kind === 'indent' ? text : kind)).join('');
  // Lines of marks, such as `{`, aren't paired, since they belong to the lines around them.
  const keys = [removed, added].map((lines, side) => lines.map((pieces, index) => {
    const key = keyOf(pieces);
    return key.endsWith('mark') ? `${side} ${index}` : key;
  }));
  const kept = shared(...keys);
  const rows = [];
  const hasSameEnd = !kept[0].at(-1) && !kept[1].at(-1) && isSame([removed.at(-1), added.at(-1)]);
  const [height, width] = [removed, added].map((lines) => lines.length - (hasSameEnd ? 1 : 0));
  let [row, column] = [0, 0];
  while (row < height || column < width) {
    if (row < height && !kept[0][row]) rows.push([removed[row++], undefined]);
    else if (column < width && !kept[1][column]) rows.push([undefined, added[column++]]);
    else rows.push([removed[row++], added[column++]]);
  }
  return hasSameEnd ? [...rows, [removed.at(-1), added.at(-1)]] : rows;
}

/// Returns each row that is near a change, and each long run of other rows as one hidden part.
function folded(rows) {
  const context = 3;
  const isChanged = rows.map((row) => !isSame(row));
  const isNear = rows.map(() => false);
  isChanged.forEach((isOne, index) => {
    for (let near = index - context; isOne && near <= index + context; near += 1) if (near in isNear) isNear[near] = true;
  });
  const found = [];
  for (let index = 0; index < rows.length;) {
    let end = index;
    while (end < rows.length && !isNear[end]) end += 1;
    if (end - index > 2 * context) {
      found.push({ hidden: rows.slice(index, end) });
      index = end;
    } else {
      found.push({ row: rows[index] });
      index += 1;
    }
  }
  return found;
}
