// MARK: Session detail

/// The word and the sign of each status of a tool or sub-agent.
const sessionStatuses = new Map([
  ['running', { word: 'Running', sign: '◐' }],
  ['completed', { word: 'Completed', sign: '✓' }],
  ['failed', { word: 'Failed', sign: '✕' }],
]);

/// The names of the roles.
const sessionRoles = new Map([['user', 'You'], ['assistant', 'Assistant'], ['system', 'System']]);

/// What a person reads if a session can't be shown, by error code.
const sessionErrors = new Map([
  ['secret_resolution_failed', 'The key of this session is missing or not valid.'],
  ['decrypt_failed', 'A message of this session can\'t be decrypted.'],
  ['invalid_encrypted_row', 'A message of this session is damaged.'],
]);

/// The kinds of groups that draw a card: the type of their blocks and the noun for one.
const sessionGroupKinds = new Map([
  ['parallelAgents', { type: 'subAgent', noun: 'agent' }],
  ['standaloneToolCalls', { type: 'toolCall', noun: 'tool' }],
]);

/// The names of the members that the view draws, by the type of the block.
const sessionMembers = {
  text: ['type', 'text'],
  error: ['type', 'message'],
  toolCall: ['type', 'toolUseId', 'parentToolUseId', 'name', 'summary', 'status', 'input', 'output'],
  subAgent: ['type', 'toolUseId', 'subagentType', 'description', 'status', 'tools', 'result'],
};

/// The members of a block that a person sees without opening it.
const sessionOutside = ['type', 'name', 'summary', 'subagentType', 'description', 'status'];

/// The values of the switches for the state of a preview.
const sessionStates = new Map([
  ['collapsed', { agents: 'collapsed', tools: 'collapsed' }],
  ['compact-tools', { agents: 'expanded', tools: 'compact' }],
  ['expanded-tools', { agents: 'expanded', tools: 'expanded' }],
  ['partially-running-compact-tools', { agents: 'running', tools: 'compact' }],
  ['partially-running-expanded-tools', { agents: 'running', tools: 'expanded' }],
  ['running', { tools: 'expanded' }],
  ['completed', { tools: 'expanded' }],
  ['failed', { tools: 'expanded' }],
  ['long-summary', { tools: 'compact' }],
]);

/// Draws a timeline as the chat of a coding app, or the error that replaces it.
function drawSession(root, picture) {
  const error = root.part('error');
  const entries = root.part('entries');
  return make('div', { class: 'sd-app' },
    sessionBar(root),
    sessionFailure(error),
    (!entries.isMissing || error.isMissing) && sessionTimeline(entries, picture),
    root.rest(['rowCount', 'entries', 'error']));
}

/// Draws the title of the session with its number of messages and of stored rows.
function sessionBar(root) {
  const [entries, rows] = [root.part('entries'), root.part('rowCount')];
  const count = Array.isArray(entries.value) && counted(entries.value.length, 'message');
  return make('div', { class: 'sd-bar' }, make('strong', {}, 'Session'),
    make('span', { class: 'sd-quiet' }, count,
      Number.isInteger(rows.value) ? rows.show(make('span', {}, `from ${counted(rows.value, 'row')}`)) : rows.text()));
}

/// Draws the screen for a session that can't be shown.
function sessionFailure(error) {
  if (error.isMissing) return null;
  const code = error.part('code');
  return error.show(make('div', { class: 'sd-failure' },
    make('span', { class: 'sd-failure-sign', 'aria-hidden': 'true' }, '!'),
    make('strong', {}, 'This session can\'t be shown'),
    make('p', {}, sessionErrors.get(code.value) ?? 'An error of an unknown kind occurred.'),
    code.text('code', { class: 'sd-code' }) ?? make('p', { class: 'sd-quiet' }, 'No error code'),
    error.rest(['code'])));
}

/// Draws the messages in order.
function sessionTimeline(entries, picture) {
  if (entries.isMissing) return make('p', { class: 'sd-empty' }, 'No timeline');
  const isEmpty = Array.isArray(entries.value) && entries.value.length === 0;
  if (isEmpty) return entries.show(make('p', { class: 'sd-empty' }, 'No messages'));
  const others = sessionOthers(picture.other);
  const items = sessionItems(entries, (entry) => sessionEntry(entry, picture, others));
  return entries.show(make('ol', { class: 'sd-thread' }, items));
}

