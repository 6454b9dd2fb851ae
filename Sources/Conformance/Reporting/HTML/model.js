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
