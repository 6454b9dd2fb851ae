import { isBlank, lowercaseASCII, trim } from "./text.mjs";

/** T6. What is blank has become `general-purpose` before (T5). */
const PLACEHOLDER_TYPES = new Set(["unknown", "general", "general-purpose", "general purpose"]);

/**
 * The tools and sub-agents of a timeline that have an id, each as the one block that stands for all of its mentions.
 *
 * The blocks are changed in place, wherever they stand. A tool and a sub-agent of the same id are two things (T4).
 */
export class KnownTools {
  #toolCalls = new Map();
  #subAgents = new Map();

  /** Takes note of a block, in row order. False where it repeats an earlier one, whose state it then has changed. */
  mention(block) {
    const known = block.type === "subAgent" ? this.#subAgents : this.#toolCalls;
    const standing = known.get(block.toolUseId);
    if (standing === undefined) {
      known.set(block.toolUseId, block);
      return true;
    }
    if (block.type === "subAgent") {
      mergeSubAgent(standing, block);
    } else {
      replaceTool(standing, block);
    }
    return false;
  }

  subAgent(id) {
    return this.#subAgents.get(id);
  }

  /** T3 */
  apply(outcome) {
    const { toolUseId, status, text } = outcome;
    const tool = this.#toolCalls.get(toolUseId);
    if (tool !== undefined) {
      tool.status = status;
      tool.output = text ?? tool.output;
    }
    const subAgent = this.#subAgents.get(toolUseId);
    if (subAgent !== undefined) {
      subAgent.status = status;
      subAgent.result = text ?? subAgent.result;
    }
  }
}

/** T4: the later block replaces the earlier one whole, except that a parent is never forgotten. */
export function replaceTool(standing, later) {
  const parentToolUseId = later.parentToolUseId ?? standing.parentToolUseId;
  Object.assign(standing, later, { parentToolUseId });
}

/** T6 */
function mergeSubAgent(standing, later) {
  if (isPlaceholder(standing.subagentType) && !isPlaceholder(later.subagentType)) {
    standing.subagentType = later.subagentType;
  }
  if (!isBlank(later.description)) standing.description = later.description;
  if (later.result !== undefined) standing.result = later.result;
  if (later.status !== "running") standing.status = later.status;
}

function isPlaceholder(type) {
  return PLACEHOLDER_TYPES.has(lowercaseASCII(trim(type)));
}
