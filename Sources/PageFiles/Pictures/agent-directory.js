// MARK: Agent directory

/// The columns from left to right, each with its name in the output, its title, and the text that it shows without items.
const directoryColumns = [
  { name: 'dispatchers', title: 'Dispatchers', empty: 'No dispatchers' },
  { name: 'groups', title: 'Groups', empty: 'No groups' },
  { name: 'individuals', title: 'Individuals', empty: 'No individuals' },
  { name: 'subagents', title: 'Subagents', empty: 'No subagents' },
];

/// The texts of the error banner by code.
const directoryErrors = {
  not_in_column: 'This item isn’t in the column, so it can’t be selected.',
  not_a_subagent: 'The work wasn’t sent, because its receiver isn’t a subagent.',
  duplicate_task: 'The work wasn’t sent, because its task id was used before.',
  unroutable: 'A response arrived that matches no task of its sender.',
  stanza_too_large: 'A stanza was refused, because it is too large.',
  doctype: 'A stanza was refused, because it has a document type declaration.',
  nesting_too_deep: 'A stanza was refused, because its elements are nested too deep.',
  malformed_xml: 'A stanza was refused, because it isn’t well-formed XML.',
};

// Names of XML, which the page never loads. A test refuses addresses in the page's script.
const jabber = ['http:', '', 'jabber.org', 'protocol'].join('/');
const discoNamespace = `${jabber}/disco#items`;
const publishNamespace = `${jabber}/pubsub`;
const archiveNamespace = 'urn:xmpp:mam:2';

/// The length from which a text scrolls in a box of its own.
const longDirectoryText = 600;

/// The maximum depth of a stanza that is drawn as XML. Deeper elements are drawn as JSON.
const deepestStanza = 20;

/// Returns an array, or an empty one in place of any other value.
function directoryList(value) {
  return Array.isArray(value) ? value : [];
}

/// Returns the bare JID of a JID, with its ASCII letters in lower case.
function bareJID(text) {
  return typeof text === 'string' ? text.split('/')[0].replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : undefined;
}

// MARK: The past

/// Returns what an app knows from the steps up to the current one, because the output of a step doesn't repeat it:
///
/// - `self`: the user's bare JID, or undefined if the input is unknown.
/// - `connections`: how often the client has connected, or undefined if the input is unknown.
/// - `choices`: the JID of the item that was selected last, by column (rule D1).
/// - `parents`: the JID whose list a column shows, by column.
/// - `names`: the latest names of the items that were listed and of the contacts of chats, by JID.
/// - `sent`: the sent messages by stanza id, each with the id of its task or undefined.
/// - `tasks`: the ids of the tasks that are open, each with the JID of its subagent.
function directoryPast(picture) {
  const count = (picture.step ?? -1) + 1;
  const states = directoryList(picture.root.value?.states).slice(0, count);
  const steps = picture.input === undefined ? undefined : directoryList(picture.input?.steps).slice(0, count);
  const past = {
    self: bareJID(picture.input?.self),
    connections: steps?.filter((step) => step?.connect === true).length,
    ...directoryChoices(states),
    names: new Map(),
    sent: new Map(),
    tasks: new Map(),
  };

  for (const state of states) {
    for (const stanza of directoryList(state?.sent)) rememberSent(stanza, past);
    for (const delivery of directoryList(state?.delivered)) past.tasks.delete(delivery?.task_id);
    const items = directoryColumns.toReversed().flatMap(({ name }) => directoryList(state?.columns?.[name]));
    for (const contact of [...items, state?.chat]) past.names.set(contact?.jid, contact?.name);
  }
  return past;
}

/// Adds a sent message, and the task that it opens.
function rememberSent(stanza, { sent, tasks }) {
  if (stanza?.name !== 'message') return;
  const work = directoryList(stanza.children).find((child) => child?.name === 'work');
  const task = work?.attributes?.task_id;
  sent.set(stanza.attributes?.id, task);
  if (task !== undefined) tasks.set(task, stanza.attributes?.to);
}

