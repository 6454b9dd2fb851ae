import { arrayMember, asObject, isTrue, nonEmptyMember, objectMember, typeOf } from "./members.mjs";
import { isBlank } from "./text.mjs";
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
  const texts = fragments(block.get("content")).filter((text) => !isBlank(text));
  return texts.length > 0 ? texts.join("\n") : undefined;
}
