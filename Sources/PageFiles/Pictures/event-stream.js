// MARK: Event stream: words

/// The words and tones of the values of `connection`.
const eventStreamConnections = new Map([
  ['disconnected', { title: 'Disconnected', tone: 'off' }],
  ['connecting', { title: 'Connecting', tone: 'busy' }],
  ['connected', { title: 'Connected', tone: 'good' }],
  ['reconnecting', { title: 'Reconnecting', tone: 'warn' }],
  ['failed', { title: 'Failed', tone: 'bad' }],
]);

/// The maximum number of characters that a picture shows of a text.
const longestEventStreamText = 2400;

/// The number of earlier requests that a picture shows.
const mostLoggedRequests = 4;

/// Returns milliseconds in words from which the exact number can be read, such as `29.999 s` or `12 min 22 s`.
function eventStreamDuration(milliseconds) {
  const hour = 3_600_000;
  if (milliseconds < 0 || milliseconds >= 1000 * hour) return `${number(milliseconds / 1000)} s`;
  if (milliseconds > 0 && milliseconds < 1000) return `${milliseconds} ms`;
  const hours = Math.floor(milliseconds / hour);
  const minutes = Math.floor((milliseconds % hour) / 60_000);
  const seconds = (milliseconds % 60_000) / 1000;
  const words = [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`, seconds > 0 && `${seconds} s`].filter(Boolean);
  return words.length === 0 ? '0 s' : words.join(' ');
}

/// Whether a state shows its session as live: its badge counts the events.
function isWatchedLive(state) {
  const badge = state.part('badge').value;
  return typeof badge === 'string' && badge !== 'ENDED';
}

// MARK: Event stream: steps

/// Returns the steps of the input, or nothing if the input isn't known.
function eventStreamSteps(picture) {
  const steps = picture.input?.steps;
  return Array.isArray(steps) ? steps : [];
}

/// Returns the title of a step, which says what happened.
///
/// - kindOf: returns the kind of the request with a number, or undefined.
function eventStreamTitle(step, index, kindOf) {
  if (step?.connect !== undefined) return `The user opens session ${step.connect}`;
  if (step?.reply) return eventStreamReplyTitle(step.reply);
  if (step?.open) return eventStreamOpenTitle(step.open);
  if (step?.receive) return `Stream ${step.receive.request} sends ${eventStreamSent(step.receive)}`;
  if (step?.close) return eventStreamCloseTitle(step.close, kindOf(step.close.request));
  if (typeof step?.advance === 'number') return `${eventStreamDuration(step.advance)} later`;
  if (step?.pause) return 'The user pauses the session';
  if (step?.resume) return 'The user resumes the session';
  return `State ${index + 1}`;
}

function eventStreamReplyTitle({ request, status, body }) {
  const mode = body?.mode;
  const said = typeof mode === 'string' ? `mode ${mode}` : 'no mode';
  return status === 200 ? `Status request ${request} returns ${said}` : `Status request ${request} returns ${status}`;
}

function eventStreamOpenTitle({ request, status }) {
  return status === 200 ? `Stream ${request} opens` : `Stream request ${request} returns ${status}`;
}

function eventStreamCloseTitle({ request }, kind) {
  if (kind === 'stream') return `Stream ${request} ends`;
  return kind === 'status' ? `Status request ${request} fails` : `Request ${request} ends`;
}

/// Returns what a stream sends: the topics of its events, or the beginning of its text.
function eventStreamSent({ text, chunks }) {
  const pieces = text === undefined && Array.isArray(chunks) ? chunks : [text];
  if (!pieces.every((piece) => typeof piece === 'string')) return 'bytes';
  const whole = pieces.join('');
  if (whole === '') return 'nothing';
  const topics = [...whole.matchAll(/"topic"\s*:\s*"([^"\\]{1,40})"/g)].map(([, topic]) => topic);
  if (topics.length === 0) return `${whole.slice(0, 48)}${whole.length > 48 ? ' …' : ''}`.replaceAll('\n', '↵');
  const more = topics.length > 3 ? ` and ${counted(topics.length - 3, 'more event')}` : '';
  return `${topics.slice(0, 3).join(', ')}${more}`;
}

/// Returns the states of a session with their titles, or null for the other operations. Of an output without states, the
/// only state is the whole output.
function eventStreamStates(root, picture) {
  if (picture.operation !== 'session') return null;
  const states = root.part('states').parts();
  if (states.length === 0) return [{ part: root, title: 'The whole output' }];
  const steps = eventStreamSteps(picture);
  const requests = states.flatMap((state) => state.part('requests').parts());
  const kinds = new Map(requests.map((request) => [request.part('request').value, request.part('kind').value]));
  return states.map((part, index) => ({ part, title: eventStreamTitle(steps[index], index, (request) => kinds.get(request)) }));
}

/// Returns the id of the session that the user opened last, or undefined.
function watchedSessionId(picture) {
  return eventStreamSteps(picture).slice(0, picture.step + 1).findLast((step) => step?.connect !== undefined)?.connect;
}

/// Whether the user has paused the session. The output doesn't say so, but a paused session is a live one.
function isWatchedPaused(picture) {
  const states = picture.root.part('states');
  let isPaused = false;
  eventStreamSteps(picture).slice(0, picture.step + 1).forEach((step, index) => {
    const wasLive = isWatchedLive(states.part(index - 1));
    if (step?.pause && wasLive) isPaused = true;
    if (step?.resume || step?.connect !== undefined || !isWatchedLive(states.part(index))) isPaused = false;
  });
  return isPaused;
}

// MARK: Event stream: texts

/// Returns the pieces of a text, with those marked that differ from the other side. A long text is cut to the part around
/// the first mark.
function eventStreamPieces(part, picture) {
  const marked = [picture.markedText(part)].flat();
  const [first] = marked;
  if (marked.length === 1 && typeof first === 'string' && first.length > longestEventStreamText) {
    const more = counted(first.length - longestEventStreamText, 'more character');
    return [{ text: visible(first.slice(0, longestEventStreamText)) }, { text: ` … ${more}`, isCut: true }];
  }
  const pieces = marked.map((node) => (
    typeof node === 'string' ? { text: visible(node) } : { text: node.textContent, isMarked: true }));
  return excerpt(pieces, longestEventStreamText);
}

/// Draws a text exactly: with a sign at each line end, and with the spaces at both ends of a line visible.
///
/// - absent: the words for an empty text.
/// - options: the `tag` of the element and further names of its `class`.
function exactStreamText(part, picture, absent, { tag = 'span', class: names = '' } = {}) {
  if (part.isMissing) return null;
  if (typeof part.value !== 'string') return part.text(tag, { class: names });
  if (part.value === '') return part.show(make(tag, { class: `es-absent ${names}` }, absent));
  const pieces = eventStreamPieces(part, picture);
  const whole = textOf(pieces);
  let start = 0;
  const nodes = pieces.map((piece) => {
    const drawn = exactStreamNodes(whole, start, start + piece.text.length);
    start += piece.text.length;
    if (piece.isCut) return make('span', { class: 'es-cut' }, piece.text);
    return piece.isMarked ? make('mark', {}, drawn) : drawn;
  });
  return part.show(make(tag, { class: `es-exact ${names}` }, nodes));
}

/// Draws a text that every value of its kind has. Without it, the words say so.
function neededStreamText(part, picture, absent, missing, options = {}) {
  return exactStreamText(part, picture, absent, options) ?? make('span', { class: `es-absent ${options.class ?? ''}` }, missing);
}

/// Returns the nodes of a part of a text, with its line ends and the spaces next to them as elements.
function exactStreamNodes(whole, start, end) {
  return whole.slice(start, end).split(/(\n| +)/).flatMap((text) => {
    const before = whole[start - 1] ?? '\n';
    start += text.length;
    const after = whole[start] ?? '\n';
    if (text === '\n') return [make('span', { class: 'es-end' }), '\n'];
    const isAtEnd = /^ +$/.test(text) && (before === '\n' || after === '\n');
    return isAtEnd ? [...text].map((space) => make('span', { class: 'es-space' }, space)) : [text];
  });
}

// MARK: Event stream: payloads

/// Draws a value of a payload: members and elements as lists, and what is nested more deeply as JSON on one line.
function eventStreamValue(part, picture, depth = 0) {
  const members = part.members();
  if (depth < 3 && members.length > 0) {
    return part.show(make('dl', { class: 'es-members' }, members.slice(0, mostPictured).map(({ key, part: member }) =>
      make('div', {}, make('dt', {}, key), make('dd', {}, eventStreamValue(member, picture, depth + 1))))));
  }
  if (depth < 3 && part.parts().length > 0) {
    return part.show(make('ol', { class: 'es-elements' }, eventStreamItems(part, (element) =>
      make('li', {}, eventStreamValue(element, picture, depth + 1)))));
  }
  return eventStreamScalar(part, picture);
}

/// Draws a value on one line. A text that could be taken for a value of another type is in quotes.
function eventStreamScalar(part, picture) {
  if (typeof part.value === 'string') {
    const looksOther = /^(true|false|null|-?\d{1,15})?$/.test(part.value);
    return looksOther ? part.show(make('code', {}, `"${part.value}"`)) : exactStreamText(part, picture, 'empty');
  }
  const source = plainText(part.value);
  return source.length > longestEventStreamText ? part.show(make('code', {}, shortened(source))) : part.text();
}

/// Returns the elements of an array as the items of a list.
function eventStreamItems(part, draw) {
  return part.map(draw).map((node) => (node.tagName === 'LI' ? node : make('li', { class: 'es-more' }, node)));
}

// MARK: Event stream: the session

/// Draws the screen of a session in one state.
function watchedSession(state, picture) {
  if (!state.isObject) return make('div', { class: 'es-screen' }, state.json());
  const known = ['connection', 'requests', 'cancelled', 'events', 'skipped', 'badge', 'banner', 'signal', 'steering',
    'noEvents', 'scratchpad', 'iteration', 'hat', 'elapsedSecs', 'retryInMs'];
  return make('div', { class: 'es-screen' },
    watchedHeader(state, picture),
    endedBanner(state.part('banner')),
    connectionNotice(state),
    make('div', { class: 'es-columns' },
      streamSection(state, picture),
      make('div', { class: 'es-side' },
        watchedControls(state),
        scratchpadSection(state.part('scratchpad')),
        requestLog(state, picture))),
    state.rest(known));
}

function watchedHeader(state, picture) {
  const session = watchedSessionId(picture);
  const name = session === undefined ? make('span', { class: 'es-absent' }, 'none opened') : make('strong', {}, `${session}`);
  return make('header', { class: 'es-header' },
    make('div', { class: 'es-name' }, make('span', { class: 'es-label' }, 'Session'), name),
    make('div', { class: 'es-pills' },
      isWatchedPaused(picture) && make('span', { class: 'es-pill es-paused' }, 'Paused'),
      connectionPill(state.part('connection'))),
    watchedDetails(state, picture));
}

function connectionPill(part) {
  if (part.isMissing) return make('span', { class: 'es-absent' }, 'no connection state');
  const { title, tone } = eventStreamConnections.get(part.value) ?? { tone: 'bad' };
  return part.show(make('span', { class: `es-pill es-connection es-${tone}` }, title ?? plainText(part.value)));
}

/// Draws the details of the latest status, or nothing if there are none.
function watchedDetails(state, picture) {
  const facts = [
    ['Iteration', streamNumber(state.part('iteration'), number)],
    ['Hat', exactStreamText(state.part('hat'), picture, 'empty')],
    ['Elapsed', streamNumber(state.part('elapsedSecs'), (seconds) => eventStreamDuration(seconds * 1000))],
  ].filter(([, element]) => element !== null);
  return facts.length > 0 && streamFacts(facts);
}

/// Draws a list of titles with their values.
function streamFacts(facts, names = '') {
  return make('dl', { class: `es-facts ${names}` }, facts.map(([title, element]) =>
    make('div', {}, make('dt', {}, title), make('dd', {}, element))));
}

/// Draws a number in words, or a value of another type as it is.
function streamNumber(part, words, tag = 'span') {
  return typeof part.value === 'number' ? part.show(make(tag, {}, words(part.value))) : part.text(tag);
}

/// Draws the banner of an ended session. Without one, it says so only if that is a difference.
function endedBanner(part) {
  if (part.value === true) {
    return part.show(make('div', { class: 'es-banner' }, make('strong', {}, 'This session has ended.'), ' It can only be read.'));
  }
  if (part.value === false) {
    return part.differs && part.show(make('div', { class: 'es-banner es-ghost' }, 'No banner: the session counts as running.'));
  }
  return !part.isMissing && make('div', { class: 'es-banner es-ghost' }, 'Banner: ', part.text());
}

/// Draws what happens next if there is no stream: a wait, an attempt, or nothing.
function connectionNotice(state) {
  const notice = (tone, ...words) => make('p', { class: `es-notice es-${tone}` }, words);
  const wait = state.part('retryInMs');
  const connection = state.part('connection').value;
  if (!wait.isMissing) {
    return notice('warn', 'No stream at the moment. Next attempt in ', streamNumber(wait, eventStreamDuration, 'strong'), '.');
  }
  if (connection === 'reconnecting') return notice('warn', 'No stream at the moment. An attempt is running.');
  if (connection === 'failed') return notice('bad', 'The stream failed. Open the session again to retry.');
  const isLeft = connection === 'disconnected' && isWatchedLive(state);
  return isLeft && notice('off', 'No stream. Open the session again to connect.');
}

function streamSection(state, picture) {
  const events = state.part('events');
  const isEmpty = events.isMissing || Array.isArray(events.value) && events.value.length === 0;
  const message = noEventsMessage(state.part('noEvents'));
  if (isEmpty && message) events.show(message);
  return make('section', { class: 'es-card', 'aria-label': 'Event stream' },
    make('header', { class: 'es-heading' }, make('span', { class: 'es-label' }, 'Event stream'),
      streamBadge(state.part('badge')),
      skippedCount(state.part('skipped'))),
    message,
    isEmpty && !message && events.show(make('p', { class: 'es-waiting' }, 'No events yet.')),
    !isEmpty && make('ol', { class: 'es-events', 'aria-label': 'Events, newest first' },
      eventStreamItems(events, (event) => workflowEvent(event, picture))));
}

/// Draws the badge of the stream: the number of events of a live session, or `ENDED`.
function streamBadge(part) {
  const tone = part.value === 'ENDED' ? 'off' : 'busy';
  return part.text('span', { class: `es-badge es-${tone}` }) ?? make('span', { class: 'es-absent' }, 'no badge');
}

/// Draws the number of skipped events. If there are none, it says so only if that is a difference.
function skippedCount(part) {
  if (part.isMissing || part.value === 0 && !part.differs) return null;
  const count = typeof part.value === 'number' ? number(part.value) : plainText(part.value);
  return part.show(make('span', { class: 'es-skipped' }, count, ' skipped'));
}

/// Draws the message about missing events. Without one, it says so only if that is a difference.
function noEventsMessage(part) {
  const ghost = (...words) => make('p', { class: 'es-empty es-ghost' }, words);
  if (part.value === true) return part.show(make('p', { class: 'es-empty' }, 'No events were recorded.'));
  if (part.value === false) return part.differs ? part.show(ghost('No message about missing events.')) : null;
  return part.isMissing ? null : ghost('Message about missing events: ', part.text());
}

function workflowEvent(event, picture) {
  if (!event.isObject) return event.show(make('li', { class: 'es-event' }, event.text()));
  const payload = event.part('payload');
  return event.show(make('li', { class: 'es-event' },
    make('div', { class: 'es-event-head' },
      neededStreamText(event.part('topic'), picture, 'empty topic', 'no topic', { class: 'es-chip' }),
      neededStreamText(event.part('ts'), picture, 'empty time', 'no time', { class: 'es-time' })),
    !payload.isMissing && make('div', { class: 'es-payload' }, eventStreamValue(payload, picture)),
    event.rest(['topic', 'ts', 'payload'])));
}

/// Draws the two controls. A hidden one keeps its place, so that it is seen to be hidden.
function watchedControls(state) {
  return make('ul', { class: 'es-controls', 'aria-label': 'Controls' },
    watchedControl(state.part('signal'), 'Signal'), watchedControl(state.part('steering'), 'Steering'));
}

function watchedControl(part, title) {
  if (part.value === true) return part.show(make('li', { class: 'es-control' }, title));
  const said = part.value === false ? 'hidden' : part.isMissing ? 'missing' : part.text();
  return part.show(make('li', { class: 'es-control es-ghost' }, title, ' ', said));
}

function scratchpadSection(part) {
  const tone = part.value === 'LIVE' ? 'good' : 'off';
  return make('section', { class: 'es-card es-heading', 'aria-label': 'Scratchpad' },
    make('span', { class: 'es-label' }, 'Scratchpad'),
    part.text('span', { class: `es-badge es-${tone}` }) ?? make('span', { class: 'es-absent' }, 'no badge'));
}

// MARK: Event stream: requests

/// Draws the requests that the current step makes and cancels, after some of the earlier ones.
function requestLog(state, picture) {
  const [made, canceled] = [state.part('requests'), state.part('cancelled')];
  const earlier = picture.root.part('states').parts().slice(0, picture.step).flatMap((each, index) =>
    each.part('requests').parts().map((part) => ({ part, index })));
  const hidden = Math.max(0, earlier.length - mostLoggedRequests);
  const isQuiet = [made, canceled].every(({ value }) => value === undefined || Array.isArray(value) && value.length === 0);
  const silence = isQuiet && canceled.show(made.show(make('li', { class: 'es-more' }, 'Nothing is sent in this step.')));
  return make('section', { class: 'es-card es-log', 'aria-label': 'Requests' },
    make('header', { class: 'es-heading' }, make('span', { class: 'es-label' }, 'Requests')),
    make('ul', {},
      hidden > 0 && make('li', { class: 'es-more' }, `… ${counted(hidden, 'earlier request')}`),
      earlier.slice(hidden).map(({ part, index }) => loggedRequest(part, picture, requestOutcome(part, index, picture))),
      eventStreamItems(canceled, loggedCancellation),
      eventStreamItems(made, (part) => loggedRequest(part, picture, 'sent now')),
      silence));
}

function loggedCancellation(part) {
  return part.show(make('li', { class: 'es-request es-now' },
    make('span', { class: 'es-number' }, plainText(part.value)),
    make('span', { class: 'es-target' }, 'is canceled'),
    make('span', { class: 'es-outcome' }, 'now')));
}

/// Draws a request: its number, its kind, its session and, for a stream after a break, the last event id.
function loggedRequest(part, picture, outcome) {
  if (!part.isObject) return part.show(make('li', { class: 'es-request' }, part.text()));
  const [session, lastEventId] = [part.part('session'), part.part('lastEventId')];
  return part.show(make('li', { class: outcome === 'sent now' ? 'es-request es-now' : 'es-request' },
    make('span', { class: 'es-number' }, streamNumber(part.part('request'), plainText)),
    make('span', { class: 'es-target' },
      part.part('kind').text('span', { class: 'es-kind' }) ?? make('span', { class: 'es-absent' }, 'no kind'),
      !session.isMissing && [' of ', exactStreamText(session, picture, 'empty')],
      !lastEventId.isMissing && [' after event id ', exactStreamText(lastEventId, picture, 'empty')],
      part.rest(['request', 'kind', 'session', 'lastEventId'])),
    outcome && make('span', { class: 'es-outcome' }, outcome)));
}

/// Returns what became of a request by the current state, or null if the input isn't known.
///
/// - index: the number of the state that has the request.
function requestOutcome(part, index, picture) {
  const [request, kind] = [part.part('request').value, part.part('kind').value];
  const steps = eventStreamSteps(picture);
  const states = picture.root.part('states');
  let isOpen = false;
  for (let at = index + 1; at <= picture.step; at += 1) {
    const { reply, open, close } = steps[at] ?? {};
    if (states.at(at, 'cancelled').parts().some(({ value }) => value === request)) return 'canceled';
    if (kind === 'status' && reply?.request === request) return replyOutcome(reply);
    if (close?.request === request) return isOpen ? 'ended' : 'no answer';
    if (kind === 'stream' && open?.request === request && !isOpen) {
      if (open.status !== 200) return `${open.status}`;
      isOpen = true;
    }
  }
  if (steps.length === 0) return null;
  return isOpen ? 'open' : 'running';
}

function replyOutcome({ status, body }) {
  return status === 200 && typeof body?.mode === 'string' ? `${status}, ${body.mode}` : `${status}`;
}

// MARK: Event stream: liveness

/// Draws the badge of a session that is live or not, and what follows from it for the screen.
function livenessScreen(root, picture) {
  const active = root.part('active');
  return make('div', { class: 'es-screen es-liveness' },
    make('section', { class: 'es-card', 'aria-label': 'Session' },
      make('header', { class: 'es-heading' }, make('span', { class: 'es-label' }, 'Session'), livenessBadge(active)),
      livenessFacts(picture.input),
      typeof active.value === 'boolean' && livenessControls(active.value)),
    root.rest(['active']));
}

function livenessBadge(active) {
  if (active.value === true) return active.show(make('span', { class: 'es-badge es-good' }, 'LIVE'));
  if (active.value === false) return active.show(make('span', { class: 'es-badge es-off' }, 'ENDED'));
  return active.text('span', { class: 'es-badge es-bad' }) ?? make('span', { class: 'es-absent' }, 'neither live nor ended');
}

/// Draws the mode and the local status of the session in the input.
function livenessFacts(input) {
  if (input === undefined) return null;
  const session = input?.session;
  if (typeof session !== 'object' || session === null) return make('p', { class: 'es-absent' }, 'There is no session.');
  const shown = (value) => (typeof value === 'string' ? make('code', {}, JSON.stringify(value))
    : make('span', { class: 'es-absent' }, 'none'));
  return streamFacts([['Mode', shown(session.mode)], ['Local status', shown(session.status)]]);
}

/// Draws the controls of a live session, or the banner of one that has ended.
function livenessControls(isLive) {
  const item = (title, isShown, tone = '') => make('li', { class: `es-control ${isShown ? tone : 'es-ghost'}` },
    title, !isShown && ' hidden');
  return make('ul', { class: 'es-controls', 'aria-label': 'What follows' },
    item('Signal', isLive), item('Steering', isLive), item('Ended banner', !isLive, 'es-off'));
}

// MARK: Event stream: parsed events

/// Draws a parsed stream: its events in order, the last event id and the retry, or its error.
function parsedStream(root, picture) {
  const [events, error] = [root.part('events'), root.part('error')];
  const [lastEventId, retry] = [root.part('lastEventId'), root.part('retry')];
  const hasEnd = [error.isMissing, !lastEventId.isMissing, !retry.isMissing].includes(true);
  return make('div', { class: 'es-screen' },
    !error.isMissing && streamError(error),
    !events.isMissing && make('section', { class: 'es-card', 'aria-label': 'Events' },
      make('header', { class: 'es-heading' }, make('span', { class: 'es-label' }, 'Parsed stream'),
        Array.isArray(events.value) && make('span', { class: 'es-quiet' }, counted(events.value.length, 'event'))),
      parsedEvents(events, picture)),
    hasEnd && make('section', { class: 'es-card', 'aria-label': 'End of the stream' }, streamFacts([
      ['Last event id', neededStreamText(lastEventId, picture, 'empty', 'missing')],
      ['Retry', streamNumber(retry, (time) => `${number(time)} ms`) ?? make('span', { class: 'es-absent' }, 'not set')],
    ])),
    root.rest(['events', 'lastEventId', 'retry', 'error']));
}

function parsedEvents(events, picture) {
  const isEmpty = Array.isArray(events.value) && events.value.length === 0;
  if (isEmpty) return events.show(make('p', { class: 'es-empty' }, 'The stream has no events.'));
  return make('ol', { class: 'es-events' }, eventStreamItems(events, (event) => parsedEvent(event, picture)));
}

function parsedEvent(event, picture) {
  if (!event.isObject) return event.show(make('li', { class: 'es-event' }, event.text()));
  const id = event.part('id');
  return event.show(make('li', { class: 'es-event' },
    make('div', { class: 'es-event-head' },
      neededStreamText(event.part('event'), picture, 'empty type', 'no type', { class: 'es-chip' }),
      make('span', { class: 'es-id' }, !id.isMissing && id.value !== '' && 'id ',
        neededStreamText(id, picture, 'no id', 'id missing'))),
    neededStreamText(event.part('data'), picture, 'empty data', 'no data', { tag: 'div', class: 'es-data' }),
    event.rest(['event', 'data', 'id'])));
}

/// Draws the error of a stream that can't be read.
function streamError(error) {
  const code = error.part('code');
  const words = code.value === 'line_too_long' ? 'A line of the stream is too long.' : 'The stream can’t be read.';
  return error.show(make('section', { class: 'es-card es-error', 'aria-label': 'Error' }, make('strong', {}, words),
    code.text('code'), error.rest(['code'])));
}

// MARK: Event stream: the view

function drawEventStream(part, picture) {
  if (picture.operation === 'session' && part.pointer !== '') return watchedSession(part, picture);
  if (picture.operation === 'session' || !part.isObject) return make('div', { class: 'es-screen' }, part.json());
  return picture.operation === 'parse' ? parsedStream(part, picture) : livenessScreen(part, picture);
}

pictureViews.set('event-stream', {
  operations: ['session', 'parse', 'liveness'],
  switches: [],
  settings: () => ({}),
  steps: eventStreamStates,
  draw: drawEventStream,
});
