const report = JSON.parse(document.getElementById('report').textContent);
const { counts, implementations } = report;
// The worst first: where there is room for one verdict only, it is this one.
const signs = { failed: '✗', known: '~', passed: '✓', notApplicable: '–', skipped: '○' };
/// The verdict in words.
const wordsOf = (kind) => (kind === 'notApplicable' ? 'not applicable' : kind);
const isInterrupted = report.exitCode > 128;
const problemCount = report.incidents.length + report.diagnostics.length;

/// An element with properties and children. Text only ever becomes a text node, and what can't be seen in it is shown.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean' && !name.startsWith('aria-')) element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  const nothing = [null, undefined, false, ''];
  const shown = children.flat(Infinity).filter((child) => !nothing.includes(child));
  element.append(...shown.map((child) => (child instanceof Node ? child : visible(`${child}`))));
  return element;
}

/// Control and format characters could hide or turn round the text beside them.
function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, (found) =>
    found === '\n' ? found : `\\u{${found.codePointAt(0).toString(16).toUpperCase()}}`,
  );
}

function number(count) {
  return count.toLocaleString('en');
}

function counted(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function place({ file, line, column }) {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/// How many of some cases have which verdict of the implementations, or of one.
function tally(someCases, implementation) {
  const found = {};
  for (const { verdicts } of someCases) {
    for (const verdict of implementation === undefined ? verdicts : [verdicts[implementation]]) {
      if (verdict !== undefined) found[verdict.kind] = (found[verdict.kind] ?? 0) + 1;
    }
  }
  return found;
}

/// What finds the rows about a clause, and nothing that only has its id in a text.
function clauseWord(id) {
  return `clause:${id.toLowerCase()}`;
}

// MARK: Cases, clauses and rows

const caseByName = new Map();
for (const suite of report.suites) {
  suite.caseList = suite.cases.map((source) => {
    const name = `${suite.contract}/${source.id}`;
    const link = `#${encodeURIComponent(suite.contract)}/${encodeURIComponent(source.id)}`;
    return { ...source, suite, name, link, rows: [], causes: [], verdicts: [] };
  });
  for (const each of suite.caseList) caseByName.set(each.name, each);
  suite.clauseList = suite.clauses.map((clause, index) => ({ ...clause, kills: suite.audit?.kills[index] }));
  suite.clauseById = new Map(suite.clauseList.map((clause) => [clause.id, clause]));
}
const cases = [...caseByName.values()];
const caseByLink = new Map(cases.map((each) => [each.link, each]));

for (const { case: name, implementation, options, result, output } of report.verdicts) {
  const [kind] = Object.keys(result);
  const verdict = { kind: kind === 'notRun' ? 'skipped' : kind, implementation, options, output, ...result[kind] };
  const each = caseByName.get(name);
  if (each !== undefined) each.verdicts[implementations.indexOf(implementation)] = verdict;
}

/// Some clauses of a suite with those that they spell out.
function refined(suite, ids) {
  const found = new Set();
  const add = (id) => {
    if (found.has(id)) return;
    found.add(id);
    suite.clauseById.get(id)?.refines.forEach(add);
  };
  ids.forEach(add);
  return found;
}

for (const suite of report.suites) {
  implementations.forEach((implementation, column) => {
    // Who was not asked for this contract at all has no verdicts, and its cells stay empty.
    if (!suite.caseList.some((each) => each.verdicts[column])) return;
    for (const each of suite.caseList) each.verdicts[column] ??= { kind: 'skipped', implementation };
  });
  suite.rowList = suite.rows.map((row) => ({
    ...row,
    suite,
    covers: refined(suite, row.clauses),
    cases: row.cases.map((id) => caseByName.get(`${suite.contract}/${id}`)).filter((each) => each !== undefined),
  }));
  for (const row of suite.rowList) for (const each of row.cases) each.rows.push(row);
  const rest = suite.caseList.filter((each) => each.rows.length === 0);
  if (rest.length > 0) {
    const row = { id: 'in no row', scenario: 'Cases that no row names', suite, covers: new Set(), cases: rest };
    suite.rowList.push({ ...row, clauses: [], tests: [] });
    for (const each of rest) each.rows.push(suite.rowList.at(-1));
  }
  for (const row of suite.rowList) {
    row.text = `${suite.contract}\n${row.id}\n${row.scenario}`.toLowerCase();
    // Whole words, since C1 is not C10.
    row.words = new Set([...row.covers].flatMap((id) => [id.toLowerCase(), clauseWord(id)]));
    const { failed, known } = tally(row.cases);
    Object.assign(row, { hasFailed: failed > 0, isQuiet: !(failed > 0 || known > 0) });
  }
}
// What the filter searches. Inputs and outputs hold nearly every word, so that with them it would leave too much.
for (const each of cases) {
  const titles = each.verdicts.flatMap((verdict) => (verdict?.failures ?? []).map(({ title }) => title));
  each.text = [each.name, each.description, ...titles].join('\n').toLowerCase();
}

const causes = report.causes.map((cause, index) => {
  const own = cause.cases.map((name) => caseByName.get(name)).filter((each) => each !== undefined);
  const example = caseByName.get(cause.example) ?? own[0];
  const rule = example?.suite.clauseById.get(cause.rule?.split('/').pop()) ?? (cause.rule && { id: cause.rule, text: '' });
  return { ...cause, number: index + 1, link: `#cause-${index + 1}`, cases: own, example, rule };
});
for (const cause of causes) for (const each of cause.cases) each.causes.push(cause);
