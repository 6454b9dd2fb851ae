const coverage = make('section', { class: 'panel', id: 'coverage', role: 'tabpanel', hidden: true });
const problems = make('section', { class: 'panel', id: 'problems', role: 'tabpanel', hidden: true });
const problemCount = findings.diagnostics.length + (findings.incidents.length > 0 ? 1 : 0);

/// A bar whose parts are as long as the numbers say.
function share(counts) {
  const names = ['passed', 'failed', 'known', 'unsupported', 'skipped'].filter((name) => counts[name] > 0);
  const bar = make('span', { class: 'share', role: 'img',
    'aria-label': names.map((name) => `${counts[name]} ${name}`).join(', ') });
  for (const name of names) {
    const part = make('i', { class: name, title: `${counts[name]} ${name}` });
    part.style.flexGrow = counts[name];
    bar.append(part);
  }
  return bar;
}

function fillCoverage() {
  for (const contract of findings.contracts) {
    const told = clauses.filter((clause) => clause.contract === contract).map((clause) => {
      const covering = rows.filter((row) => isAbout(row, clause));
      const covered = new Set(covering.flatMap((row) => row.cases));
      const counts = {};
      for (const each of covered) {
        for (const letter of each.verdicts) {
          if (kinds[letter]) counts[kinds[letter].name] = (counts[kinds[letter].name] ?? 0) + 1;
        }
      }
      return { clause, rows: covering.length, cases: covered.size, counts };
    });
    const most = Math.max(1, ...told.map(({ cases: count }) => count));
    const covered = told.filter(({ cases: count }) => count > 0).length;
    const excused = told.filter(({ clause, cases: count }) => count === 0 && clause.excuse).length;
    const audit = contract.audit
      ? ` ${contract.audit.killed} of ${counted(contract.audit.mutants, 'mutant')} killed.` : '';
    coverage.append(
      make('h2', {}, `${contract.id} ${contract.version}: ${contract.title}`),
      make('p', { class: 'dim' }, `${covered} of ${counted(told.length, 'clause')} covered`
        + `${excused > 0 ? `, ${excused} excused` : ''}, in ${counted(contract.rows.length, 'row')} and `
        + `${counted(contract.cases.length, 'case')}.${audit}`),
      make('div', { class: 'chart' }, told.map((each) => clauseElement(each, most))));
  }
}

function clauseElement({ clause, cases: count, counts }, most) {
  const bar = share(counts);
  bar.style.width = `${Math.max(2, 100 * count / most)}%`;
  const isRed = counts.failed > 0 || (count === 0 && !clause.excuse);
  const killed = clause.kills === undefined ? '' : ` · ${counted(clause.kills, 'mutant')} killed`;
  return make('button', { onclick: () => chooseClause(clause), title: `Show the rows about ${clause.id}` },
    make('span', { class: `strong ${isRed ? 'failed' : ''}` }, `${isRed ? '✗ ' : ''}${clause.id}`),
    count === 0 ? make('span', { class: clause.excuse ? 'dim' : 'failed' }, clause.excuse ? 'excused' : 'uncovered')
      : bar,
    make('span', { class: 'number' }, `${count === 0 ? '–' : counted(count, 'case')}${killed}`),
    make('span', { class: 'words' }, clause.text,
      clause.refines.length > 0 ? ` Refines ${clause.refines.join(', ')}.` : '',
      clause.excuse ? ` Excused: ${clause.excuse}` : ''));
}

function fillProblems() {
  if (findings.incidents.length > 0) {
    problems.append(make('h2', {}, 'Incidents'),
      make('div', { class: 'failure' }, make('div', { class: 'lines code' }, findings.incidents.map(line))));
  }
  if (findings.diagnostics.length > 0) problems.append(make('h2', {}, 'Findings'));
  for (const { severity, message, location: place, notes } of findings.diagnostics) {
    problems.append(make('div', { class: 'finding' },
      make('span', { class: severity === 'error' ? 'failed strong' : 'known strong' },
        `${severity === 'error' ? '✗' : '~'} ${severity}`), ` ${message}`,
      make('div', { class: 'dim code' }, place), notes.map((note) => make('div', { class: 'dim' }, note))));
  }
}
