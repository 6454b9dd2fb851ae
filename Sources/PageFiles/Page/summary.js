const summary = make('section', { class: 'panel', id: 'view-summary', role: 'tabpanel' });

/// Shows what the result is based on: the evidence, what ran, and when and where it ran.
function fillSummary() {
  const measured = checkedSuites.map((suite) => evidence(suite));
  summary.append(make('h2', {}, 'Evidence'), make('div', { class: 'tiles' }, tiles(measured)));
  if (measured.length > 1) {
    const heads = ['contract', 'cases passed', 'clauses covered', 'cases confirmed', 'mutants killed'];
    appendAll(summary, table('By contract', heads, measured.map((each) => [
      [idElement(each.suite.contract), make('span', { class: 'dim' }, ` ${each.suite.version}`)],
      passedElement(each.counts), ratio(each.covered, each.testable), ratio(each.suite.confirmed, each.suite.confirmable),
      ratio(each.suite.audit?.killed, each.suite.audit?.mutants)])));
  }
  const programs = new Map((report.provenance?.implementations ?? []).map((each) => [each.name, each]));
  const hasCommands = [...programs.values()].some((each) => each.command !== undefined);
  appendAll(summary, table('What ran', ['implementation', 'version', 'language', 'passed', ...(hasCommands ? ['command'] : [])],
    implementations.map((implementation, column) => {
      const { version, language, command: started } = programs.get(implementation) ?? { command: '' };
      return [make('span', { class: 'strong' }, implementation), version ?? '–', language ?? '–', passedElement(caseCounts(cases, column)),
        ...(hasCommands ? [started === undefined ? 'built in' : make('span', { class: 'code' }, unbroken(started))] : [])];
    })));
  summary.append(make('h2', {}, 'When and where'), make('dl', { class: 'facts' },
    circumstances().map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
}

/// Counts what supports the result of one contract.
function evidence(suite) {
  const told = coveredClauses(suite);
  return {
    suite, counts: caseCounts(suite.caseList),
    covered: told.filter((each) => each.cases.size > 0).length,
    testable: told.filter((each) => each.cases.size > 0 || !each.clause.untestable).length,
    untestable: told.filter((each) => each.cases.size === 0 && each.clause.untestable).length,
  };
}

function tiles(measured) {
  const sum = (of) => measured.reduce((total, each) => total + (of(each) ?? 0), 0);
  const audited = measured.filter(({ suite }) => suite.audit);
    const untestable = sum((each) => each.untestable);
  const { checked, passed, failed, known } = caseCounts(cases);
  return [
    tile(passed, checked, 'cases passed',
      [failed > 0 && `${number(failed)} failed`, known > 0 && counted(known, 'known failure'),
        implementations.length > 1 && `by ${counted(implementations.length, 'implementation')}`].filter(Boolean).join(', ')),
    counts.verdictCounts && tile(counts.verdictCounts.passed, counts.verdictCounts.passed + counts.verdictCounts.failed, 'verdicts passed', 'single values in outputs'),
    tile(sum((each) => each.covered), sum((each) => each.testable), 'clauses covered',
      untestable > 0 ? `${number(untestable)} more can't be tested by a case` : 'each by a case'),
    sum(({ suite }) => suite.confirmable) > 0 && tile(sum(({ suite }) => suite.confirmed), sum(({ suite }) => suite.confirmable), 'cases confirmed', 'by a second implementation'),
    audited.length > 0
      ? tile(sum(({ suite }) => suite.audit?.killed), sum(({ suite }) => suite.audit?.mutants), 'mutants killed', 'wrong outputs that the cases notice')
      : tile(null, null, 'mutants', 'not run; add --audit'),
    report.orders && tile(counts.schedules, null, 'more orderings', 'of inputs, with the same outputs'),
  ].filter(Boolean);
}

function tile(count, whole, title, remark) {
  const isShort = count !== null && whole !== null && count < whole;
  return make('div', { class: 'tile' },
    make('div', { class: `figure ${count === null ? 'dim' : isShort ? 'known' : 'passed'}` }, count === null ? '–' : number(count),
      whole !== null && make('small', {}, ` of ${number(whole)}`)),
    make('div', { class: 'strong' }, title), remark && make('div', { class: 'dim' }, remark));
}

function passedElement({ checked, passed, failed }) {
  return make('span', { class: failed > 0 ? 'failed' : 'passed' }, ratio(passed, checked));
}

function ratio(count, whole) {
  return count === undefined ? '–' : `${number(count)} of ${number(whole)}`;
}

/// Returns a table that shows each row as a list if the screen is narrow.
function table(title, heads, rows) {
  return [make('h2', {}, title), make('table', {},
    make('thead', {}, make('tr', {}, heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, rows.map((cells) => make('tr', {}, cells.map((each, index) => make('td', { 'data-head': heads[index] }, make('span', {}, each)))))))];
}

/// Returns the names and values that say when and where the run took place.
function circumstances() {
  const { start, milliseconds, machine } = report.provenance ?? {};
  const { orders, shard } = report;
  const where = machine && [machine.system, machine.architecture, counted(machine.cores, 'core')];
  return [
    start && ['started', moment(start)],
    milliseconds !== undefined && ['duration', seconds(milliseconds)],
    where && ['machine', where.filter(Boolean).join(', ')],
    ['Parity', report.harness],
    orders && ['orderings', `at most ${number(orders.schedules)} for each case, seed ${orders.seed}`],
    shard && ['shard', `${shard.index} of ${shard.count}`],
    ...Object.entries(report.labels ?? {}).map(([name, value]) => [name, /^https?:/i.test(value) ? webLink(value) : unbroken(value)]),
  ].filter(Boolean);
}

/// Returns a time in UTC as a reader writes it.
function moment(time) {
  return time.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

/// Returns a duration with a unit that suits its length.
function seconds(milliseconds) {
  const found = milliseconds / 1000;
  if (found < 1) return `${milliseconds} ms`;
  if (found < 60) return `${found.toFixed(1)} s`;
  return `${Math.floor(found / 60)} min ${Math.round(found % 60)} s`;
}