/// Returns the choices of the columns after some states, and the parents of the columns, whose lists they show. A choice is
/// forgotten when its item isn't listed anymore, or when another item is selected to its left (rules D2 and D7).
function directoryChoices(states) {
  const [choices, parents] = [{}, {}];
  const forget = (found, first) => {
    for (const { name } of directoryColumns.slice(first)) delete found[name];
  };
  let last;
  for (const state of states) {
    const { column, jid } = state?.selection ?? {};
    const place = directoryColumns.findIndex(({ name }) => name === column);
    const isNew = column !== last?.column || jid !== last?.jid;
    if (place >= 0 && isNew) {
      forget(choices, choices[column] === jid ? place + 2 : place + 1);
      forget(parents, place + 2);
      choices[column] = jid;
      if (place + 1 < directoryColumns.length) parents[directoryColumns[place + 1].name] = jid;
    }
    last = { column, jid };

    const gone = directoryColumns.findIndex(({ name }) => choices[name] !== undefined
      && !directoryList(state?.columns?.[name]).some((item) => item?.jid === choices[name]));
    if (gone >= 0) {
      forget(choices, gone);
      forget(parents, gone + 1);
    }
  }
  return { choices, parents };
}

// MARK: Steps

/// Returns the titles of the steps with their states, or null if the output has no list of states.
function directorySteps(root, picture) {
  const states = root.part('states');
  if (!Array.isArray(states.value)) return null;
  const steps = directoryList(picture.input?.steps);
  const isFirst = (index) => steps.findIndex((step) => step?.connect === true) === index;
  return states.parts().map((part, index) => {
    const title = directoryStepTitle(steps[index], isFirst(index));
    return { part, title: title ?? `State ${index + 1}` };
  });
}

/// Returns a title that says what happened in a step of the input, or undefined.
function directoryStepTitle(step, isFirst) {
  if (step?.connect) return isFirst ? 'Connected' : 'Connected again';
  if (step?.select) return `Selected ${shortDirectoryText(step.select.jid)} in ${step.select.column}`;
  if (step?.sendWork) return `Sent work ${shortDirectoryText(step.sendWork.task_id)} to ${shortDirectoryText(step.sendWork.to)}`;
  if (step?.send !== undefined) return `Sent “${shortDirectoryText(step.send)}”`;
  if (step?.receive !== undefined) return receivedTitle(step.receive);
  return undefined;
}

/// Returns the beginning of a text.
function shortDirectoryText(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? '';
  return text.length > 48 ? `${text.slice(0, 48)}…` : text;
}

