import { StandingOutcomes } from "./outcomes.mjs";
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
  #outcomesOfToolCalls = new StandingOutcomes();
  #outcomesOfSubAgents = new StandingOutcomes();

  /** Takes note of a block, in row order. False where it repeats an earlier one, whose state it then has changed. */
  mention(block) {
    const known = block.type === "subAgent" ? this.#subAgents : this.#toolCalls;
    const outcomes = block.type === "subAgent" ? this.#outcomesOfSubAgents : this.#outcomesOfToolCalls;
    outcomes.mention(block);
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

  /** T3: takes note of an outcome, in row order. It applies to the tool and to the sub-agent with its id. */
  note(outcome) {
    this.#outcomesOfToolCalls.note(outcome);
    this.#outcomesOfSubAgents.note(outcome);
  }

  /** T3: after all mentions, the standing statuses and texts replace those of the tools and sub-agents. */
  applyOutcomes() {
    for (const [id, tool] of this.#toolCalls) {
      tool.status = this.#outcomesOfToolCalls.status(id) ?? tool.status;
      tool.output = this.#outcomesOfToolCalls.text(id) ?? tool.output;
    }
    for (const [id, subAgent] of this.#subAgents) {
      subAgent.status = this.#outcomesOfSubAgents.status(id) ?? subAgent.status;
      subAgent.result = this.#outcomesOfSubAgents.text(id) ?? subAgent.result;
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