/// Draws the elements of an array as items of a list.
function sessionItems(part, draw) {
  return part.map(draw).map((element) => make('li', {}, element));
}

// MARK: Messages

/// Draws a message: who wrote it and when, then its groups of blocks.
function sessionEntry(entry, picture, others) {
  if (!entry.isObject) return entry.text('p', { class: 'sd-odd' });
  const role = entry.part('role').value;
  const other = others.entries.get(entry.value.id);
  const context = { picture, others, blocks: entry.part('blocks'), isSameDisplay: sessionHasSameDisplay(entry, other) };
  if (context.isSameDisplay) entry.part('display').follow();
  return entry.show(make('article', { class: `sd-entry sd-from-${sessionRoles.has(role) ? role : 'unknown'}` },
    sessionEntryHeader(entry),
    sessionGroups(entry.part('display'), context),
    sessionLeftBlocks(entry.part('display'), context),
    sessionPlainText(entry, other),
    entry.rest(['id', 'role', 'sequenceNumber', 'createdAt', 'content', 'blocks', 'display'])));
}

/// Draws the role, and quietly the time, number and id of the row that began the message.
function sessionEntryHeader(entry) {
  const [role, sequence, id] = ['role', 'sequenceNumber', 'id'].map((name) => entry.part(name));
  const name = sessionRoles.get(role.value);
  return make('header', { class: 'sd-from' },
    name !== undefined ? role.show(make('strong', {}, name)) : role.text('strong') ?? make('strong', {}, 'No role'),
    entry.part('createdAt').text('span', { class: 'sd-meta' }),
    sequence.isMissing ? null : sequence.show(make('span', { class: 'sd-meta' }, `No. ${JSON.stringify(sequence.value)}`)),
    id.text('span', { class: 'sd-meta sd-id' }));
}

/// Draws the groups of blocks as `display` lists them.
function sessionGroups(display, context) {
  return display.map((group) => sessionGroup(group, context));
}

/// Draws the blocks that are in no group, which an app wouldn't show.
function sessionLeftBlocks(display, context) {
  const used = new Set(display.parts().flatMap((group) => group.part('blocks').parts().map(({ value }) => value)));
  const left = context.blocks.parts().filter((_, index) => !used.has(index));
  if (Array.isArray(context.blocks.value) && left.length === 0) return null;
  const shown = left.filter((block, index) => index < mostPictured || block.differs);
  return make('div', { class: 'sd-left' },
    make('p', { class: 'sd-caption' }, context.blocks.isMissing ? 'No blocks' : 'In no group'),
    Array.isArray(context.blocks.value) ? shown.map((block) => sessionCardOfOne(block, context)) : context.blocks.text(),
    sessionMore(left, shown, 'p'));
}

/// Draws the text of a message as an app copies it, unless it is the text of the blocks.
///
/// If it is that on both sides, it differs only because a block differs.
function sessionPlainText(entry, other) {
  const content = entry.part('content');
  const isJoined = content.value === sessionJoinedText(entry.value);
  if (isJoined && (!content.differs || (other !== undefined && other.content === sessionJoinedText(other)))) {
    content.follow();
    return null;
  }
  return make('div', { class: 'sd-plain' }, make('p', { class: 'sd-caption' }, 'As plain text'),
    sessionText(content, 'p', { class: 'sd-text' }, 'No plain text'));
}