/// Returns a title for a stanza that arrives. It looks for a few words in the text and doesn't parse it.
function receivedTitle(value) {
  if (typeof value !== 'string') return 'Received a long text';
  const text = value.slice(0, 4_000);
  const attribute = (name, from = text) => {
    const found = from.match(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`));
    return found?.[1] ?? found?.[2];
  };
  const start = text.match(/^\s*<(?:[\w.-]+:)?(iq|message|presence)\b[^>]*>/);
  if (start === null) return 'Received a text that isn’t a stanza';

  const sender = shortDirectoryText(attribute('from', start[0]) ?? 'an unknown sender');
  if (start[1] === 'presence') return `Received presence of ${sender}: ${attribute('type', start[0]) ?? 'available'}`;
  if (start[1] === 'iq') {
    const node = attribute('node');
    const reply = `to ${shortDirectoryText(attribute('id', start[0]) ?? 'no request')}`;
    if (attribute('type', start[0]) === 'error') return `Received an error as reply ${reply}`;
    return node === undefined ? `Received a reply ${reply}` : `Received the list ${shortDirectoryText(node)} as reply ${reply}`;
  }

  if (text.includes('pubsub#event')) {
    return `Received a change of the list ${shortDirectoryText(attribute('node') ?? 'without a name')}`;
  }
  if (text.includes(archiveNamespace)) return 'Received a message from the archive';
  if (text.includes('urn:xmpp:carbons:2')) return 'Received a copy of a message of another device';
  if (text.includes('urn:parity:subagent:0')) return `Received a response from ${sender}`;
  if (/<(?:[\w.-]+:)?body\b/.test(text)) return `Received a message from ${sender}`;
  const state = text.match(/<(?:[\w.-]+:)?(active|composing|paused|inactive|gone)\b/)?.[1];
  return state === undefined ? `Received a message without text from ${sender}` : `Received the chat state ${state} of ${sender}`;
}

// MARK: Window

/// Draws the window of the app after a step, and what the step sent.
function drawDirectory(state, picture) {
  const hasStates = picture.step !== null || directoryList(state.part('states').value).length > 0;
  const isStart = !hasStates && Array.isArray(state.part('states').value);
  if (!hasStates && !isStart) return state.json();

  const past = directoryPast(picture);
  const current = isStart ? state.part('nothing') : state;
  const window = make('section', { class: 'ad-window', 'aria-label': 'Window' },
    directoryBar(past, picture),
    directoryBanners(current, past),
    make('div', { class: 'ad-body' },
      directoryColumnsElement(current, past),
      directoryChat(current, past)));
  const known = ['columns', 'sent', 'delivered', 'selection', 'chat', 'error'];
  return state.show(make('div', { class: 'ad' }, window, directoryLog(current, picture, isStart),
    current.isMissing ? state.rest(['states']) : current.rest(known)));
}

/// Returns the bar at the top: whose window it is, and whether it is connected.
function directoryBar({ connections }, { input }) {
  const isConnected = connections > 0;
  const text = connections > 1 ? 'Connected again' : isConnected ? 'Connected' : 'Not connected';
  return make('header', { class: 'ad-bar' },
    make('span', { class: 'ad-account' }, typeof input?.self === 'string' ? input.self : 'Agents'),
    connections !== undefined && make('span', { class: `ad-connection ${isConnected ? 'ad-is-on' : ''}` }, text));
}

/// Returns the banners of a step: its error, a selection that no column shows, and the responses that it delivered.
function directoryBanners(state, past) {
  const banners = [
    directoryError(state.part('error')),
    unlistedSelection(state),
    deliveryList(state.part('delivered'), past),
  ].filter(Boolean);
  return banners.length > 0 && make('div', { class: 'ad-banners' }, banners);
}

/// Returns the banner for the error of a step, or null.
function directoryError(error) {
  if (error.isMissing) return null;
  const code = error.part('code');
  const text = Object.hasOwn(directoryErrors, `${code.value}`) ? directoryErrors[code.value] : 'The step failed.';
  return error.show(make('div', { class: 'ad-banner ad-error' },
    make('span', { class: 'ad-sign', 'aria-hidden': 'true' }, '!'),
    make('div', {},
      code.isMissing ? make('p', {}, text) : code.show(make('p', {}, text)),
      code.text('code'),
      error.rest(['code']))));
}

/// Returns a note about a selection that isn't an item of its column, or null.
function unlistedSelection(state) {
  const selection = state.part('selection');
  if (selection.isMissing) return null;
  const [column, jid] = [selection.part('column'), selection.part('jid')];
  const isListed = directoryList(state.value?.columns?.[column.value]).some((item) => item?.jid === jid.value);
  const isKnown = directoryColumns.some(({ name }) => name === column.value);
  const rest = selection.rest(['column', 'jid']);
  if (isListed && isKnown && rest === null) return null;
  return selection.show(make('div', { class: 'ad-banner ad-unlisted' },
    make('div', {}, make('p', {}, isListed && isKnown ? 'The selection' : 'The selection isn’t in a column'),
      make('p', { class: 'ad-fine' }, jid.text() ?? 'no JID', ' in ', column.text() ?? 'no column'), rest)));
}

/// Returns the list of the responses that a step delivered, or null.
function deliveryList(delivered, past) {
  if (delivered.isMissing || (Array.isArray(delivered.value) && delivered.value.length === 0)) return null;
  return delivered.show(make('ul', { class: 'ad-deliveries', 'aria-label': 'Delivered responses' },
    delivered.map((part) => make('li', {}, deliveryElement(part, past)))));
}

/// Returns the banner for a response that is delivered: its task, its text, its sender and its receiver.
function deliveryElement(delivery, { names }) {
  const contact = (part) => contactElement(part, contactName(part.value, names)) ?? 'nobody';
  return delivery.show(make('div', { class: 'ad-banner ad-delivery' },
    make('span', { class: 'ad-sign', 'aria-hidden': 'true' }, '✓'),
    make('div', {},
      make('p', {}, 'Response delivered to ', contact(delivery.part('to'))),
      delivery.part('body').value === '' ? delivery.part('body').show(make('p', { class: 'ad-none' }, 'without text'))
        : directoryText(delivery.part('body'), 'p', { class: 'ad-response' }) ?? make('p', { class: 'ad-none' }, 'no text'),
      make('p', { class: 'ad-fine' }, 'from ', contact(delivery.part('from')), ' · task ',
        directoryText(delivery.part('task_id'), 'span', { class: 'ad-task' }) ?? 'missing'),
      delivery.rest(['to', 'from', 'task_id', 'body']))));
}

/// Returns the name of a contact, or undefined if it has none but its JID.
function contactName(jid, names) {
  const name = names.get(jid);
  return typeof name === 'string' && name !== jid ? shortDirectoryText(name) : undefined;
}

/// Returns a JID with a name in front of it, or null if there is no JID.
function contactElement(jid, name) {
  const element = directoryText(jid, 'span', { class: 'ad-contact' });
  if (name !== undefined) element?.prepend(make('strong', {}, name), ' ');
  return element;
}

/// Returns a text as it is. A long one scrolls in a box.
function directoryText(part, tag, { class: name, ...properties } = {}) {
  const isLong = typeof part.value === 'string' && part.value.length > longDirectoryText;
  const classes = ['ad-text', name, isLong && 'ad-long'].filter(Boolean);
  return part.text(tag, { ...properties, class: classes.join(' '), tabindex: isLong ? '0' : undefined });
}

// MARK: Columns

/// Returns the four columns, and the members of `columns` that the contract doesn't have.
function directoryColumnsElement(state, past) {
  const columns = state.part('columns');
  const known = directoryColumns.map(({ name }) => name);
  const element = make('div', { class: 'ad-columns' },
    directoryColumns.map((column, index) => directoryColumn(column, index, state, past)),
    columns.rest(known));
  return columns.isMissing ? element : columns.show(element);
}

/// Returns a column: its title, whose list it shows, its items, and whether the step requests it.
function directoryColumn({ name, title, empty }, index, state, past) {
  const part = state.at('columns', name);
  const parent = past.parents[name];
  const request = requestOf(name, state.part('sent'));
  const isEmpty = part.isMissing || (Array.isArray(part.value) && part.value.length === 0);
  const nothing = part.isMissing && !state.isMissing ? 'No list' : request === undefined && empty;
  const from = index === 0 ? 'All' : parent !== undefined && `of ${shortDirectoryText(past.names.get(parent) ?? parent)}`;
  const section = make('section', { class: 'ad-column', 'aria-label': title },
    make('header', {},
      make('h5', {}, title, make('span', { class: 'ad-count' }, ` ${number(directoryList(part.value).length)}`)),
      make('p', { class: 'ad-fine ad-parent' }, from)),
    isEmpty ? nothing && make('p', { class: 'ad-none' }, nothing)
      : make('ul', {}, part.map((item) => directoryItem(item, name, state, past))),
    request?.show(make('p', { class: 'ad-requested' }, 'Requested')));
  return part.isMissing ? section : part.show(section);
}

/// Returns the stanza of a step that requests the list of a column, or undefined.
function requestOf(name, sent) {
  return sent.parts().find((stanza) => {
    const query = stanza.at('children', 0);
    const node = query.at('attributes', 'node').value;
    return query.part('namespace').value === discoNamespace && typeof node === 'string' && node.split(':')[0] === name;
  });
}

/// Returns the row of an item. The row of the selection is highlighted, and so are, quietly, the choices to its left.
function directoryItem(item, column, state, past) {
  if (!item.isObject) return item.show(make('li', { class: 'ad-item' }, item.text()));
  const [jid, name, online] = [item.part('jid'), item.part('name'), item.part('online')];
  const selection = state.part('selection');
  const isSelected = selection.part('column').value === column && selection.part('jid').value === jid.value && !jid.isMissing;
  const isChoice = past.choices[column] === jid.value && !jid.isMissing;
  const tasks = column === 'subagents' ? [...past.tasks].filter(([, agent]) => agent === jid.value).map(([task]) => task) : [];

  const row = item.show(make('li', {
    class: `ad-item ${isSelected ? 'ad-selected' : isChoice ? 'ad-choice' : ''}`, 'aria-current': isSelected ? 'true' : undefined,
  },
  make('div', { class: 'ad-name' }, directoryFace(name.value, column),
    make('div', {}, directoryText(name, 'strong') ?? make('em', {}, 'no name'), onlineElement(online))),
  make('div', { class: 'ad-details' },
    jidElement(jid),
    tasks.length > 0 && make('p', { class: 'ad-working' }, `Working on ${tasks.map(shortDirectoryText).join(', ')}`),
    item.rest(['jid', 'name', 'online']))));
  if (isSelected) for (const part of [selection, selection.part('column'), selection.part('jid')]) part.show(row);
  return row;
}

/// Returns the sign of a contact, which is the first letter of its name, or that of a group.
function directoryFace(name, column) {
  const letter = column === 'groups' ? '#' : [...`${name ?? ''}`.trim()][0] ?? '?';
  return make('span', { class: `ad-face ad-face-${column}`, 'aria-hidden': 'true' }, letter.toUpperCase());
}

/// Returns whether a contact is online, in words.
function onlineElement(online) {
  if (online.isMissing) return make('p', { class: 'ad-online' }, 'Offline');
  if (online.value === true) return online.show(make('p', { class: 'ad-online ad-is-on' }, 'Online'));
  return make('p', { class: 'ad-online' }, 'online: ', online.text());
}

/// Returns a JID, which breaks after the `@`.
function jidElement(jid, tag = 'p') {
  const element = directoryText(jid, tag, { class: 'ad-jid' });
  if (element === null) return make(tag, { class: 'ad-jid' }, 'no JID');
  for (const node of [...element.childNodes]) {
    if (node.nodeType !== Node.TEXT_NODE || node.data.length > longDirectoryText) continue;
    node.replaceWith(...node.data.split(/(?<=@)/).flatMap((piece, index) => (index === 0 ? [piece] : [make('wbr'), piece])));
  }
  return element;
}

// MARK: Chat

/// Returns the chat panel, which shows the welcome while no chat is open.
function directoryChat(state, past) {
  const chat = state.part('chat');
  if (chat.isMissing) {
    return make('section', { class: 'ad-chat ad-welcome', 'aria-label': 'Chat' },
      make('p', {}, 'Welcome'), make('p', {}, 'Select a dispatcher, an individual or a subagent to open a chat.'));
  }
  if (!chat.isObject) return chat.show(make('section', { class: 'ad-chat ad-welcome', 'aria-label': 'Chat' }, chat.text()));

  const [jid, name] = [chat.part('jid'), chat.part('name')];
  const query = historyQuery(jid.value, state.part('sent'));
  return chat.show(make('section', { class: 'ad-chat', 'aria-label': 'Chat' },
    make('header', { class: 'ad-partner' },
      directoryFace(name.value, 'chat'),
      make('div', {}, directoryText(name, 'h5') ?? make('h5', {}, make('em', {}, 'no name')),
        jidElement(jid)),
      query?.show(make('p', { class: 'ad-requested' }, 'History requested'))),
    directoryMessages(chat, past),
    directoryTyping(chat),
    chat.rest(['jid', 'name', 'messages', 'typing']),
    make('div', { class: 'ad-composer', 'aria-hidden': 'true' },
      make('span', {}, `Message ${shortDirectoryText(name.value ?? '')}`),
      make('span', { class: 'ad-send' }, '↑'))));
}

/// Returns the stanza of a step that queries the archive for the messages with a contact, or undefined.
function historyQuery(jid, sent) {
  return sent.parts().find((stanza) => stanza.at('children', 0, 'namespace').value === archiveNamespace
    && archiveContact(stanza).value === jid);
}

/// Returns the part with the contact of an archive query: the value of the second field of its form.
function archiveContact(stanza) {
  return stanza.at('children', 0, 'children', 0, 'children', 1, 'children', 0, 'text');
}

/// Returns the messages of a chat in their order.
function directoryMessages(chat, past) {
  const messages = chat.part('messages');
  if (messages.isMissing) return make('p', { class: 'ad-none ad-grows' }, 'No list of messages');
  if (Array.isArray(messages.value) && messages.value.length === 0) {
    return messages.show(make('p', { class: 'ad-none ad-grows' }, 'No messages yet'));
  }
  return messages.show(make('ol', { class: 'ad-messages ad-grows', 'aria-label': 'Messages' }, messages.map((message, index) => {
    const before = index > 0 ? messages.at(index - 1, 'from').value : undefined;
    return directoryMessage(message, before, chat.part('jid').value, past);
  })));
}

/// Returns a message: on the right if it is the user's own, otherwise on the left. Its sender is shown once for several
/// messages in a row.
function directoryMessage(message, before, contact, { self, names, sent }) {
  if (!message.isObject) return message.show(make('li', { class: 'ad-message' }, message.text()));
  const [from, body, id] = [message.part('from'), message.part('body'), message.part('id')];
  const isOwn = self === undefined ? from.value !== contact : from.value === self;
  const isNamed = from.isMissing || from.value !== before || from.differs;
  const isSent = isOwn && sent.has(id.value);
  const task = isSent ? sent.get(id.value) : undefined;
  const sender = contactElement(from, isOwn ? 'You' : contactName(from.value, names));

  return message.show(make('li', { class: `ad-message ${isOwn ? 'ad-own' : ''}` },
    isNamed && make('p', { class: 'ad-sender' }, sender ?? 'no sender'),
    directoryText(body, 'div', { class: 'ad-bubble' }) ?? make('div', { class: 'ad-bubble' }, make('em', {}, 'no text')),
    make('p', { class: 'ad-mark' }, task !== undefined && `Work ${shortDirectoryText(task)} · `, isSent && '✓ Sent · ',
      directoryText(id, 'code')),
    message.rest(['from', 'body', 'id'])));
}

/// Returns the sign that the contact is typing, or null.
function directoryTyping(chat) {
  const typing = chat.part('typing');
  if (typing.isMissing) return null;
  if (typing.value !== true) return typing.show(make('p', { class: 'ad-typing' }, 'typing: ', plainText(typing.value)));
  const dots = make('span', { class: 'ad-dots', 'aria-hidden': 'true' }, make('i'), make('i'), make('i'));
  const name = shortDirectoryText(chat.part('name').value ?? 'The contact');
  return typing.show(make('p', { class: 'ad-typing' }, dots, `${name} is typing`));
}

// MARK: Log

/// Returns the list of the stanzas that a step sent.
function directoryLog(state, picture, isStart) {
  const sent = state.part('sent');
  const isEmpty = Array.isArray(sent.value) && sent.value.length === 0;
  const title = make('h5', {}, 'Sent in this step');
  if (isStart) return make('section', { class: 'ad-log' }, make('p', { class: 'ad-none' }, 'Nothing has happened yet.'));
  if (sent.isMissing) return make('section', { class: 'ad-log' }, title, make('p', { class: 'ad-none' }, 'no list of stanzas'));
  if (isEmpty) return sent.show(make('section', { class: 'ad-log' }, title, make('p', { class: 'ad-none' }, 'nothing')));
  const isXML = picture.setting('stanzas') === 'xml';
  return sent.show(make('section', { class: 'ad-log' }, title,
    make('ol', {}, sent.map((stanza) => stanza.show(make('li', {}, stanzaElement(stanza, isXML)))))));
}

/// Returns a sent stanza as a sentence. It is drawn as XML if it has another form, or a difference that the sentence
/// doesn't show.
function stanzaElement(stanza, isXML) {
  if (!stanza.isObject) return stanza.text();
  const mentioned = new Set();
  const say = (part) => {
    mentioned.add(part.pointer);
    return directoryText(part, 'span', { class: 'ad-value' }) ?? make('em', {}, 'nothing');
  };
  const sentence = isXML ? null : stanzaSentence(stanza, say);
  if (sentence === null) return xmlElement(stanza, 0);
  const id = stanza.at('attributes', 'id');
  mentioned.add(id.pointer);
  return [make('p', {}, id.text('code', { class: 'ad-id' }) ?? make('code', { class: 'ad-id' }, '–'), ' ', sentence),
    hasUnmentionedDifference(stanza, mentioned) && xmlElement(stanza, 0)];
}

/// Returns what a stanza says, or null if it isn't one of those that the contract describes.
function stanzaSentence(stanza, say) {
  const child = stanza.at('children', 0);
  const to = stanza.at('attributes', 'to');
  switch ([stanza.part('name').value, child.part('name').value, child.part('namespace').value].join(' ').trim()) {
  case 'presence':
    return 'Presence: available';
  case 'iq enable urn:xmpp:carbons:2':
    return 'Enable carbon copies';
  case `iq query ${discoNamespace}`:
    return ['Request the list ', say(child.at('attributes', 'node')), ' from ', say(to)];
  case `iq pubsub ${publishNamespace}`:
    return ['Subscribe to ', say(child.at('children', 0, 'attributes', 'node')), ' at ', say(to), ' as ',
      say(child.at('children', 0, 'attributes', 'jid'))];
  case `iq query ${archiveNamespace}`:
    return ['Query the archive for messages with ', say(archiveContact(stanza))];
  case 'message body jabber:client':
    return messageSentence(stanza, say);
  default:
    return null;
  }
}

/// Returns what a sent message says, or null if it has an unknown second child.
function messageSentence(stanza, say) {
  const to = say(stanza.at('attributes', 'to'));
  const body = ['“', say(stanza.at('children', 0, 'text')), '”'];
  const work = stanza.at('children', 1);
  if (work.isMissing) return ['Message to ', to, ': ', body];
  if (work.part('name').value !== 'work') return null;
  const attribute = (name) => say(work.at('attributes', name));
  return ['Work ', attribute('task_id'), ' to ', to, ' with the parent ', attribute('parent_jid'), ': ', body];
}

/// Whether a difference inside a part is outside the parts that a sentence shows.
function hasUnmentionedDifference(part, mentioned) {
  if (mentioned.has(part.pointer)) return false;
  return [...part.members().map((member) => member.part), ...part.parts()].some((inner) => {
    if (!inner.differs || mentioned.has(inner.pointer)) return false;
    const isLeaf = ![...inner.members().map((member) => member.part), ...inner.parts()].some((each) => each.differs);
    return isLeaf || hasUnmentionedDifference(inner, mentioned);
  });
}

/// Returns an element as XML, with a line for each of its tags.
function xmlElement(element, depth) {
  if (!element.isObject || depth > deepestStanza) return element.json();
  const [name, attributes] = [element.part('name'), element.part('attributes')];
  const [text, children] = [element.part('text'), element.part('children')];
  const isEmpty = text.isMissing && children.isMissing;
  const inner = () => make('div', { class: 'ad-xml-children' }, children.map((child) => xmlElement(child, depth + 1)));

  return element.show(make('div', { class: depth === 0 ? 'ad-xml' : undefined },
    '<', name.text('span', { class: 'ad-tag' }) ?? make('em', {}, 'no name'),
    xmlAttribute('xmlns', element.part('namespace')),
    attributes.isObject ? attributes.members().map(({ key, part }) => xmlAttribute(key, part)) : [' ', attributes.text()],
    isEmpty ? '/>' : '>',
    directoryText(text, 'span'),
    !children.isMissing && children.show(inner()),
    !isEmpty && ['</', make('span', { class: 'ad-tag' }, plainText(name.value ?? '')), '>'],
    element.rest(['name', 'namespace', 'attributes', 'text', 'children'])));
}

/// Returns an attribute with a space in front of it, or null if there is none.
function xmlAttribute(name, part) {
  const element = directoryText(part, 'span', { class: 'ad-attribute' });
  element?.prepend(visible(`${name}="`));
  element?.append('"');
  return element && [' ', element];
}

// MARK: View

pictureViews.set('agent-directory', {
  operations: ['client'],
  switches: [{ name: 'stanzas', title: 'Sent stanzas', values: [['summary', 'Summary'], ['xml', 'XML']] }],
  settings: (state) => (state === 'xml' ? { stanzas: 'xml' } : {}),
  steps: directorySteps,
  draw: drawDirectory,
});
