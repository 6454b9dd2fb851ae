// MARK: Chat history

/// The view of the contract chat-history: the screens of a phone app that shows saved conversations.
///
/// Each result of a step is a state of its own. The last state is the history that the app has at the end, with the numbers
/// of values that its observers received.
const chatHistoryView = {
  operations: ['history'],
  switches: [{
    name: 'sessions', title: 'Saved sessions', values: [['rows', 'Rows only'], ['transcripts', 'With transcripts']],
  }],
  settings: (state) => (state === 'transcripts' ? { sessions: 'transcripts' } : {}),
  steps: chatHistoryStates,
  draw: (part, picture) => (part.pointer === '/history' ? chatHistoryEnd(part, picture) : chatHistoryResult(part, picture)),
};

/// Returns a state for each step of the input and, at the end, one for the history.
///
/// A state without a result keeps its place, so that the states of two outputs are those of the same steps.
function chatHistoryStates(root, picture) {
  const steps = chatHistorySteps(picture);
  const count = Math.max(steps.length, root.part('results').parts().length);
  const titles = chatHistoryTitles(steps);
  const results = Array.from({ length: count }, (_, index) => ({
    title: titles[index] ?? `Step ${number(index + 1)}`, part: root.at('results', index),
  }));
  return [...results, { title: 'The history at the end', part: root.part('history'), also: [root.part('emissions')] }];
}

// MARK: Steps

/// Returns the steps of the input, or nothing if the input is unknown.
function chatHistorySteps(picture) {
  return Array.isArray(picture.input?.steps) ? picture.input.steps : [];
}

/// Returns the name and the value of a step, such as `delete` and an id.
function chatHistoryStep(step) {
  return (typeof step === 'object' && step !== null && Object.entries(step)[0]) || ['', undefined];
}

/// Returns what each step does, in the words of the app's user.
function chatHistoryTitles(steps) {
  let running;
  return steps.map((step) => {
    const [name, value] = chatHistoryStep(step);
    if (name === 'startSession') running = chatHistoryQuoted(value?.scenario?.name);
    const title = chatHistoryTitle(name, value, running ?? '');
    if (name === 'endSession' || name === 'reopen') running = undefined;
    return title;
  });
}

/// Returns what a step does.
///
/// - running: the title of the running session, in quotes after a space.
function chatHistoryTitle(name, value, running) {
  const id = chatHistoryQuoted(value);
  const titles = {
    updateProfile: () => chatHistoryProfileTitle(value),
    startSession: () => `Start the session${running}`,
    endSession: () => `End the session${running}`,
    save: () => `Save the session${chatHistoryQuoted(value?.session?.scenarioTitle)} ${chatHistoryUser(value?.profile)}`,
    getSessions: () => 'Read the saved sessions',
    delete: () => `Delete the session${id}`,
    clear: () => 'Delete all sessions',
    advance: () => chatHistoryClockTitle(value),
    failNext: () => 'Let the network fail at the next call',
    row: () => `Show the row of the session${id}`,
    screen: () => 'Open the history screen',
    detail: () => `Open the transcript of the session${id}`,
    reopen: () => 'Start the app again',
  };
  return Object.hasOwn(titles, name) ? titles[name]() : name;
}

/// Returns what an update of the profile changes of what affects the history.
function chatHistoryProfileTitle(profile) {
  if (profile === null) return 'Remove the profile';
  const isPremium = { true: 'premium', false: 'not premium' }[profile?.isPremium];
  const language = chatHistoryQuoted(profile?.currentTargetLanguage);
  const changes = [isPremium, language && `language${language}`].filter(Boolean);
  return changes.length === 0 ? 'Change the profile' : `Change the profile: ${changes.join(', ')}`;
}

/// Returns for whom a session is saved.
function chatHistoryUser(profile) {
  if (profile === null) return 'without a profile';
  return profile?.isPremium === true ? 'for a premium user' : 'for a free user';
}

/// Returns how a step changes the time.
function chatHistoryClockTitle(change) {
  if (typeof change !== 'number') return 'Change the time';
  const amount = Math.abs(change) < 1000 ? `${Math.abs(change)} ms` : chatHistoryDuration(Math.trunc(Math.abs(change) / 1000));
  return change < 0 ? `Set the clock back by ${amount}` : `Let ${amount} pass`;
}

/// Returns a name in quotes, after a space, or nothing if the value isn't a name. A long name is cut.
function chatHistoryQuoted(value) {
  if (typeof value !== 'string' || value === '') return '';
  const letters = Array.from(value);
  return ` “${letters.length > 40 ? `${letters.slice(0, 40).join('')} …` : value}”`;
}