/// Returns the text of the blocks of a message.
function sessionJoinedText({ blocks }) {
  const texts = sessionObjects(blocks).map(({ type, text, message }) => ({ text, error: message })[type]);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/// Draws a text with its white space, or a remark if it is empty or missing. Remarks say what is hard to see in a difference.
function sessionText(part, tag, properties, missing) {
  if (part.isMissing) return make(tag, { class: `${properties.class ?? ''} sd-void` }, missing);
  if (part.value === '') return part.show(make(tag, { class: `${properties.class ?? ''} sd-void` }, 'empty'));
  const remarks = part.differs ? sessionRemarks(part.value) : [];
  return [part.text(tag, properties), remarks.length > 0 && make('span', { class: 'sd-caption' }, remarks.join('. '))];
}

/// Returns sentences about what a reader of a text can't see.
function sessionRemarks(text) {
  if (typeof text !== 'string') return [];
  return [
    /^\s/.test(text) && 'Begins with white space',
    /\s$/.test(text) && 'Ends with white space',
    text !== text.normalize('NFC') && 'Has combining characters',
  ].filter(Boolean);
}

// MARK: Groups

/// Draws a group of blocks by its kind.
function sessionGroup(group, context) {
  if (!group.isObject) return group.text('p', { class: 'sd-odd' });
  const kind = group.part('kind');
  const indices = group.part('blocks');
  const items = indices.parts().map((index) => ({ index, block: sessionBlockAt(index, context.blocks) }));
  const known = sessionGroupKinds.get(kind.value);
  const element = known !== undefined ? sessionCard(kind, known, items, context) : sessionPlainGroup(kind, items, context);
  const isList = Array.isArray(indices.value);
  const missing = !isList && (indices.text('p', { class: 'sd-odd' }) ?? make('p', { class: 'sd-odd' }, 'A group without blocks'));
  appendAll(element, [missing, group.rest(['kind', 'blocks'])].filter(Boolean));
  return group.show(element);
}

/// Returns the block at an index, which is missing if there is none.
function sessionBlockAt(index, blocks) {
  return blocks.part(Number.isInteger(index.value) ? index.value : '-');
}

/// Draws a group of blocks that aren't in a card. In a correct output, it has one block with text or an error.
function sessionPlainGroup(kind, items, context) {
  const isPlain = kind.value === 'block' && !items.some(({ block }) => sessionIsRow(block));
  const needsCaption = !isPlain || (kind.differs && !context.isSameDisplay);
  const caption = kind.value === 'block' ? kind.show(make('p', { class: 'sd-caption' }, 'Not in a group'))
    : make('p', { class: 'sd-caption' }, 'Group of kind ', kind.text() ?? 'unknown');
  const shown = sessionShownItems(items);
  return make('div', { class: 'sd-plain-group' }, needsCaption && caption,
    shown.map(({ index, block }) => index.show(sessionMember(index, block, context, sessionCardOfOne))),
    sessionMore(items, shown, 'p'));
}

/// Draws the card of tools or agents, with a row for each. A single tool needs no title.
function sessionCard(kind, { type, noun }, items, context) {
  const isFitting = items.every(({ block }) => block.part('type').value === type);
  const isSame = !kind.differs || context.isSameDisplay;
  const shown = sessionShownItems(items);
  const rows = () => make('ul', { class: 'sd-rows' }, shown.map(({ index, block }) =>
    make('li', {}, index.show(sessionMember(index, block, context, sessionRow)))), sessionMore(items, shown, 'li'));
  if (type === 'toolCall' && items.length === 1 && isFitting && isSame) return make('section', { class: 'sd-card' }, rows());
  const title = [
    kind.show(make('strong', {}, counted(items.length, isFitting ? noun : 'block'))),
    sessionCounts(items.map(({ block }) => block)),
  ];
  if (type === 'subAgent') return make('section', { class: 'sd-card' }, make('div', { class: 'sd-head' }, title), rows());
  const names = items.slice(0, 12).map(({ block }) => plainText(block.part('name').value ?? '?')).join(', ');
  const head = [title, make('span', { class: 'sd-names' }, names)];
  return make('section', { class: 'sd-card' }, sessionToggle('sd-head', sessionIsOpenCard(items, context), head, rows));
}

/// Whether a card of tools is open: by the switch, or because a tool differs.
function sessionIsOpenCard(items, context) {
  if (context.picture.setting('tools') !== 'collapsed') return true;
  return items.some(({ index, block }) =>
    block.differs || (index.differs && !context.isSameDisplay) || sessionIsOpen(block, false, context));
}

/// Returns the first items of a group, and those that differ.
function sessionShownItems(items) {
  return items.filter(({ index, block }, place) => place < mostPictured || index.differs || block.differs);
}

/// Returns an element with the number of items that aren't shown, or null if all are.
function sessionMore(items, shown, tag) {
  const count = items.length - shown.length;
  return count === 0 ? null : make(tag, { class: 'p-more' }, `… ${number(count)} more`);
}

/// Draws a block of a group, or says that the group names a block that doesn't exist.
function sessionMember(index, block, context, draw) {
  if (!block.isMissing) return draw(block, context);
  return make('p', { class: 'sd-odd' }, `Block ${plainText(index.value)} doesn't exist`);
}

/// Returns the number of blocks in each status, such as "2 running, 1 failed".
function sessionCounts(blocks) {
  if (blocks.length < 2) return null;
  const counts = [...sessionStatuses].map(([status, { word }]) => {
    const count = blocks.filter((block) => block.part('status').value === status).length;
    return { word: word.toLowerCase(), count };
  }).filter(({ count }) => count > 0);
  const areAll = counts.length === 1 && counts[0].count === blocks.length;
  const words = counts.map(({ word, count }) => `${areAll ? 'all' : number(count)} ${word}`);
  return make('span', { class: 'sd-quiet' }, words.join(', '));
}

/// Draws a tool or a sub-agent in a card of its own, and any other block as it is.
function sessionCardOfOne(block, context) {
  return sessionIsRow(block) ? make('div', { class: 'sd-card' }, sessionRow(block, context)) : sessionBlock(block);
}

function sessionIsRow(block) {
  return ['toolCall', 'subAgent'].includes(block.part('type').value);
}

// MARK: Blocks

/// Draws a block with text or an error, or one of an unknown type.
function sessionBlock(block) {
  if (!block.isObject) return block.text('p', { class: 'sd-odd' });
  const type = block.part('type');
  if (type.value === 'text') {
    const text = sessionText(block.part('text'), 'p', { class: 'sd-bubble sd-text' }, 'No text');
    return block.show(type.show(make('div', { class: 'sd-message' }, text, block.rest(sessionMembers.text))));
  }
  if (type.value === 'error') {
    const title = make('strong', { class: 'sd-error-title' }, sessionSign('!'), 'Error');
    return block.show(make('div', { class: 'sd-error' }, type.show(title),
      sessionText(block.part('message'), 'p', { class: 'sd-text' }, 'No message'), block.rest(sessionMembers.error)));
  }
  return block.show(make('div', { class: 'sd-odd' },
    make('strong', {}, 'Unknown block ', type.text('code') ?? 'without a type'), block.rest(['type'])));
}

/// Draws a row of a card: a tool, a sub-agent or, in a wrong output, another block.
function sessionRow(block, context) {
  const type = block.part('type');
  if (type.value === 'toolCall') return sessionTool(block, context);
  return type.value === 'subAgent' ? sessionAgent(block, context) : sessionBlock(block);
}

/// Draws a tool: its name, summary and status, and if it is open its input and output.
function sessionTool(tool, context) {
  const isOpen = sessionIsOpen(tool, context.picture.setting('tools') === 'expanded', context);
  const head = [tool.part('type').show(sessionToolTitle(tool)), sessionStatus(tool.part('status'))];
  const details = () => make('div', { class: 'sd-details' },
    sessionDetail('Input', sessionInput(tool.part('input'))),
    sessionDetail('Output', sessionOutput(tool)),
    sessionIds(tool, context), tool.rest(sessionMembers.toolCall));
  return tool.show(make('div', { class: 'sd-tool' }, sessionToggle('sd-line', isOpen, head, details)));
}

/// Draws the name and the summary of a tool. A summary that begins with the name holds both.
function sessionToolTitle(tool) {
  const [name, summary] = [tool.part('name'), tool.part('summary')];
  const isPrefix = typeof name.value === 'string' && typeof summary.value === 'string' && name.value !== ''
    && (summary.value === name.value || summary.value.startsWith(`${name.value} `));
  if (isPrefix && !name.differs && !summary.differs) {
    const own = name.show(make('strong', { class: 'sd-name' }, name.value));
    const whole = summary.show(make('span', { class: 'sd-summary' }, own, summary.value.slice(name.value.length)));
    return make('span', { class: 'sd-title' }, whole);
  }
  return make('span', { class: 'sd-title' }, sessionText(name, 'strong', { class: 'sd-name' }, 'No name'), ' ',
    sessionText(summary, 'span', { class: 'sd-summary' }, 'No summary'));
}

/// Draws a status as a sign and a word.
function sessionStatus(status) {
  const known = sessionStatuses.get(status.value);
  if (known === undefined) return make('span', { class: 'sd-status' }, sessionText(status, 'span', {}, 'No status'));
  return status.show(make('span', { class: `sd-status sd-is-${status.value}` }, sessionSign(known.sign), known.word));
}

/// Draws a sign that only repeats the word after it.
function sessionSign(sign) {
  return make('span', { 'aria-hidden': 'true' }, sign);
}

/// Returns a button that shows and hides details, and the details if they are shown. Hidden details aren't drawn yet.
function sessionToggle(name, isOpen, head, draw) {
  let details = isOpen ? draw() : null;
  const toggle = () => {
    const isShown = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', `${!isShown}`);
    details ??= draw();
    if (isShown) details.remove();
    else button.after(details);
  };
  const button = make('button', { class: `${name} sd-toggle`, 'aria-expanded': `${isOpen}`, onclick: toggle }, head);
  return [button, details];
}

/// Returns a value with its title. A remark that there is no value needs no title.
function sessionDetail(title, value) {
  return typeof value === 'string' ? make('p', { class: 'sd-quiet' }, value)
    : make('div', { class: 'sd-detail' }, make('p', { class: 'sd-caption' }, title), value);
}

/// Draws the members of a tool's input.
function sessionInput(input) {
  if (input.isMissing) return 'No input';
  if (!input.isObject) return sessionText(input, 'pre', { class: 'sd-output', tabindex: '0' });
  const members = input.members().filter(({ part }, index) => index < mostPictured || part.differs);
  if (members.length === 0) return input.show(make('p', { class: 'sd-quiet' }, 'Empty input'));
  return input.show(make('dl', { class: 'sd-input' }, members.map(({ key, part }) =>
    make('div', {}, make('dt', {}, key === '' ? 'empty' : key), make('dd', {}, sessionInputValue(part))))));
}

function sessionInputValue(part) {
  return typeof part.value === 'object' && part.value !== null ? part.json() : sessionText(part, 'span', { class: 'sd-text' });
}

/// Draws the output of a tool, or says that there is none.
function sessionOutput(tool) {
  const output = tool.part('output');
  if (output.isMissing) return tool.part('status').value === 'running' ? 'No output yet' : 'No output';
  if (typeof output.value === 'object' && output.value !== null) return output.json();
  return sessionText(output, 'pre', { class: 'sd-output', tabindex: '0' });
}

/// Draws the ids of a block with the details of tools.
function sessionIds(block, { picture }) {
  const members = [['Id', block.part('toolUseId')], ['Parent', block.part('parentToolUseId')]];
  const isOpen = picture.setting('tools') === 'expanded';
  const ids = members.filter(([, part]) => !part.isMissing && (isOpen || part.differs));
  return ids.length > 0 && make('p', { class: 'sd-ids' }, ids.map(([title, part]) =>
    make('span', {}, `${title} `, sessionText(part, 'code', {}))));
}

/// Draws a sub-agent: its type, description and status, and if it is open its tools and its result.
function sessionAgent(agent, context) {
  const [status, tools] = [agent.part('status'), agent.part('tools')];
  const setting = context.picture.setting('agents');
  const isRunning = status.value === 'running';
  const isOpen = sessionIsOpen(agent, setting === 'expanded' || (setting === 'running' && isRunning), context);
  const head = [agent.part('type').show(sessionAgentTitle(agent)), sessionToolCount(tools), sessionStatus(status)];
  const details = () => make('div', { class: 'sd-details' },
    sessionAgentTools(tools, context),
    sessionDetail('Result', sessionResult(agent.part('result'), isRunning)),
    sessionIds(agent, context), agent.rest(sessionMembers.subAgent));
  return agent.show(make('div', { class: 'sd-agent' }, sessionToggle('sd-line', isOpen, head, details)));
}

/// Draws the type and the description of a sub-agent.
function sessionAgentTitle(agent) {
  return make('span', { class: 'sd-title' },
    sessionText(agent.part('subagentType'), 'span', { class: 'sd-agent-type' }, 'No type'), ' ',
    sessionText(agent.part('description'), 'span', { class: 'sd-description' }, 'No description'));
}

function sessionToolCount(tools) {
  if (!Array.isArray(tools.value)) return null;
  const count = tools.value.length;
  return make('span', { class: 'sd-quiet sd-count' }, count === 0 ? 'no tools' : counted(count, 'tool'));
}

/// Draws the tools of a sub-agent, if it has any.
function sessionAgentTools(tools, context) {
  if (tools.isMissing) return make('p', { class: 'sd-quiet' }, 'No list of tools');
  if (!Array.isArray(tools.value)) return tools.text('p', { class: 'sd-odd' });
  if (tools.value.length === 0) return null;
  return tools.show(make('ul', { class: 'sd-rows sd-inner' }, sessionItems(tools, (tool) => sessionRow(tool, context))));
}

/// Draws the result of a sub-agent, or says that there is none.
function sessionResult(result, isRunning) {
  if (result.isMissing) return isRunning ? 'No result yet' : 'No result';
  return sessionText(result, 'p', { class: 'sd-text' });
}

// MARK: Comparing

/// Whether a block is open: by the switch, or because something inside differs.
///
/// What only one side has differs on both, so that both are open.
function sessionIsOpen(block, isOpen, { others }) {
  if (isOpen) return true;
  const members = block.members().filter(({ key }) => !sessionOutside.includes(key));
  if (members.some(({ part }) => part.differs)) return true;
  const other = others.blocks.get(block.part('toolUseId').value);
  const names = ['input', 'output', 'result', 'tools'];
  return other !== undefined && names.some((name) => !sessionIsEqual(block.value[name], other[name]));
}

/// Whether two values are equal as JSON, in which the order of members doesn't count.
function sessionIsEqual(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && sessionIsEqual(one[key], other[key]));
}

