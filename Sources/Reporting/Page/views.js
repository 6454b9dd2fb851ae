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

function fillCauses() {
  if (report.against) causesPanel.append(changesElement(report.against));
  if (causes.length === 0) return;
  const intro = make('p', { class: 'dim' },
    'Causes that explain the most failures come first. Differences are shown as expected → actual.');
  const list = make('div', {}, intro);
  causesPanel.prepend(list);
  for (const implementation of implementations) {
    const own = causes.filter((cause) => cause.implementation === implementation);
    if (own.length === 0) continue;
    const failed = own.reduce((sum, cause) => sum + cause.taken, 0);
    list.append(
      make('h2', {}, `${implementation}: ${counted(failed, 'failed case')}, ${counted(own.length, 'cause')}`),
      make('ol', { class: 'causes' }, own.map((cause) => causeElement(cause))));
  }
}

function causeElement(cause) {
  const { cases: own, alone, title, example } = cause;
  return make('li', { value: cause.number },
    make('span', { class: 'dim' }, `${cause.number}`),
    make('div', {},
      make('a', { class: 'what code', href: cause.link }, title),
      ruleElement(cause),
      example && make('p', { class: 'dim' }, 'Example: ', link(example.link, example.name))),
    make('div', { class: 'figures' },
      make('span', {}, make('b', {}, number(own.length)), own.length === 1 ? ' case' : ' cases'),
      alone > 0 && make('span', { class: 'dim' }, `${number(alone)} with no other cause`)));
}

/// Returns the text of the rule or clause that a cause breaks, and of the clauses that the rule refines.
function ruleElement({ rule, example }) {
  if (!rule) return null;
  const refined = (rule.refines ?? []).map((id) => example.suite.clauseById.get(id)).filter(Boolean);
  return [make('p', {}, make('span', { class: 'strong' }, clauseButton(example.suite, rule)),
    ` ${rule.text}`, standing(rule)), ...refined.map(({ id, text }) => make('p', { class: 'dim' }, `Refines ${id}: ${text}`))];
}

/// Returns the heading above the list of a cause's cases.
function causeHead(cause) {
  return make('div', { class: 'cause' },
    make('p', {}, link('#causes', '← All causes'),
      make('span', { class: 'dim' }, `  cause ${cause.number} of ${causes.length}, ${cause.implementation}`)),
    make('h2', { class: 'code' }, cause.title), ruleElement(cause));
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

function fillCoverage() {
  for (const suite of report.suites) {
    const told = suite.clauseList.map((clause) => {
      const covering = suite.rowList.filter((row) => row.covers.has(clause.id));
      return { clause, cases: new Set(covering.flatMap((row) => row.cases)) };
    });
    const most = told.reduce((largest, each) => Math.max(largest, each.cases.size), 1);
    const covered = told.filter((each) => each.cases.size > 0).length;
    const excused = told.filter(({ clause, cases: own }) => own.size === 0 && clause.untestable).length;
    coverage.append(
      make('h2', {}, `${suite.contract} ${suite.version}: ${suite.title}`),
      make('p', { class: 'dim' }, `${number(covered)} of ${counted(told.length, 'clause')} covered`,
        excused > 0 && `, ${number(excused)} untestable`,
        `, in ${counted(suite.rowList.length, 'row')} and ${counted(suite.caseList.length, 'case')}.`,
        suite.audit && ` ${number(suite.audit.killed)} of ${counted(suite.audit.mutants, 'mutant')} killed.`),
      make('div', { class: 'chart' }, told.map((each) => clauseElement(suite, each, most))));
  }
}

function clauseElement(suite, { clause, cases: own }, most) {
  const found = tally(own);
  const isUncovered = own.size === 0 && !clause.untestable;
  const bar = share(found);
  bar.style.width = `${Math.max(2, (100 * own.size) / most)}%`;
  const isRed = found.failed > 0 || isUncovered;
  return make('button', { onclick: () => chooseClause(suite, clause), title: `Show the rows that cover ${clause.id}` },
    make('span', { class: isRed ? 'strong failed' : 'strong' }, isRed && '✗ ', clause.id),
    own.size > 0 ? bar
      : make('span', { class: isUncovered ? 'failed' : 'dim' }, isUncovered ? 'uncovered' : 'untestable'),
    make('span', { class: 'number' }, own.size === 0 ? '–' : counted(own.size, 'case'),
      clause.kills !== undefined && ` · ${counted(clause.kills, 'mutant')} killed`),
    make('span', { class: 'words' }, clause.text, standing(clause), clause.refines.length > 0 && ` Refines ${clause.refines.join(', ')}.`,
      clause.untestable && ` Untestable: ${clause.untestable}`));
}

// MARK: Problems

function fillProblems() {
  const names = { notStarted: 'start failed', endedBadly: 'bad exit', givenUp: 'abandoned' };
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
