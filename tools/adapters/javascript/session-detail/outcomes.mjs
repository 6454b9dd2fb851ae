import { arrayMember, asObject, isTrue, nonEmptyMember, objectMember, typeOf } from "./members.mjs";
import { isBlank } from "./text.mjs";
import { IS_FINAL } from "./tool-use.mjs";
import { fragments } from "./visible-text.mjs";

/** T3: the outcomes of tools that a payload of type user tells, in order. */
export function readOutcomes(payload) {
  const items = arrayMember(objectMember(payload, "message"), "content") ?? [];
  return items.flatMap((item) => {
    const block = asObject(item);
    const toolUseId = nonEmptyMember(block, "tool_use_id");
    if (typeOf(block) !== "tool_result" || toolUseId === undefined) return [];
    return [{ toolUseId, status: isTrue(block, "is_error") ? "failed" : "completed", text: outcomeText(block) }];
  });
}

/** T3: not trimmed; undefined where there is none, so that what the tool had stays. */
function outcomeText(block) {
  const texts = fragments(block.get("content"), "user").filter((text) => !isBlank(text));
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/**
 * T3: the standing statuses and texts, by the id of a tool or sub-agent.
 *
 * Records outcomes and mentions in row order. An outcome can come before the first mention.
 */
export class StandingOutcomes {
  #statuses = new Map();
  #texts = new Map();

  note(outcome) {
    const { toolUseId, status, text } = outcome;
    this.#statuses.set(toolUseId, status);
    if (text !== undefined) this.#texts.set(toolUseId, text);
  }

  /** A final mention removes both. That of a sub-agent removes the text only if it has a result of its own. */
  mention(block) {
    if (!block[IS_FINAL]) return;
    this.#statuses.delete(block.toolUseId);
    if (block.type === "toolCall" || block.result !== undefined) this.#texts.delete(block.toolUseId);
  }

  status(toolUseId) {
    return this.#statuses.get(toolUseId);
  }

  text(toolUseId) {
    return this.#texts.get(toolUseId);
  }
}
