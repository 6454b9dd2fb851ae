const causesPanel = make('section', { class: 'panel', id: 'view-causes', role: 'tabpanel' });
const coverage = make('section', { class: 'panel', id: 'view-coverage', role: 'tabpanel' });
const problems = make('section', { class: 'panel', id: 'view-problems', role: 'tabpanel' });

/// Returns a bar with one segment per verdict, in proportion to its count.
function share(found) {
  const kinds = Object.keys(signs).reverse().filter((kind) => found[kind] > 0);
  const words = kinds.map((kind) => `${number(found[kind])} ${wordsOf(kind)}`).join(', ');
  const bar = make('span', { class: 'share', role: 'img', 'aria-label': words, title: words },
    kinds.map((kind) => make('i', { class: kind })));
  kinds.forEach((kind, index) => {
    bar.children[index].style.flexGrow = found[kind];
  });
  return bar;
}

// MARK: Causes

/// The maximum number of causes that show a difference, since each needs the details of a case.
const mostShown = 40;

function fillCauses() {
  for (const implementation of implementations) {
    const own = causes.filter((cause) => cause.implementation === implementation);
    if (own.length === 0) continue;
    const { failed, checked } = caseCounts(cases, implementations.indexOf(implementation));
    causesPanel.append(make('h2', {}, implementation, make('span', { class: 'dim' },
      ` fails ${number(failed)} of ${counted(checked, 'case')} · ${counted(own.length, 'cause')}`)));
    appendAll(causesPanel, byRule(own).map((group) => groupElement(group, own[0])));
  }
  if (report.against) causesPanel.append(changesElement(report.against));
}

/// Groups causes by the rules that they break, in the order of the first cause of each group.
function byRule(own) {
  const groups = new Map();
  for (const cause of own) {
    const key = JSON.stringify([cause.rules.map(({ id }) => id), cause.rules.length > 0 && cause.example?.suite.contract]);
    groups.set(key, [...(groups.get(key) ?? []), cause]);
  }
  return [...groups.values()];
}

function groupElement(group, first) {
  const [{ rules }] = group;
  return make('section', { class: 'rule' },
    rules.length > 0 ? rulesElement(rules)
      : make('p', { class: 'dim' }, 'No single rule explains these failures. Each example names what it tests.'),
    make('ol', { class: 'causes' }, group.map((cause) => causeElement(cause, cause === first))));
}

/// Returns the rules that a mistake may break, the most likely one first.
function rulesElement(rules) {
  if (rules.length < 2) return rules.map(ruleElement);
  return [make('p', { class: 'dim' }, 'Most likely this rule is broken:'), ruleElement(rules[0]),
    make('p', { class: 'dim' }, 'The failures would also fit:'), rules.slice(1).map(ruleElement)];
}

/// Returns the text of a rule or clause, and of the clauses that the rule refines.
function ruleElement(rule) {
  const refined = (rule.refines ?? []).map((id) => rule.suite.clauseById.get(id)).filter(Boolean);
  return make('div', { class: 'rule-text' },
    make('p', {}, make('span', { class: 'strong' }, rule.suite ? clauseButton(rule.suite, rule) : rule.id), ` ${rule.text}`, standing(rule)),
    refined.map(({ id, text }) => make('p', { class: 'dim refined' }, 'Refines ', segment(id), `: ${text}`)));
}

function causeElement(cause, isFirst) {
  const { cases: own, alone, title, example, number: index } = cause;
  const found = index <= mostShown && example ? evidenceOf(cause) : null;
  // A title that only repeats the difference below it is left to screen readers.
  const isRepeated = found?.difference && [found.difference.pointer, found.difference.expected, found.difference.actual]
    .every((part) => part && title.includes(part));
  return make('li', { class: [isFirst && 'first', isRepeated && 'repeated'].filter(Boolean).join(' '), value: index },
    make('div', { class: 'cause-title' },
      make('span', { class: 'dim' }, `${index}`),
      make('div', {}, isFirst && make('span', { class: 'badge' }, 'Fix this first'),
        make('a', { class: isRepeated ? 'what code unseen' : 'what code', href: cause.link }, unbroken(title, true))),
      make('div', { class: 'figures' },
        make('a', { href: cause.link }, make('b', {}, number(own.length)), own.length === 1 ? ' case' : ' cases'),
        alone > 0 && alone < own.length && make('span', { class: 'dim' }, `${number(alone)} with no other cause`))),
    found && make('a', { class: 'evidence', href: example.link },
      found.difference ? make('div', { class: 'difference' }, differenceElement({ ...found.difference, location: undefined }, 240))
        : make('div', { class: 'told code' }, unbroken(found.text)),
      make('div', { class: hasLongClause(example) ? 'from whole' : 'from' }, make('span', { class: 'dim' }, 'in '),
        idElement(checkedSuites.length > 1 ? example.name : example.id),
        make('span', { class: 'dim' }, cause.rules.length === 0 && aboutOf(example), `  ${example.source.description}`))),
    !found && example && make('p', { class: 'dim' }, 'Example: ', link(example.link, idElement(example.id))));
}