// MARK: Results

/// Draws the result of a step.
function chatHistoryResult(part, picture) {
  const index = Number(part.pointer.split('/').at(-1));
  const steps = chatHistorySteps(picture);
  const [step] = chatHistoryStep(steps[index]);
  const title = chatHistoryTitles(steps)[index] ?? 'Result';

  if (part.isMissing) return chatHistoryCard(title, chatHistoryAbsent('The output has no result of this step.'));
  if (part.value === null) return chatHistoryCard(title, part.show(chatHistoryNothing(step)));
  if (Array.isArray(part.value)) {
    return chatHistoryCard('Saved sessions, with times in UTC', chatHistorySessions(part, picture));
  }
  if (!part.isObject) return chatHistoryCard(title, part.text('p'));

  const has = (...names) => names.some((name) => Object.hasOwn(part.value, name));
  if (has('success', 'error')) return chatHistorySaved(part, picture, step, title);
  if (step === 'screen' || has('screen', 'rows')) return chatHistoryScreen(part);
  if (step === 'detail' || has('transcript', 'header')) return chatHistoryDetail(part, picture);
  return chatHistoryCard(title, make('ul', { class: 'ch-list' }, chatHistoryRow(part)));
}

/// The words for a step that returns no value: a mark, what happened, and a remark.
const chatHistoryNothings = {
  updateProfile: ['✓', 'Done', 'The profile is changed.'],
  startSession: ['✓', 'Session started', 'It is saved when it ends.'],
  endSession: ['–', 'Nothing saved', 'No session was saved, and no error was reported.'],
  delete: ['✓', 'Done', 'No error was reported.'],
  clear: ['✓', 'Done', 'No error was reported.'],
  advance: ['✓', 'Done', 'The clock is changed.'],
  failNext: ['✓', 'Done', 'The next call of the storage fails.'],
  row: ['–', 'No session', 'The history has no session with this id.'],
  detail: ['–', 'No session', 'The history has no session with this id.'],
  reopen: ['✓', 'App started again', 'Only the saved sessions remain.'],
};

/// Draws the result of a step that returned no value.
function chatHistoryNothing(step) {
  const [sign, heading, remark] = chatHistoryNothings[step] ?? ['–', 'No value', 'The step returned no value.'];
  return make('div', { class: 'ch-nothing' }, make('span', { class: 'ch-sign', 'aria-hidden': 'true' }, sign),
    make('div', {}, make('p', { class: 'ch-headline' }, heading), make('p', { class: 'ch-quiet' }, remark)));
}

// MARK: Screens

/// Returns a phone with a label above it that names what it shows.
function chatHistoryPhone(label, ...content) {
  return make('div', { class: 'ch-stage' },
    make('p', { class: 'ch-label' }, label),
    make('div', { class: 'ch-phone' }, content, make('div', { class: 'ch-home', 'aria-hidden': 'true' })));
}

/// Returns a part of a screen with a label above it.
function chatHistoryCard(label, ...content) {
  return make('div', { class: 'ch-stage' }, make('p', { class: 'ch-label' }, label), make('div', { class: 'ch-card' }, content));
}

/// Draws the history screen: the upsell, the empty state or the list.
function chatHistoryScreen(part) {
  const screen = part.part('screen');
  const label = ['Screen: ', screen.text('strong') ?? make('span', { class: 'ch-absent' }, 'no name')];
  const isEmpty = ['emptyTitle', 'emptyText'].some((name) => !part.part(name).isMissing);
  return chatHistoryPhone(label,
    chatHistoryText(part.part('title'), 'div', 'ch-title', 'title'),
    screen.value === 'upsell' && screen.show(chatHistoryUpsell()),
    isEmpty && make('div', { class: 'ch-hero' }, chatHistoryIcon('clock', 'ch-large'),
      chatHistoryText(part.part('emptyTitle'), 'p', 'ch-headline', 'title'),
      chatHistoryText(part.part('emptyText'), 'p', 'ch-quiet', 'text')),
    !part.part('rows').isMissing && chatHistoryRows(part.part('rows')),
    part.rest(['screen', 'title', 'emptyTitle', 'emptyText', 'rows']));
}

