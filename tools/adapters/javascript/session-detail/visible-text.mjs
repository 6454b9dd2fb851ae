import { asObject, nonBlankMember, objectMember, stringMember, trimmedMember, typeOf } from "./members.mjs";
import { trim } from "./text.mjs";

/** P6: the visible text of an object; empty where it has none. */
export function visibleText(object) {
  if (isToolTraffic(object)) return "";
  const message = objectMember(object, "message");
  return (
    trimmedMember(object, "text") ||
    trimmedMember(object, "message") ||
    trimmedMember(message, "text") ||
    joinTrimmed(fragments(message?.get("content"))) ||
    joinTrimmed(fragments(object.get("content")))
  );
}

/** P6: the fragments of a value, as they are. */
export function fragments(value) {
  const items = Array.isArray(value) ? value : [value];
  return items.map(fragment).filter((text) => text !== undefined);
}

/** P6 and P9: each text trimmed, blank ones dropped, the rest joined. */
export function joinTrimmed(texts) {
  return texts
    .map(trim)
    .filter((text) => text !== "")
    .join("\n");
}

function fragment(value) {
  if (typeof value === "string") return value;
  const object = asObject(value);
  if (object === undefined || isToolTraffic(object)) return undefined;
  return nonBlankMember(object, "text") ?? stringMember(object, "content");
}

/** P6: what passes between a tool and the model. A `tool_use_id` of null is a member too. */
function isToolTraffic(object) {
  const type = typeOf(object);
  return type === "tool_use" || type === "tool_result" || object.has("tool_use_id");
}
