import { asObject, nonBlankMember, objectMember, stringMember, trimmedMember, typeOf } from "./members.mjs";
import { trim } from "./text.mjs";

/** P6: the visible text of an object in an entry of a role; empty where it has none. */
export function visibleText(object, role) {
  if (isWithoutText(object, role)) return "";
  const message = objectMember(object, "message");
  return (
    trimmedMember(object, "text") ||
    trimmedMember(object, "message") ||
    trimmedMember(message, "text") ||
    joinTrimmed(fragments(message?.get("content"), role)) ||
    joinTrimmed(fragments(object.get("content"), role))
  );
}

/** P6: the fragments of a value in an entry of a role, as they are. */
export function fragments(value, role) {
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => fragment(item, role)).filter((text) => text !== undefined);
}

/** P6 and P9: each text trimmed, blank ones dropped, the rest joined. */
export function joinTrimmed(texts) {
  return texts
    .map(trim)
    .filter((text) => text !== "")
    .join("\n");
}

function fragment(value, role) {
  if (typeof value === "string") return value;
  const object = asObject(value);
  if (object === undefined || isWithoutText(object, role)) return undefined;
  return nonBlankMember(object, "text") ?? stringMember(object, "content");
}

/** P6: tool objects have no text in entries of role user. In other entries they are objects like any other. */
function isWithoutText(object, role) {
  return role === "user" && isToolObject(object);
}

/** P6: what passes between a tool and the model. A `tool_use_id` of null is a member too. */
export function isToolObject(object) {
  const type = typeOf(object);
  return type === "tool_use" || type === "tool_result" || object.has("tool_use_id");
}