/// Returns the upsell. Its words are the view's own, because the contract only says that there is one.
function chatHistoryUpsell() {
  return make('div', { class: 'ch-hero' }, chatHistoryIcon('lock', 'ch-large'),
    make('p', { class: 'ch-headline' }, 'History is locked'),
    make('p', { class: 'ch-quiet' }, 'Only premium users see their past conversations.'),
    make('span', { class: 'ch-pill' }, 'Upgrade to Premium'));
}

/// Draws the rows of the list.
function chatHistoryRows(rows) {
  if (!Array.isArray(rows.value)) return rows.text('p');
  if (rows.value.length === 0) return rows.show(chatHistoryAbsent('A list without rows'));
  return rows.show(make('ul', { class: 'ch-list' }, rows.map(chatHistoryRow)));
}

/// Draws a row of the list from its four texts.
function chatHistoryRow(row) {
  if (!row.isObject) return make('li', { class: 'ch-row' }, row.text());
  const known = ['sessionId', 'title', 'lines', 'duration', 'language'];
  return row.show(make('li', { class: 'ch-row' },
    make('div', { class: 'ch-head' }, chatHistoryText(row.part('title'), 'span', 'ch-headline', 'title', true)),
    make('div', { class: 'ch-meta' },
      chatHistoryLabel('bubble', chatHistoryText(row.part('lines'), 'span', '', 'number of lines', true)),
      chatHistoryLabel('clock', chatHistoryText(row.part('duration'), 'span', '', 'duration', true)),
      chatHistoryLabel('globe', chatHistoryText(row.part('language'), 'span', '', 'language', true)),
      chatHistoryId(row.part('sessionId'))),
    row.rest(known)));
}

/// Draws the detail of a session: its title, its header and its transcript.
function chatHistoryDetail(part, picture) {
  const icons = ['globe', 'clock', 'bubble'];
  const [header, transcript] = [part.part('header'), part.part('transcript')];
  return chatHistoryPhone('Transcript of a session',
    make('div', { class: 'ch-bar' }, make('span', { class: 'ch-close', 'aria-hidden': 'true' }, '‹'),
      chatHistoryText(part.part('title'), 'div', 'ch-headline', 'title', true)),
    make('div', { class: 'ch-meta ch-center' }, header.map((text, index) =>
      chatHistoryLabel(icons[index] ?? 'none', chatHistoryText(text, 'span', '', 'text')))),
    header.isMissing && chatHistoryAbsent('no header'),
    transcript.isMissing ? chatHistoryAbsent('no transcript')
      : chatHistoryLines(transcript, valueAt(picture.other, transcript.pointer)),
    part.rest(['title', 'header', 'transcript']));
}

// MARK: Transcripts

/// Draws the lines of a transcript as bubbles on the left and on the right.
///
/// - others: the same transcript on the other side, or undefined.
function chatHistoryLines(lines, others) {
  if (!Array.isArray(lines.value)) return lines.text('p');
  if (lines.value.length === 0) return lines.show(chatHistoryAbsent('No lines'));
  const roles = chatHistoryRoles([lines.value, Array.isArray(others) ? others : []]);
  return lines.show(make('ol', { class: 'ch-lines' }, lines.map((line) =>
    chatHistoryLine(line, roles.indexOf(line.value?.roleName) % 2 === 1))));
}

/// Returns the roles of two transcripts in the order in which they first speak, taking both transcripts together.
///
/// The order is the same for both sides, so a wrong role in one line doesn't move the bubbles of all other lines.
function chatHistoryRoles(transcripts) {
  const starts = new Map();
  for (const lines of transcripts) {
    const found = new Set();
    lines.forEach((line, index) => {
      const role = line?.roleName;
      if (!found.has(role)) starts.set(role, (starts.get(role) ?? 0) + index);
      found.add(role);
    });
  }
  return [...starts].sort((one, other) => one[1] - other[1] || (`${one[0]}` < `${other[0]}` ? -1 : 1)).map(([role]) => role);
}

/// Draws a line: its speaker, a bubble with the text and the translation, and the members that the app doesn't show.
function chatHistoryLine(line, isRight) {
  if (!line.isObject) return make('li', {}, line.text());
  const [id, speaker, time] = ['id', 'speakerId', 'timestamp'].map((name) => line.part(name));
  const remarks = [
    chatHistoryId(id),
    !speaker.isMissing && make('span', {}, 'speaker ', chatHistoryText(speaker, 'code', '', 'id')),
    !time.isMissing && chatHistoryTime(time),
  ].filter(Boolean);
  return make('li', { class: isRight ? 'ch-line ch-right' : 'ch-line' },
    chatHistoryText(line.part('roleName'), 'span', 'ch-role', 'speaker', true),
    line.show(make('div', { class: 'ch-bubble' },
      chatHistoryText(line.part('textNative'), 'p', 'ch-native', 'text', true),
      chatHistoryText(line.part('textTranslated'), 'p', 'ch-translated', 'translation', true))),
    remarks.length > 0 && make('span', { class: 'ch-remarks' }, remarks),
    line.rest(['id', 'speakerId', 'timestamp', 'roleName', 'textNative', 'textTranslated']));
}

