import { Entry } from "./entry.mjs";
import { readContent } from "./payloads.mjs";
import { KnownTools, replaceTool } from "./tools.mjs";

/** Puts entries together from rows that are in order (R2); entries without a block are left out. */
export function assemble(rows) {
  const knownTools = new KnownTools();
  const { entries, mentions } = joinRows(rows, knownTools);
  knownTools.applyOutcomes(); // T3: after all mentions are merged
  settleTools(mentions, knownTools);
  return entries.filter((entry) => entry.blocks.length > 0);
}

/**
 * T7: the entries, with every tool where it is first mentioned.
 *
 * `mentions` tells for each tool that takes a place, in row order, the block and its entry.
 */
function joinRows(rows, knownTools) {
  const entries = [];
  const entriesOfMessages = new Map();
  const mentions = [];
  for (const row of rows) {
    const content = readContent(row.content);
    for (const outcome of content.outcomes) knownTools.note(outcome);
    if (content.blocks.length === 0) continue;

    const known = entriesOfMessages.get(content.messageID);
    const entry = known ?? new Entry(row, content.role);
    const blocks = content.blocks.filter((block) => takesPlace(block, knownTools));
    for (const block of blocks) {
      if (block.type === "toolCall") mentions.push({ block, entry });
    }
    if (known !== undefined) {
      known.join(blocks);
      continue;
    }
    entry.append(blocks);
    entries.push(entry);
    if (content.messageID !== undefined) entriesOfMessages.set(content.messageID, entry);
  }
  return { entries, mentions };
}

/** T7: what repeats a tool or sub-agent by id takes no place; without an id nothing repeats yet. */
function takesPlace(block, knownTools) {
  return block.toolUseId === undefined || knownTools.mention(block);
}

/** T4 and T5: moves the tools of sub-agents into them, and merges the tools that have no id where they end up. */
function settleTools(mentions, knownTools) {
  const toolsWithoutID = new Map(); // by the sub-agent or entry they are in
  const goneFromEntry = new Set();
  for (const { block, entry } of mentions) {
    const subAgent = knownTools.subAgent(block.parentToolUseId);
    const standing = block.toolUseId === undefined ? standingTool(block, subAgent ?? entry, toolsWithoutID) : block;
    if (standing !== block) {
      replaceTool(standing, block);
    } else if (subAgent !== undefined) {
      subAgent.tools.push(block);
    }
    if (standing !== block || subAgent !== undefined) goneFromEntry.add(block);
  }
  for (const entry of new Set(mentions.map((mention) => mention.entry))) {
    entry.blocks = entry.blocks.filter((block) => !goneFromEntry.has(block));
  }
}

/** T4: the tool in the same place that a tool without an id is the same as; itself where it is the first. */
function standingTool(block, home, toolsWithoutID) {
  const identity = JSON.stringify([block.parentToolUseId ?? null, block.name, block.summary]);
  if (!toolsWithoutID.has(home)) toolsWithoutID.set(home, new Map());
  const tools = toolsWithoutID.get(home);
  if (!tools.has(identity)) tools.set(identity, block);
  return tools.get(identity);
}
