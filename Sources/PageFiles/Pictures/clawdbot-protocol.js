// MARK: Words

/// The words, tones and signs of the protocol's names. A value that isn't one of the names is shown as it is.
const clawdbotStatuses = new Map([
  ['pending', { words: 'Pending', tone: 'quiet', sign: '○' }],
  ['sent', { words: 'Sent', tone: 'quiet', sign: '✓' }],
  ['delivered', { words: 'Delivered', tone: 'good', sign: '✓✓' }],
  ['failed', { words: 'Not delivered', tone: 'bad', sign: '!' }],
]);
const clawdbotReceipts = new Map([
  ['received', { words: 'Received by the server', tone: 'quiet', sign: '✓' }],
  ['processed', { words: 'Processed by the server', tone: 'good', sign: '✓✓' }],
  ['error', { words: 'The server reports an error', tone: 'bad', sign: '!' }],
]);
const clawdbotFinality = new Map([
  [true, { words: 'Last chunk', tone: 'good', sign: '■' }],
  [false, { words: 'More to come', tone: 'busy', sign: '…' }],
]);
const clawdbotCompleteness = new Map([
  [true, { words: 'Complete', tone: 'good', sign: '✓' }],
  [false, { words: 'More to come', tone: 'busy', sign: '…' }],
]);

/// The words of the states of a bot, each with the number of dots or other marks in its indicator.
const clawdbotStates = new Map([
  ['idle', { words: 'is idle', marks: 1 }],
  ['thinking', { words: 'is thinking', marks: 3 }],
  ['typing', { words: 'is typing', marks: 3 }],
  ['toolUse', { words: 'is using a tool', marks: 1 }],
]);

/// The words of the codes of errors: a sentence for the card, and a remark for the value at fault.
const clawdbotReasons = new Map([
  ['malformed_json', { sentence: "The text isn't JSON." }],
  ['missing_key', { sentence: 'A required value is missing.', remark: 'required' }],
  ['null_value', { sentence: 'A required value is null.', remark: "can't be null" }],
  ['wrong_type', { sentence: 'A value is of the wrong kind.', remark: 'wrong kind' }],
  ['invalid_value', { sentence: "A value isn't allowed.", remark: 'not allowed' }],
]);

const clawdbotMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// MARK: Values

/// Returns a note in place of a value that is absent.
function clawdbotAbsent(words) {
  return make('span', { class: 'cb-absent' }, words);
}

function clawdbotSign(sign) {
  return make('span', { class: 'cb-sign', 'aria-hidden': 'true' }, sign);
}

function clawdbotLabel({ words, tone, sign }) {
  return make('span', { class: `cb-chip cb-${tone}` }, clawdbotSign(sign), ' ', words);
}

/// Returns the label of a name, or a warning with the value itself if it isn't one of the names.
function clawdbotChip(part, names, missing) {
  if (part.isMissing) return clawdbotAbsent(missing);
  const unknown = { words: ['Unknown: ', make('code', {}, JSON.stringify(part.value))], tone: 'warn', sign: '?' };
  return part.show(clawdbotLabel(names.get(part.value) ?? unknown));
}

/// Returns a text, or a note that it is empty or missing.
///
/// - noun: what the text is, such as `name`.
function clawdbotText(part, noun, properties = {}) {
  if (part.isMissing) return clawdbotAbsent(`no ${noun}`);
  if (part.value === '') return part.show(clawdbotAbsent(`empty ${noun}`));
  return [part.text('span', properties), clawdbotCharacters(part)];
}