// MARK: Sessions

/// Draws the saved sessions as the list that an observer of the history receives.
function chatHistorySessions(sessions, picture) {
  if (!Array.isArray(sessions.value)) return sessions.text('p') ?? chatHistoryAbsent('no list');
  if (sessions.value.length === 0) {
    return sessions.show(make('div', { class: 'ch-hero' }, chatHistoryIcon('clock', 'ch-large'),
      make('p', { class: 'ch-headline' }, 'No sessions'), make('p', { class: 'ch-quiet' }, 'The list is empty.')));
  }
  return sessions.show(make('ul', { class: 'ch-list' }, sessions.map((session) =>
    session.show(make('li', {}, chatHistorySession(session, picture))))));
}

/// Draws a session with all of its members. Its transcript is shown if it was switched on or differs.
function chatHistorySession(session, picture) {
  if (!session.isObject) return make('p', { class: 'ch-row' }, plainText(session.value));
  const lines = session.part('dialogLines');
  const others = chatHistoryOtherLines(session, picture);
  const differs = others !== undefined && JSON.stringify(others) !== JSON.stringify(lines.value);
  const isList = Array.isArray(lines.value);
  const isWanted = picture.setting('sessions') === 'transcripts' || lines.differs || differs;
  const isOpen = isWanted && isList && lines.value.length > 0;
  const count = isList && make('span', {}, counted(lines.value.length, 'line'));
  if (isList && !isOpen) lines.show(count);

  return make('div', { class: 'ch-row' },
    make('div', { class: 'ch-head' }, chatHistoryText(session.part('scenarioTitle'), 'span', 'ch-headline', 'title', true),
      chatHistoryTime(session.part('timestamp'))),
    make('div', { class: 'ch-meta' },
      chatHistoryLabel('bubble', count || lines.text() || make('span', { class: 'ch-absent' }, 'no lines')),
      chatHistoryLabel('clock', chatHistorySeconds(session.part('durationSeconds'))),
      chatHistoryLabel('globe', chatHistoryText(session.part('targetLanguage'), 'span', '', 'language', true)),
      chatHistoryId(session.part('sessionId'))),
    isOpen && chatHistoryLines(lines, others),
    session.rest(['sessionId', 'scenarioTitle', 'timestamp', 'targetLanguage', 'durationSeconds', 'dialogLines']));
}

/// Returns the transcript of the same session on the other side, or undefined if there is none.
function chatHistoryOtherLines(session, picture) {
  const outer = valueAt(picture.other, session.pointer.slice(0, session.pointer.lastIndexOf('/')));
  const other = Array.isArray(outer) ? outer.find((each) => each?.sessionId === session.value.sessionId) : outer?.success;
  return other?.dialogLines;
}

/// Draws the result of a save: the session, or a banner with the reason why there is none.
function chatHistorySaved(part, picture, step, title) {
  const [success, error] = [part.part('success'), part.part('error')];
  return chatHistoryCard(title,
    !error.isMissing && chatHistoryError(error, step),
    !success.isMissing && success.show(make('div', { class: 'ch-saved' },
      make('p', { class: 'ch-banner ch-good' }, make('span', { class: 'ch-sign', 'aria-hidden': 'true' }, '✓'),
        make('strong', {}, 'Saved to the history')),
      chatHistorySession(success, picture))),
    part.rest(['success', 'error']));
}

/// The words for the reasons of a failure.
const chatHistoryReasons = { networkError: 'Network error', featureLocked: 'Premium feature' };

/// What didn't happen, by the step that failed.
const chatHistoryFailures = {
  getSessions: 'The saved sessions couldn’t be read.',
  delete: 'The session wasn’t deleted.',
  clear: 'The sessions weren’t deleted.',
};

