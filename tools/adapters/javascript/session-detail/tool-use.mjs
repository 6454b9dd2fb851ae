import { nonBlankMember, nonEmptyMember, objectMember, stringMember } from "./members.mjs";
import { summarize } from "./summary.mjs";
import { lowercaseASCII, trim } from "./text.mjs";

/** T3: whether a mention states how the tool ended. A symbol, which isn't written to an output. */
export const IS_FINAL = Symbol("isFinal");

// The blocks made here have every member, undefined where it isn't known, so that one can replace another whole.

/** T1: the tool or sub-agent of a `tool_use` block, as a list; empty where the block has no name. */
export function readToolUse(block, payload) {
  const name = stringMember(block, "name");
  if (name === undefined) return [];
  const toolUseId = nonEmptyMember(block, "id");
  const isSubAgent = (name === "Task" || name === "Agent") && toolUseId !== undefined; // T5
  return [isSubAgent ? readSubAgent(toolUseId, block) : readToolCall(toolUseId, name, block, payload)];
}

/** T1 */
function readToolCall(toolUseId, name, block, payload) {
  const input = objectMember(block, "input");
  return {
    type: "toolCall",
    toolUseId,
    parentToolUseId: nonBlankMember(block, "parent_tool_use_id") ?? nonBlankMember(payload, "parent_tool_use_id"),
    name,
    summary: summarize(name, input),
    status: readStatus(block),
    input: input?.size > 0 ? input : undefined,
    output: readOutput(block),
    [IS_FINAL]: readFinality(block),
  };
}

/** T5 */
function readSubAgent(toolUseId, block) {
  const input = objectMember(block, "input");
  return {
    type: "subAgent",
    toolUseId,
    subagentType: nonBlankMember(input, "subagent_type") ?? "general-purpose",
    description: stringMember(input, "description") ?? "",
    status: readStatus(block),
    result: readOutput(block),
    tools: [],
    [IS_FINAL]: readFinality(block),
  };
}

/** T1 */
function readStatus(block) {
  switch (statedStatus(block)) {
    case "running":
      return "running";
    case "failed":
    case "error":
      return "failed";
    default:
      return "completed";
  }
}

/** T3: a mention without a status counts as completed but isn't final. */
function readFinality(block) {
  return !["", "running"].includes(statedStatus(block));
}

/** T1 and T3: what a block says about its status, whatever the word; empty where it says nothing. */
function statedStatus(block) {
  return lowercaseASCII(trim(stringMember(block, "status") ?? ""));
}

/** T1 */
function readOutput(block) {
  return nonBlankMember(block, "result") ?? nonBlankMember(block, "output");
}