/// Returns the ids of the clauses that the rows of a case test.
function clausesOf(example) {
  return [...new Set(example.rows.flatMap((row) => row.clauses ?? []))];
}

function hasLongClause(example) {
  return clausesOf(example).some((id) => id.length > longestWord);
}

/// Returns the clauses that a case tests, in parentheses.
function aboutOf(example) {
  const ids = clausesOf(example);
  if (ids.length === 0) return ' (in no row)';
  return [' (tests', segments(ids, ')')];
}

/// Returns the difference in the example that shows the cause best, or a text if the example has no differences.
function evidenceOf({ example, implementation, title, difference }) {
  if (difference) return { difference };
  const verdict = example.verdicts[implementations.indexOf(implementation)];
  const failures = verdict?.failures ?? [];
  const differences = failures.flatMap((failure) => combined(failure.differences));
  if (differences.length === 0) {
    const [failure] = failures;
    if (failure === undefined) return null;
    const last = failure.log.at(-1);
    return { text: last === undefined ? failure.title : `${failure.title}\n${last}` };
  }
  const score = (each) => {
    const { pointer: at, expected, actual, facet } = each;
    const wildcard = at.replace(/\/\d+(?=\/|$)/g, '/*');
    const member = at.split('/').findLast((token) => token !== '' && !/^\d+$/.test(token));
    return [
      expected !== undefined && actual !== undefined && title.includes(`${expected} → ${actual}`),
      title.includes(wildcard) && wildcard !== '', member !== undefined && title.startsWith(member), facet === undefined,
    ].reduce((sum, holds, index) => sum + (holds ? 2 ** (3 - index) : 0), 0);
  };
  const best = Math.max(...differences.map(score));
  return { difference: differences.find((each) => score(each) === best) };
}

/// Returns the heading above the list of a cause's cases.
function causeHead(cause) {
  return make('div', { class: 'cause' },
    make('p', {}, link('#causes', '← All causes'),
      make('span', { class: 'dim' }, `  cause ${cause.number} of ${causes.length}, ${cause.implementation}`)),
    make('h2', { class: 'code' }, unbroken(cause.title, true)), rulesElement(cause.rules));
}

/// Returns the changes since an earlier report, with the first 100 of each kind.
function changesElement({ report: earlier, items, notes, same, added }) {
  const kinds = [...new Set(items.map(({ change }) => change))];
  return make('div', { class: 'changes' }, make('h2', {}, `Since ${earlier}`),
    make('p', { class: 'dim' }, `${counted(items.length, 'change')}, ${number(same)} unchanged,`
      + ` ${number(added)} added without a failure.`),
    notes.map((each) => make('p', {}, `Note: ${each}.`)),
    kinds.map((kind) => {
      const own = items.filter(({ change }) => change === kind);
      return [make('h3', {}, `${number(own.length)} ${kind}`),
        make('ul', {}, own.slice(0, 100).map((item) => make('li', {}, changeElement(item))),
          own.length > 100 && make('li', { class: 'dim' }, `and ${number(own.length - 100)} more`))];
    }));
}

function changeElement({ change, name, note, isWorse }) {
  const kind = isWorse ? 'failed' : change === 'fixed' ? 'passed' : 'dim';
  const each = caseByName.get(name.replace(/ \([^()]*\)$/, ''));
  return [make('span', { class: `${kind} strong` }, isWorse ? '✗ ' : change === 'fixed' ? '✓ ' : '– '),
    each ? link(each.link, name) : name, make('span', { class: 'dim' }, `  ${note}`)];
}