/// Returns the code points of the letters in a text that differs, if they can look the same as others, such as é in its
/// two forms. Otherwise, it returns null.
function clawdbotCharacters(part) {
  if (!part.differs || typeof part.value !== 'string') return null;
  const letters = new Set([...part.value].filter((each) => each > '~' && /[\p{L}\p{M}]/u.test(each)));
  const codes = [...letters].map((each) => `U+${each.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
  if (codes.length === 0) return null;
  return make('small', { class: 'cb-characters' }, `with ${codes.slice(0, 6).join(' ')}${codes.length > 6 ? ' …' : ''}`);
}

/// Returns the text of an id. An id is an object, so any other value gets a remark.
function clawdbotId(part, missing = 'no id') {
  if (part.isMissing) return clawdbotAbsent(missing);
  const content = part.isObject
    ? [clawdbotText(part.part('value'), 'id', { class: 'code' }), part.rest(['value'])]
    : [make('code', {}, plainText(part.value)), ' ', clawdbotAbsent('not an id object')];
  return part.show(make('span', { class: 'cb-id' }, content));
}

/// Returns a number. A text in its place gets a remark, except one that replaces a number too great for a double.
function clawdbotNumber(part, missing) {
  if (part.isMissing) return clawdbotAbsent(missing);
  const isText = typeof part.value === 'string' && !/^-?\d{16,}$/.test(part.value);
  return [part.text(), isText && clawdbotAbsent(' as text')];
}

/// Returns a time in UTC in plain words. A time of any other form is shown as it is.
function clawdbotTime(part) {
  if (part.isMissing) return clawdbotAbsent('no time');
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)Z$/.exec(typeof part.value === 'string' ? part.value : '');
  const month = clawdbotMonths[Number(match?.[2]) - 1];
  if (month === undefined) return part.text('span', { class: 'code' });
  const [, year, , day, clock] = match;
  return part.show(make('time', { datetime: part.value }, `${month} ${Number(day)}, ${year}, ${clock} UTC`));
}

/// Returns a quiet list of facts, each a label and nodes. It leaves out those that are null.
function clawdbotFacts(facts) {
  const found = facts.filter(([, nodes]) => nodes !== null);
  return make('dl', { class: 'cb-facts' }, found.map(([label, nodes]) =>
    make('div', {}, make('dt', {}, label), make('dd', {}, nodes))));
}

/// Returns the round picture of a bot, which has the first letter of its name.
function clawdbotAvatar(name) {
  const letter = typeof name === 'string' ? [...name].find((each) => /[\p{L}\p{N}]/u.test(each)) : undefined;
  return make('span', { class: 'cb-avatar', 'aria-hidden': 'true' }, letter?.toUpperCase() ?? '?');
}

/// Returns a bubble with a text. The whole bubble is outlined if the text differs.
function clawdbotBubble(part, className = '') {
  const properties = { class: `cb-bubble ${className}` };
  if (part.isMissing) return make('p', properties, clawdbotAbsent('no text'));
  if (part.value === '') return part.show(make('p', properties, clawdbotAbsent('empty text')));
  const bubble = part.text('p', properties);
  const note = clawdbotCharacters(part);
  if (note !== null) bubble.append(note);
  return bubble;
}

function clawdbotShort(value, limit) {
  const text = plainText(value ?? '');
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

// MARK: Kinds of values

/// Returns the user as `You`, and a bot by its name with a badge.
function clawdbotSender(part) {
  if (part.isMissing) return clawdbotAbsent('no sender');
  if (!part.isObject) return part.text('span', { class: 'cb-who' });
  const [type, name] = [part.part('type'), part.part('name')];
  const isUser = type.value === 'user';
  const isBot = type.value === 'bot';
  const shownType = isUser ? type.show(make('span', { class: 'cb-name' }, 'You'))
    : isBot ? type.show(make('span', { class: 'cb-badge' }, 'bot')) : clawdbotChip(type, new Map(), 'no type of sender');
  const shownName = (isBot || !name.isMissing) && make('span', { class: 'cb-name' }, clawdbotText(name, 'name'));
  return part.show(make('span', { class: 'cb-who' },
    isUser ? [shownType, shownName] : [shownName, shownType], part.rest(['type', 'name'])));
}

/// Draws a message as a bubble, the user's on the right.
function clawdbotMessage(part) {
  const [sender, status] = [part.part('sender'), part.part('status')];
  const [thread, reply] = [part.part('threadID'), part.part('replyTo')];
  const isOwn = sender.part('type').value === 'user';
  // An output of create doesn't have the ids that are different each time.
  const missingId = part.pointer.startsWith('/values/') ? 'generated' : 'no id';
  return make('div', { class: `cb-message${isOwn ? ' cb-own' : ''}` },
    make('p', { class: 'cb-caption' },
      !isOwn && clawdbotAvatar(sender.part('name').value), clawdbotSender(sender), clawdbotTime(part.part('timestamp'))),
    !reply.isMissing && make('p', { class: 'cb-reply' }, 'Reply to ', clawdbotId(reply)),
    make('div', { class: 'cb-line' },
      clawdbotBubble(part.part('content')),
      status.value === 'failed' && make('span', { class: 'cb-alarm', 'aria-hidden': 'true' }, '!')),
    make('div', { class: 'cb-foot' },
      clawdbotChip(status, clawdbotStatuses, 'no status'),
      clawdbotFacts([
        ['Id', clawdbotId(part.part('id'), missingId)],
        ['Thread', thread.isMissing ? null : clawdbotText(thread, 'thread')],
      ])),
    part.rest(['id', 'content', 'sender', 'timestamp', 'status', 'threadID', 'replyTo']));
}

/// Returns what a chat shows of a state: dots in a bubble or in a cloud, a ring for a tool, or a line.
function clawdbotIndicator(state) {
  const name = clawdbotStates.has(state) ? state : 'unknown';
  const marks = clawdbotStates.get(state)?.marks ?? 1;
  return make('span', { class: `cb-indicator cb-indicator-${name}`, 'aria-hidden': 'true' },
    Array.from({ length: marks }, () => make('i')));
}

function clawdbotState(part) {
  const known = clawdbotStates.get(part.value);
  if (known === undefined) return clawdbotChip(part, clawdbotStates, 'no state');
  return part.show(make('span', { class: 'cb-does' }, known.words));
}

/// Draws the state of a bot as a line of a chat.
function clawdbotUpdate(part) {
  const [state, name, detail] = [part.part('state'), part.part('botName'), part.part('detail')];
  return make('div', { class: 'cb-update' },
    clawdbotAvatar(name.value),
    clawdbotIndicator(state.value),
    make('div', { class: 'cb-update-words' },
      make('p', {}, make('span', { class: 'cb-name' }, clawdbotText(name, 'name')), ' ', clawdbotState(state)),
      !detail.isMissing && make('p', { class: 'cb-detail' }, clawdbotText(detail, 'detail')),
      make('p', { class: 'cb-caption' }, clawdbotTime(part.part('timestamp')))),
    part.rest(['state', 'botName', 'detail', 'timestamp']));
}

/// Draws a state without its bot.
function clawdbotBareState(part) {
  return make('p', { class: 'cb-update' }, clawdbotIndicator(part.value), make('span', {}, 'A bot ', clawdbotState(part)));
}

/// Draws a chunk as a piece of a bubble.
function clawdbotChunk(part) {
  return make('div', { class: 'cb-message' },
    make('p', { class: 'cb-note' },
      'Chunk ', clawdbotNumber(part.part('chunkIndex'), 'without index'), ' of message ', clawdbotId(part.part('messageID'))),
    clawdbotBubble(part.part('content'), 'cb-piece'),
    make('p', { class: 'cb-foot' }, clawdbotChip(part.part('isFinal'), clawdbotFinality, 'last or not: not said')),
    part.rest(['messageID', 'chunkIndex', 'content', 'isFinal']));
}

function clawdbotReceipt(part) {
  return make('div', { class: 'cb-receipt' },
    make('p', {}, clawdbotChip(part.part('status'), clawdbotReceipts, 'no status')),
    clawdbotFacts([
      ['Message', clawdbotId(part.part('messageID'))],
      ['Server time', clawdbotTime(part.part('serverTimestamp'))],
    ]),
    part.rest(['messageID', 'status', 'serverTimestamp']));
}

/// Draws an envelope with what it carries.
function clawdbotEnvelope(part, type) {
  const [payload, time] = [part.part('payload'), part.part('serverTimestamp')];
  return make('div', {},
    clawdbotFacts([
      ['Type', clawdbotText(part.part('type'), 'type')],
      ['Number', clawdbotNumber(part.part('sequence'), 'no number')],
      ['Protocol', clawdbotText(part.part('version'), 'version')],
      ['Server time', time.isMissing ? null : clawdbotTime(time)],
    ]),
    payload.isMissing ? clawdbotAbsent('Empty: it carries nothing')
      : payload.show(make('div', { class: 'cb-payload' }, clawdbotValue(payload, clawdbotPayloadType(type)))),
    part.rest(['version', 'type', 'sequence', 'payload', 'serverTimestamp']));
}

// MARK: Types

/// The types of the protocol: what a value is called, how it is drawn, the member that only this type has, and whether a
/// chat shows it without a card.
const clawdbotTypes = new Map([
  ['ProtocolEnvelope', { noun: 'Envelope', draw: clawdbotEnvelope, member: 'payload' }],
  ['StreamingChunk', { noun: 'Chunk of a reply', draw: clawdbotChunk, member: 'chunkIndex', isInChat: true }],
  ['BotStateUpdate', { noun: 'Bot state', draw: clawdbotUpdate, member: 'botName', isInChat: true }],
  ['MessageAck', { noun: 'Acknowledgment', draw: clawdbotReceipt, member: 'messageID' }],
  ['ChatMessage', { noun: 'Message', draw: clawdbotMessage, member: 'sender', isInChat: true }],
  ['MessageSender', { noun: 'Sender', draw: clawdbotSender, member: 'type' }],
  ['MessageID', { noun: 'Message id', draw: (part) => clawdbotId(part), member: 'value' }],
  ['MessageStatus', { noun: 'Delivery status', draw: (part) => clawdbotChip(part, clawdbotStatuses), names: clawdbotStatuses }],
  ['AckStatus', { noun: 'Receipt', draw: (part) => clawdbotChip(part, clawdbotReceipts), names: clawdbotReceipts }],
  ['BotState', { noun: 'Bot state', draw: clawdbotBareState, names: clawdbotStates }],
]);

/// Returns the name of a type without the type of the payload.
function clawdbotTypeName(type) {
  return typeof type === 'string' ? type.replace(/<.*/s, '') : undefined;
}

function clawdbotPayloadType(type) {
  return /^ProtocolEnvelope<(.*)>$/s.exec(type)?.[1];
}

/// Returns the type of a value: the one that the input names or, if the input isn't known, the first that it can have.
function clawdbotTypeOf(part, type) {
  if (typeof type === 'string') return type;
  return [...clawdbotTypes.keys()].find((name) => {
    const { member, names } = clawdbotTypes.get(name);
    return names?.has(part.value) || (member !== undefined && !part.part(member).isMissing);
  });
}

/// Draws a value by its type. A value that can't have the type is drawn as JSON.
function clawdbotValue(part, type) {
  const known = clawdbotTypeOf(part, type);
  const { draw, member } = clawdbotTypes.get(clawdbotTypeName(known)) ?? {};
  const isPossible = draw !== undefined && (part.isObject || member === undefined || member === 'value');
  return isPossible ? draw(part, known) : part.json();
}

/// Returns the words for what a value is, such as `Bot message`.
function clawdbotNoun(part, type) {
  const known = clawdbotTypeOf(part, type);
  const payload = clawdbotPayloadType(known);
  if (payload !== undefined) {
    const noun = clawdbotNoun(part.part('payload'), payload).toLowerCase();
    return `Envelope with ${noun.startsWith('a') ? 'an' : 'a'} ${noun}`;
  }
  const sender = new Map([['user', 'User message'], ['bot', 'Bot message']]).get(part.at('sender', 'type').value);
  return (known === 'ChatMessage' && sender) || (clawdbotTypes.get(clawdbotTypeName(known))?.noun ?? 'Value');
}

/// Draws a value as a card with its kind as the title. A value without members is outlined inside the card.
function clawdbotCard(part, type) {
  const card = make('article', { class: 'cb-card' },
    make('p', { class: 'cb-kind' }, clawdbotNoun(part, type)),
    clawdbotValue(part, type));
  return part.isObject ? part.show(card) : card;
}

// MARK: Round trip

/// Draws the value that was read and written, or the error.
function clawdbotRoundTrip(root, picture) {
  const [value, error] = [root.part('value'), root.part('error')];
  return make('div', { class: 'cb-page' },
    !value.isMissing && clawdbotCard(value, picture.input?.type),
    !error.isMissing && clawdbotRejection(error, picture.input),
    value.isMissing && error.isMissing && make('p', { class: 'p-empty' }, 'Neither a value nor an error'),
    root.rest(['value', 'error']));
}

/// Draws an error as a card with the reason, the place, and the text that was rejected.
function clawdbotRejection(part, input) {
  const [code, path] = [part.part('code'), part.part('path')];
  const noun = clawdbotTypes.get(clawdbotTypeName(input?.type))?.noun ?? 'Text';
  const sentence = clawdbotReasons.get(code.value)?.sentence ?? 'Unknown reason';
  return part.show(make('article', { class: 'cb-card' },
    make('p', { class: 'cb-rejected' }, clawdbotSign('✕'), ` ${noun} rejected`),
    code.isMissing ? clawdbotAbsent('no reason')
      : code.show(make('p', { class: 'cb-reason' }, `${sentence} `, make('code', {}, plainText(code.value)))),
    !path.isMissing && clawdbotFacts([['Where', path.show(make('span', { class: 'code' }, clawdbotPlace(path.value)))]]),
    clawdbotReceived(input, path, code.value),
    part.rest(['code', 'path'])));
}

/// Returns a JSON Pointer as names with arrows between them.
function clawdbotPlace(pointer) {
  if (pointer === '') return 'the whole value';
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) return `not a place: ${plainText(pointer)}`;
  return pointer.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ');
}

/// Returns the text that was rejected: as a list of its values with the one at fault marked, or else as it is.
function clawdbotReceived(input, path, code) {
  const source = input?.json?.$json === undefined ? input?.json : JSON.stringify(input.json.$json);
  if (typeof source !== 'string') return null;
  const value = clawdbotParsed(source);
  const hasRows = typeof value === 'object' && value !== null && typeof path.value === 'string';
  return make('div', { class: 'cb-received' },
    make('p', { class: 'cb-received-title' }, 'What arrived'),
    hasRows ? make('dl', {}, clawdbotRows(value, path.value).map((row) => clawdbotRow(row, path, code)))
      : make('pre', { class: 'p-json', tabindex: '0' }, source === '' ? clawdbotAbsent('an empty text') : shortened(source)));
}

function clawdbotParsed(source) {
  try {
    return parsedOutput(source);
  } catch {
    return undefined;
  }
}

/// Returns the values inside a value with their JSON Pointers. The place of the fault is a row of its own, even if the
/// value has nothing there.
function clawdbotRows(value, fault, pointer = '') {
  const isWhole = typeof value !== 'object' || value === null || pointer === fault;
  if (isWhole && pointer !== '') return [{ pointer, value }];
  const rows = Object.keys(value).slice(0, 30).flatMap((key) =>
    clawdbotRows(value[key], fault, `${pointer}/${escapedToken(key)}`));
  const isHere = fault !== '' && fault.slice(0, fault.lastIndexOf('/')) === pointer;
  return isHere && !rows.some((row) => row.pointer === fault) ? [...rows, { pointer: fault }] : rows;
}

function clawdbotRow({ pointer, value }, path, code) {
  const isFault = pointer === path.value;
  const remark = clawdbotReasons.get(code)?.remark ?? 'rejected';
  const row = make('div', { class: isFault ? 'cb-fault' : null },
    make('dt', {}, clawdbotPlace(pointer)),
    make('dd', {},
      value === undefined ? clawdbotAbsent('missing') : make('code', {}, shortened(JSON.stringify(value))),
      isFault && make('span', { class: 'cb-fault-remark' }, clawdbotSign('✕'), ` ${remark}`)));
  return isFault ? path.show(row) : row;
}

// MARK: Creation

/// Draws created values as a chat, and the counts of generated ids.
function clawdbotCreation(root, picture) {
  const values = root.part('values');
  const types = picture.input?.values;
  const isEmpty = values.isMissing || values.parts().length === 0;
  return make('div', { class: 'cb-page' },
    values.show(make('ol', { class: 'cb-feed' }, values.map((part, index) => clawdbotCreated(part, types?.[index]?.type)))),
    isEmpty && make('p', { class: 'p-empty' }, values.isMissing ? 'No list of values' : 'No values were created'),
    clawdbotIds(root.part('generatedIDs')),
    root.rest(['values', 'generatedIDs']));
}

function clawdbotCreated(part, type) {
  const isInChat = part.isObject && clawdbotTypes.get(clawdbotTypeName(clawdbotTypeOf(part, type)))?.isInChat === true;
  const isOwn = isInChat && part.at('sender', 'type').value === 'user';
  return make('li', { class: isOwn ? 'cb-right' : null },
    isInChat ? part.show(clawdbotValue(part, type)) : clawdbotCard(part, type));
}

function clawdbotIds(part) {
  if (part.isMissing) return make('p', { class: 'cb-ids' }, clawdbotAbsent('no counts of generated ids'));
  const labels = { count: 'Generated ids', distinct: 'Different', lowerCaseUUIDs: 'Lowercase UUIDs' };
  return part.show(make('div', { class: 'cb-ids' },
    clawdbotFacts(Object.keys(labels).map((key) => [labels[key], clawdbotNumber(part.part(key), 'none')])),
    part.rest(Object.keys(labels))));
}

// MARK: Assembly

/// Returns the steps of an assembly, each with its name, its argument, and the id of its message. A result without a step
/// has none of them.
function clawdbotActions(results, input) {
  const steps = Array.isArray(input?.steps) ? input.steps : [];
  const count = Math.max(steps.length, results.parts().length);
  return Array.from({ length: count }, (_, index) => {
    if (input === undefined) return { name: clawdbotLikelyStep(results.part(index).value) };
    const step = steps[index];
    const [name, argument] = typeof step === 'object' && step !== null ? Object.entries(step)[0] ?? [] : [];
    return { name, argument, id: name === 'add' ? argument?.messageID?.value : argument };
  });
}

/// Returns the step that can have had a result, for an input that isn't known.
function clawdbotLikelyStep(result) {
  return { string: 'currentContent', boolean: 'isComplete' }[typeof result];
}

/// Returns the states of an assembly, one for each result. A state also shows unknown members of the output.
function clawdbotSteps(root, picture) {
  const results = root.part('results');
  const actions = clawdbotActions(results, picture.input);
  const ids = new Set(actions.flatMap(({ name, id }) => (name === 'reset' || id === undefined ? [] : [plainText(id)])));
  const also = root.members().filter(({ key }) => key !== 'results').map(({ part }) => part);
  return actions.map((action, index) => ({
    title: picture.input === undefined ? `State ${index + 1}` : clawdbotTitle(action, ids.size > 1),
    part: Array.isArray(results.value) ? results.part(index) : root,
    also,
  }));
}

/// Returns what happens in a step. It names the message if there are several.
function clawdbotTitle({ name, argument, id }, hasSeveral) {
  const message = hasSeveral ? `message ${clawdbotShort(id, 24)}` : 'the message';
  switch (name) {
    case 'add': {
      const end = argument?.isFinal === true ? ', the last one' : '';
      return `Chunk ${clawdbotShort(argument?.chunkIndex, 24)}${hasSeveral ? ` of ${message}` : ''} arrives${end}`;
    }
    case 'currentContent': return `The app reads the text of ${message}`;
    case 'isComplete': return `The app asks whether ${message} is complete`;
    case 'complete': return `The app takes ${message} if it is complete`;
    case 'reset': return 'The app drops all unfinished messages';
    default: return 'A result without a step';
  }
}

/// Returns the messages after a step, in order of their first chunk or request. A reset is an element of its own.
function clawdbotMessages(results, actions, last) {
  let messages = [];
  const open = new Map();
  const messageOf = (id) => {
    const key = plainText(id ?? null);
    if (!open.has(key)) {
      open.set(key, { id, chunks: [], unread: 0 });
      messages.push(open.get(key));
    }
    return open.get(key);
  };
  actions.slice(0, last + 1).forEach((action, index) => {
    const result = results.part(index);
    if (action.name === 'reset') {
      messages = [...messages.filter(({ taken }) => taken !== undefined), { reset: result }];
      open.clear();
      return;
    }
    const message = messageOf(action.id);
    clawdbotApply(action, result, message);
    message.isCurrent = index === last;
    message.hasNewest = index === last && action.name === 'add';
    if (message.taken !== undefined) open.delete(plainText(action.id ?? null));
  });
  return messages;
}

/// Changes a message by a step and its result.
function clawdbotApply({ name, argument }, result, message) {
  message.refused = undefined;
  message.answer = undefined;
  if (name === 'add') {
    message.chunks.push({ chunk: argument, result });
    message.unread += 1;
    if (message.complete?.value !== true) message.complete = undefined;
  } else if (name === 'currentContent') {
    message.text = result;
    message.unread = 0;
  } else if (name === 'isComplete') {
    message.complete = result;
  } else if (name === 'complete') {
    message[result.isMissing || result.value === null ? 'refused' : 'taken'] = result;
  } else {
    message.answer = result;
  }
}

/// Draws the messages after a step. Of many messages, it draws the last ones and the one of the step.
function clawdbotAssembly(root, picture) {
  const results = root.part('results');
  if (!Array.isArray(results.value)) return root.rest([]) ?? make('p', { class: 'p-empty' }, 'No results');
  if (picture.step === null) return make('div', {}, make('p', { class: 'p-empty' }, 'No steps'), root.rest(['results']));
  const messages = clawdbotMessages(results, clawdbotActions(results, picture.input), picture.step);
  const shown = messages.filter(({ isCurrent }, index) => isCurrent || index >= messages.length - mostPictured);
  return make('div', { class: 'cb-page' },
    shown.length < messages.length && make('p', { class: 'p-more' }, `… ${number(messages.length - shown.length)} more`),
    results.show(make('ol', { class: 'cb-feed' }, shown.map((message) => make('li', {}, clawdbotAssembled(message))))),
    root.rest(['results']));
}

function clawdbotAssembled(message) {
  if (message.reset !== undefined) {
    const words = message.reset.value === null ? 'All unfinished messages dropped' : clawdbotResult(message.reset);
    return message.reset.show(make('p', { class: 'cb-divider' }, words));
  }
  return make('div', { class: `cb-message${message.isCurrent ? ' cb-current' : ''}` },
    message.id !== undefined && make('p', { class: 'cb-note' }, 'Message ', clawdbotGivenId(message.id)),
    clawdbotAssembledBubble(message),
    make('p', { class: 'cb-foot' }, clawdbotProgress(message)),
    clawdbotArrived(message));
}

function clawdbotGivenId(id) {
  return id === '' ? clawdbotAbsent('with an empty id') : make('span', { class: 'cb-id code' }, plainText(id));
}

/// Returns a bubble with the text as the app read it last, and with a cursor if more text can follow.
function clawdbotAssembledBubble({ text, complete, taken, chunks, answer }) {
  const read = taken ?? text;
  const words = answer !== undefined ? answer.show(clawdbotResult(answer))
    : clawdbotAbsent(chunks.length > 0 ? 'not read yet' : 'no chunks');
  const bubble = read === undefined || answer !== undefined ? make('p', { class: 'cb-bubble' }, words) : clawdbotBubble(read);
  const isStreaming = chunks.length > 0 && taken === undefined && complete?.value !== true;
  if (isStreaming) bubble.append(make('span', { class: 'cb-cursor', role: 'img', 'aria-label': 'more can follow' }));
  return bubble;
}

/// Returns a result that a step should not have.
function clawdbotResult(part) {
  if (part.isMissing) return clawdbotAbsent('no result');
  return clawdbotAbsent(part.value === null ? 'nothing returned' : `returned ${clawdbotShort(part.value, 300)}`);
}

/// Returns what is known about the end of a message.
function clawdbotProgress({ complete, taken, refused, unread, text }) {
  if (taken !== undefined) return clawdbotLabel({ words: 'Complete, and taken', tone: 'good', sign: '✓' });
  const isRefused = refused?.value === null;
  return [
    complete !== undefined && clawdbotChip(complete, clawdbotCompleteness, 'no result'),
    isRefused && refused.show(clawdbotLabel({ words: 'Nothing to take yet', tone: 'quiet', sign: '–' })),
    refused?.isMissing && clawdbotAbsent('no result'),
    text !== undefined && unread > 0 && make('span', { class: 'cb-note' }, `${counted(unread, 'chunk')} since it was read`),
  ];
}

/// Lists the chunks of a message in order of arrival. They are in the input, so they explain what the output should be.
function clawdbotArrived({ chunks, hasNewest }) {
  if (chunks.length === 0) return null;
  const shown = chunks.slice(-mostPictured);
  return make('div', { class: 'cb-arrived' },
    make('p', { class: 'cb-note' }, `${counted(chunks.length, 'chunk')}${chunks.length > 1 ? ', in order of arrival' : ''}`),
    make('ol', {}, shown.map((each, index) => clawdbotArrival(each, hasNewest && index === shown.length - 1))));
}

/// Draws a chunk. Adding it has the result null, so any other result is shown with it.
function clawdbotArrival({ chunk, result }, isNewest) {
  const text = clawdbotShort(chunk?.content, 60);
  return result.show(make('li', { class: isNewest ? 'cb-newest' : null },
    make('span', { class: 'cb-index' }, clawdbotShort(chunk?.chunkIndex, 24)),
    text === '' ? clawdbotAbsent('empty') : make('span', { class: 'cb-spaces' }, text),
    chunk?.isFinal === true && make('span', { class: 'cb-badge' }, 'last'),
    result.value !== null && clawdbotResult(result)));
}

// MARK: View

/// The view of clawdbot-protocol. It has no switches, because a chat shows all of these values.
pictureViews.set('clawdbot-protocol', {
  operations: ['assemble', 'create', 'roundtrip'],
  steps: (root, picture) => (picture.operation === 'assemble' ? clawdbotSteps(root, picture) : null),
  draw: (part, picture) => {
    const draw = { assemble: clawdbotAssembly, create: clawdbotCreation, roundtrip: clawdbotRoundTrip }[picture.operation];
    return draw(picture.root, picture);
  },
});