/// Draws the banner of a failure.
function chatHistoryError(error, step) {
  const isKnown = Object.hasOwn(chatHistoryReasons, plainText(error.value) ?? '');
  const isLocked = error.value === 'featureLocked';
  return error.show(make('div', { class: isLocked ? 'ch-banner ch-warn' : 'ch-banner ch-bad' },
    isLocked ? chatHistoryIcon('lock') : make('span', { class: 'ch-sign', 'aria-hidden': 'true' }, '!'),
    make('div', {}, make('strong', {}, isKnown ? chatHistoryReasons[error.value] : 'Error'),
      make('p', {}, chatHistoryFailures[step] ?? 'The session wasn’t saved.'),
      make('p', { class: 'ch-code' }, plainText(error.value)))));
}

/// Draws the history at the end, with the numbers of values that observers received.
function chatHistoryEnd(history, picture) {
  const emissions = picture.root.part('emissions');
  const counters = [['history', 'Observers received the list'], ['userProfile', 'Observers received the profile']];
  return chatHistoryCard('History at the end, with times in UTC', chatHistorySessions(history, picture),
    emissions.isMissing && make('p', { class: 'ch-sent ch-absent' }, 'no numbers of values that observers received'),
    !emissions.isObject ? emissions.text('p', { class: 'ch-sent' }) : emissions.show(make('div', { class: 'ch-sent' },
      make('ul', {}, counters.map(([name, words]) => chatHistoryCounter(emissions.part(name), words))),
      emissions.rest(counters.map(([name]) => name)))));
}

/// Draws how often observers received a value.
function chatHistoryCounter(part, words) {
  if (part.isMissing) return make('li', { class: 'ch-absent' }, `${words}: no number`);
  const times = part.value === 1 ? ' time' : ' times';
  return part.show(make('li', {}, `${words} `, make('strong', {}, plainText(part.value)), times));
}

// MARK: Values

/// Returns an element with a text, or with words that say that the text is empty or, if `isExpected`, missing.
function chatHistoryText(part, tag, name, noun, isExpected = false) {
  if (part.isMissing) return isExpected ? make(tag, { class: `${name} ch-absent` }, `no ${noun}`) : null;
  if (part.value === '') return part.show(make(tag, { class: `${name} ch-absent` }, `empty ${noun}`));
  return part.text(tag, { class: name });
}

/// Returns a line in the middle that says that something is missing.
function chatHistoryAbsent(words) {
  return make('p', { class: 'ch-absent ch-center' }, words);
}

/// Returns a fact of a session with its icon.
function chatHistoryLabel(icon, content) {
  return make('span', { class: 'ch-fact' }, chatHistoryIcon(icon), content);
}

/// Returns an icon, which the style sheet draws.
function chatHistoryIcon(name, size = '') {
  return make('span', { class: `ch-icon ch-${name} ${size}`.trim(), 'aria-hidden': 'true' });
}

/// Draws an id, or nothing if there is none.
function chatHistoryId(part) {
  if (part.isMissing) return null;
  const text = part.value === '' ? part.show(make('span', { class: 'ch-absent' }, 'empty')) : part.text('code');
  return make('span', { class: 'ch-id' }, 'id ', text);
}

/// Draws a duration in seconds as a row shows it. One that isn't an exact integer is shown as it is.
function chatHistorySeconds(part) {
  if (part.isMissing) return make('span', { class: 'ch-absent' }, 'no duration');
  return Number.isInteger(part.value) ? part.show(make('span', {}, chatHistoryDuration(part.value))) : part.text();
}

/// Returns a duration in the form of the app.
function chatHistoryDuration(seconds) {
  return `${Math.trunc(seconds / 60)}m ${seconds % 60}s`;
}

/// Draws a time in UTC, with seconds and milliseconds unless they are zero. A time that no calendar has is shown as it is.
function chatHistoryTime(part) {
  if (part.isMissing) return make('span', { class: 'ch-time ch-absent' }, 'no time');
  const date = new Date(Number.isInteger(part.value) ? part.value : Number.NaN);
  if (Number.isNaN(date.getTime())) return part.text('span', { class: 'ch-time' });
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const digits = (count, width = 2) => `${count}`.padStart(width, '0');
  const [seconds, rest] = [date.getUTCSeconds(), date.getUTCMilliseconds()];
  const fraction = rest === 0 ? '' : `.${digits(rest, 3)}`;
  const exact = seconds === 0 && rest === 0 ? '' : `:${digits(seconds)}${fraction}`;
  return part.show(make('span', { class: 'ch-time' },
    `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}, `,
    `${digits(date.getUTCHours())}:${digits(date.getUTCMinutes())}${exact}`));
}

pictureViews.set('chat-history', chatHistoryView);