// MARK: Coverage

/// Returns the clauses of a suite with the cases in the rows that cover them.
function coveredClauses(suite) {
  return suite.clauseList.map((clause) => {
    const covering = suite.rowList.filter((row) => row.covers.has(clause.id));
    return { clause, cases: new Set(covering.flatMap((row) => row.cases)) };
  });
}

function fillCoverage() {
  for (const suite of suites) {
    const told = coveredClauses(suite);
    const most = told.reduce((largest, each) => Math.max(largest, each.cases.size), 1);
    const covered = told.filter((each) => each.cases.size > 0).length;
    const excused = told.filter(({ clause, cases: own }) => own.size === 0 && clause.untestable).length;
    coverage.append(
      make('h2', {}, `${suite.contract} ${suite.version}: ${suite.title}`),
      make('p', { class: 'dim' }, `${number(covered)} of ${counted(told.length, 'clause')} covered`,
        excused > 0 && `, ${number(excused)} untestable`,
        `, in ${counted(suite.rowList.length, 'row')} and ${counted(suite.caseList.length, 'case')}.`,
        suite.audit && ` ${number(suite.audit.killed)} of ${counted(suite.audit.mutants, 'mutant')} killed.`),
      chart(suite.clauseList.map(({ id }) => id.length), told.map((each) => clauseElement(suite, each, most))));
  }
}

/// Returns the elements of clauses in columns. If an id is long, ids are on lines of their own, which it fits on.
function chart(lengths, elements) {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const isLong = longest > 8;
  const element = make('div', { class: isLong ? 'chart long' : 'chart' }, elements);
  if (isLong) element.style.setProperty('--longest', `${Math.ceil(1.2 * longest) + 3}ch`);
  return element;
}

function clauseElement(suite, { clause, cases: own }, most) {
  const found = tally(own);
  const isUncovered = own.size === 0 && !clause.untestable;
  const bar = share(found);
  bar.style.width = `${Math.max(2, (100 * own.size) / most)}%`;
  const isRed = found.failed > 0 || isUncovered;
  return make('button', { onclick: () => chooseClause(suite, clause), title: `Show the rows that cover ${clause.id}` },
    make('span', { class: isRed ? 'id strong failed' : 'id strong' }, isRed && '✗ ', segment(clause.id)),
    own.size > 0 ? bar
      : make('span', { class: isUncovered ? 'failed' : 'dim' }, isUncovered ? 'uncovered' : 'untestable'),
    make('span', { class: 'number' }, own.size === 0 ? '–' : counted(own.size, 'case'),
      clause.kills !== undefined && ` · ${counted(clause.kills, 'mutant')} killed`),
    make('span', { class: 'words' }, clause.text, standing(clause), clause.refines.length > 0
      && [' Refines', segments(clause.refines, '.')],
      clause.untestable && ` Untestable: ${clause.untestable}`));
}

// MARK: Problems

function fillProblems() {
  const names = { notStarted: 'start failed', endedBadly: 'bad exit', givenUp: 'abandoned', skipped: 'skipped cases' };
  if (report.incidents.length > 0) problems.append(make('h2', {}, 'Incidents'));
  for (const { implementation, kind, text, cases: named, log } of report.incidents) {
    const links = named.map((name) => [' ', caseByName.has(name) ? link(caseByName.get(name).link, name) : name]);
    problems.append(make('div', { class: 'finding' },
      make('span', { class: 'failed strong' }, `✗ ${implementation}: ${names[kind] ?? kind}`), make('div', {}, text),
      links.length > 0 && make('div', { class: 'dim' }, 'Cases:', links),
      log.length > 0 && make('pre', { tabindex: '0' }, log.join('\n'))));
  }
  if (report.diagnostics.length > 0) problems.append(make('h2', {}, 'Findings'));
  for (const { severity, message, location: at, notes } of report.diagnostics) {
    const kind = severity === 'error' ? 'failed' : 'known';
    problems.append(make('div', { class: 'finding' },
      make('span', { class: `${kind} strong` }, `${signs[kind]} ${severity}`), ` ${message}`,
      make('div', { class: 'dim code' }, place(at)), notes.map((each) => make('div', { class: 'dim' }, each))));
  }
}