/// Returns the messages of the other side by id, and its tools and sub-agents by id.
function sessionOthers(output) {
  const entries = sessionObjects(output?.entries);
  const blocks = entries.flatMap((entry) => sessionObjects(entry.blocks));
  const all = [...blocks, ...blocks.flatMap((block) => sessionObjects(block.tools))];
  const named = all.filter(({ toolUseId }) => typeof toolUseId === 'string');
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    blocks: new Map(named.map((block) => [block.toolUseId, block])),
  };
}

/// Returns the objects in an array, or nothing if the value isn't an array.
function sessionObjects(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

/// Whether a message has the same groups on the other side, apart from blocks that only one side has.
///
/// If a block is missing, the indices of all blocks after it change. That is one mistake and not many.
function sessionHasSameDisplay(entry, other) {
  if (other === undefined || !entry.part('display').differs) return false;
  const sides = [sessionPlaces(entry.value), sessionPlaces(other)];
  if (sides.includes(null)) return false;
  const keys = sides.map((places) => new Set(places.map(({ key }) => key)));
  const forms = sides.map((places, side) => sessionForm(places.filter(({ key }) => keys[1 - side].has(key))));
  return forms[0] === forms[1];
}

/// Returns each block in the order of `display`, with a key and its group, or null if a group is malformed.
function sessionPlaces({ blocks, display }) {
  if (!Array.isArray(blocks) || !Array.isArray(display)) return null;
  if (!display.every((group) => Array.isArray(group?.blocks))) return null;
  const all = display.flatMap(({ kind, blocks: indices }, group) => indices.map((index) => ({ kind, group, index })));
  // Each block must be in one group. Otherwise, the mistake is in the groups.
  if (all.length !== blocks.length || all.some(({ index }, place) => index !== place)) return null;
  const seen = new Map();
  return all.map((place) => {
    const { type, toolUseId } = blocks[place.index] ?? {};
    const name = JSON.stringify([type, toolUseId]);
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return { ...place, key: `${name} ${seen.get(name)}` };
  });
}

/// Returns a text that is equal for equal groups of equal blocks.
function sessionForm(places) {
  const groups = new Map();
  for (const { kind, group, key } of places) groups.set(group, [...(groups.get(group) ?? [kind]), key]);
  return JSON.stringify([...groups.values()]);
}

pictureViews.set('session-detail', {
  operations: ['timeline'],
  switches: [
    {
      name: 'agents',
      title: 'Agents',
      values: [['expanded', 'Expanded'], ['running', 'Running only'], ['collapsed', 'Collapsed']],
    },
    {
      name: 'tools',
      title: 'Tools',
      values: [['compact', 'Compact'], ['expanded', 'Expanded'], ['collapsed', 'Collapsed']],
    },
  ],
  settings: (state) => sessionStates.get(state) ?? {},
  draw: drawSession,
});
