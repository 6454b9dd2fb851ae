const report = read('report');
const { counts, implementations } = report;
// From worst to best. If there is room for only one verdict, the first one that occurs is shown.
const signs = { failed: '✗', known: '~', passed: '✓', notApplicable: '–', skipped: '○' };
/// Returns the name of a verdict.
const wordsOf = (kind) => (kind === 'notApplicable' ? 'not applicable' : kind);
const isInterrupted = report.exitCode > 128;
const problemCount = report.incidents.length + report.diagnostics.length;

function place({ file, line, column }) {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/// Counts the verdicts on some cases by kind, for all implementations or for one column.
function tally(someCases, column) {
  const found = {};
  for (const each of someCases) {
    for (const kind of column === undefined ? each.kinds() : [each.kindAt(column)]) {
      if (kind !== undefined) found[kind] = (found[kind] ?? 0) + 1;
    }
  }
  return found;
}

/// Counts the cases that were checked, each once, however many implementations ran it.
function caseCounts(someCases, column) {
  const found = { checked: 0, passed: 0, failed: 0, known: 0 };
  for (const each of someCases) {
    const kinds = column === undefined ? each.kinds() : [each.kindAt(column)];
    const worst = ['failed', 'known', 'passed'].find((kind) => kinds.includes(kind));
    if (worst === undefined) continue;
    found.checked += 1;
    found[worst] += 1;
  }
  return found;
}

/// Returns the filter word that finds the rows about a clause, but not text that only mentions its id.
function clauseWord(id) {
  return `clause:${id.toLowerCase()}`;
}

// MARK: Cases, clauses and rows

const kindByLetter = { p: 'passed', f: 'failed', k: 'known', n: 'notApplicable', s: 'skipped' };
const parts = new Map();

/// Returns the original of a packed text. `&START,LENGTH;` represents LENGTH bytes of the original, beginning with byte START.
function unpacked(text) {
  // Literal text, a start, a length, literal text, and so on.
  const pieces = text.split(/&(\d+),(\d+);/);
  // In UTF-8, a UTF-16 code unit has at most three bytes.
  let capacity = 3 * text.length;
  for (let index = 2; index < pieces.length; index += 3) capacity += Number(pieces[index]);
  const bytes = new Uint8Array(capacity);
  const encoder = new TextEncoder();
  let count = 0;
  for (let index = 0; index < pieces.length; index += 3) {
    count += encoder.encodeInto(pieces[index], bytes.subarray(count)).written;
    const [start, length] = [Number(pieces[index + 1]), Number(pieces[index + 2] ?? 0)];
    // A run can include bytes that it adds. Each step copies those that exist, which repeats their pattern.
    for (const end = count + length; count < end;) {
      const copiedCount = Math.min(end - count, count - start);
      bytes.copyWithin(count, start, start + copiedCount);
      count += copiedCount;
    }
  }
  return new TextDecoder().decode(bytes.subarray(0, count));
}

/// A case. Its details are parsed when they are first used.
class Case {
  rows = [];
  causes = [];
  #verdicts = null;
  #text = null;

  constructor(suite, index, id) {
    Object.assign(this, { suite, index, id, name: `${suite.contract}/${id}` });
  }

  get link() {
    return `#${encodeURIComponent(this.suite.contract)}/${encodeURIComponent(this.id)}`;
  }

  kindAt(column) {
    return kindByLetter[this.suite.results[column]?.[this.index]];
  }

  kinds() {
    return implementations.map((_, column) => this.kindAt(column)).filter((kind) => kind !== undefined);
  }

  get source() {
    const id = `cases-${this.suite.number}-${Math.floor(this.index / report.partSize)}`;
    if (!parts.has(id)) parts.set(id, JSON.parse(unpacked(document.getElementById(id).textContent)));
    return parts.get(id)[this.index % report.partSize];
  }

  /// The verdicts by column. A column is empty if the implementation was not run for the contract.
  get verdicts() {
    if (this.#verdicts !== null) return this.#verdicts;
    this.#verdicts = [];
    implementations.forEach((implementation, column) => {
      const kind = this.kindAt(column);
      const told = this.source.verdicts?.find((verdict) => verdict.implementation === implementation);
      const options = this.suite.options[column];
      if (kind) this.#verdicts[column] = { ...told, kind, implementation, options };
    });
    return this.#verdicts;
  }

  /// The text that the filter searches. It excludes inputs and outputs, which would match nearly every word.
  get text() {
    const titles = () => this.verdicts.flatMap((verdict) => (verdict?.failures ?? []).map(({ title }) => title));
    this.#text ??= [this.name, this.source.description, ...titles()].join('\n').toLowerCase();
    return this.#text;
  }
}

const caseByName = new Map();
report.suites.forEach((suite, number) => {
  suite.number = number;
  suite.caseList = suite.ids.map((id, index) => new Case(suite, index, id));
  for (const each of suite.caseList) caseByName.set(each.name, each);
  suite.clauseList = suite.clauses.map((clause, index) => ({ ...clause, kills: suite.audit?.kills[index] }));
  suite.clauseById = new Map(suite.clauseList.map((clause) => [clause.id, clause]));
});
const cases = [...caseByName.values()];

/// Returns the case that a link points to, or null.
function caseOf(target) {
  try {
    return caseByName.get(target.slice(1).split('/').map(decodeURIComponent).join('/')) ?? null;
  } catch {
    return null;
  }
}

/// Returns the given clauses of a suite and all clauses that they refine.
function refined(suite, ids) {
  // Iterating over a set visits elements that are added meanwhile, so a long chain needs no recursion.
  const found = new Set(ids);
  for (const id of found) {
    for (const next of suite.clauseById.get(id)?.refines ?? []) found.add(next);
  }
  return found;
}

/// A row. Its covered clauses and its filter words are computed when they are first used.
class Row {
  #covers = null;
  #words = null;

  constructor(suite, told, someCases) {
    const isFailed = (each) => each.kinds().includes('failed');
    const failedFirst = [...someCases.filter(isFailed), ...someCases.filter((each) => !isFailed(each))];
    Object.assign(this, told, { suite, cases: failedFirst });
    for (const each of someCases) each.rows.push(this);
    const { failed, known } = tally(someCases);
    Object.assign(this, { hasFailed: failed > 0, isQuiet: !(failed > 0 || known > 0) });
  }

  get covers() {
    this.#covers ??= refined(this.suite, this.clauses);
    return this.#covers;
  }

  get text() {
    return `${this.suite.contract}\n${this.id}\n${this.scenario}`.toLowerCase();
  }

  /// The ids of the covered clauses. The filter matches them as whole words, so that C1 doesn't match C10.
  get words() {
    this.#words ??= new Set([...this.covers].flatMap((id) => [id.toLowerCase(), clauseWord(id)]));
    return this.#words;
  }
}

/// The suites: those with failures first, those that weren't checked last.
const suites = report.suites.toSorted((first, second) => rank(first) - rank(second));
const checkedSuites = suites.filter((suite) => rank(suite) < 2);

function rank({ results }) {
  if (results.some((letters) => letters?.includes('f'))) return 0;
  return results.some((letters) => letters !== null) ? 1 : 2;
}

for (const suite of report.suites) {
  suite.rowList = suite.rows.map((row) => new Row(suite, row, row.cases.map((index) => suite.caseList[index])));
  const rest = suite.caseList.filter((each) => each.rows.length === 0);
  const told = { id: '(none)', scenario: 'Cases that are in no row', clauses: [], tests: [] };
  if (rest.length > 0) suite.rowList.push(new Row(suite, told, rest));
}

/// The causes. Each has the rules that it breaks, with the suite of those that are found.
const causes = report.causes.map((cause, index) => {
  const own = cause.cases.map((name) => caseByName.get(name)).filter((each) => each !== undefined);
  const example = caseByName.get(cause.example) ?? own[0];
  const rules = (cause.rules ?? [cause.rule]).filter(Boolean).map((name) => {
    const id = name.split('/').pop();
    const clause = example?.suite.clauseById.get(id);
    return clause === undefined ? { id: name, text: '' } : { ...clause, suite: example.suite };
  });
  return { ...cause, number: index + 1, link: `#cause-${index + 1}`, cases: own, example, rules };
});
for (const cause of causes) for (const each of cause.cases) each.causes.push(cause);
