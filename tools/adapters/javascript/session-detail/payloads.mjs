import { isArtifact } from "./artifacts.mjs";
import {
  arrayMember,
  asObject,
  isTrue,
  nonBlankMember,
  nonEmptyMember,
  objectMember,
  parseObject,
  stringMember,
  trimmedMember,
  typeOf,
} from "./members.mjs";
import { readOutcomes } from "./outcomes.mjs";
import { lowercaseASCII, trim } from "./text.mjs";
import { readToolUse } from "./tool-use.mjs";
import { isToolObject, joinTrimmed, visibleText } from "./visible-text.mjs";

const MAXIMUM_WRAPPERS = 4;

const HIDDEN = { role: undefined, blocks: [] };

/**
 * What a row's content says by itself: role and blocks, no block where it is hidden; the id of the message it is a part
 * of, if any (T7); and outcomes of tools (T3), which count even where the row is hidden.
 */
export function readContent(content) {
  const object = parseObject(content);
  if (object === undefined) return { ...readPlainText(content), outcomes: [] };

  const payload = unwrap(object);
  const outcomes = typeOf(payload) === "user" ? readOutcomes(payload) : [];
  const isStillWrapped = stringMember(payload, "raw_json") !== undefined; // P2
  return isStillWrapped ? { ...HIDDEN, outcomes } : { ...readPayload(payload), outcomes };
}

/** P1 */
function readPlainText(content) {
  return show("user", trim(content));
}

/** P2: takes off wrappers; what is left may be one that can't be taken off, or one too many. */
function unwrap(object) {
  let payload = object;
  for (let count = 0; count < MAXIMUM_WRAPPERS; count += 1) {
    const text = stringMember(payload, "raw_json");
    const inner = text === undefined ? undefined : parseObject(text);
    if (inner === undefined) break;
    payload = inner;
  }
  return payload;
}

/** One block of text, or nothing where it is empty or, in role user, an artifact (P3). */
function show(role, text) {
  return { role, blocks: textBlocks(role, [text]) };
}

/** P6 */
function showVisibleText(role, payload) {
  return show(role, visibleText(payload, role));
}

function textBlocks(role, texts) {
  const shown = texts.filter((text) => text !== "" && !(role === "user" && isArtifact(text)));
  return shown.map((text) => ({ type: "text", text }));
}

function readPayload(payload) {
  const type = typeOf(payload);
  switch (type) {
    case "assistant":
      return readAssistant(payload);
    case "user":
      return readUser(payload);
    case "result":
      return readResult(payload);
    case "terminal_output":
      return readTerminalOutput(payload);
    case "user_prompt_command":
    case "user_confirmation_command":
    case "mcq_response_command":
      return showVisibleText("user", payload); // P11
    case "system":
      return HIDDEN; // P12
    default:
      return readOther(payload);
  }
}

const ROLES = ["user", "assistant", "system"];

const ROLES_OF_TYPES = new Map([
  ["user", "user"],
  ["user_prompt_command", "user"],
  ["user_confirmation_command", "user"],
  ["mcq_response_command", "user"],
  ["assistant", "assistant"],
  ["result", "assistant"],
  ["output_chunk", "assistant"],
  ["streaming_thinking", "assistant"],
  ["streaming_generating", "assistant"],
  ["terminal_output", "assistant"],
]);

/** P5 */
function roleOf(payload) {
  const named = [stringMember(payload, "role"), stringMember(objectMember(payload, "message"), "role")]
    .map((role) => lowercaseASCII(role ?? ""))
    .find((role) => ROLES.includes(role));
  return named ?? ROLES_OF_TYPES.get(typeOf(payload)) ?? "system";
}

/** P7 */
function readAssistant(payload) {
  const role = roleOf(payload);
  const message = objectMember(payload, "message");
  const items = arrayMember(message, "content") ?? [];
  const ownBlocks = items.flatMap((item) => readAssistantItem(asObject(item), role, payload));
  const blocks = ownBlocks.length > 0 ? ownBlocks : textBlocks(role, [visibleText(payload, role)]);
  return { role, blocks, messageID: nonEmptyMember(message, "id") };
}

function readAssistantItem(item, role, payload) {
  switch (typeOf(item)) {
    case "text":
      return textBlocks(role, [trimmedMember(item, "text")]);
    case "tool_use":
      return readToolUse(item, payload);
    default:
      return [];
  }
}

/** P8 */
function readUser(payload) {
  const isForSubAgent = nonBlankMember(payload, "parent_tool_use_id") !== undefined;
  if (isForSubAgent || ["isMeta", "isSynthetic", "isCompactSummary"].some((name) => isTrue(payload, name))) {
    return HIDDEN;
  }
  const items = arrayMember(objectMember(payload, "message"), "content") ?? [];
  if (items.length === 0) return showVisibleText("user", payload);
  return { role: "user", blocks: textBlocks("user", items.map(textOfUserItem)) };
}

/** P8: the text of an item, trimmed; empty where it gives none. */
function textOfUserItem(item) {
  if (typeof item === "string") return trim(item);
  const object = asObject(item);
  if (object === undefined || isToolObject(object)) return "";
  return typeOf(object) === "text" ? trimmedMember(object, "text") : visibleText(object, "user");
}

/** P9 */
function readResult(payload) {
  const hasFailed = isTrue(payload, "is_error") || stringMember(payload, "subtype")?.startsWith("error");
  if (!hasFailed) return HIDDEN;
  const errors = arrayMember(payload, "errors") ?? [];
  const message =
    trimmedMember(payload, "result") ||
    trimmedMember(payload, "error") ||
    trimmedMember(objectMember(payload, "error"), "message") ||
    trimmedMember(payload, "message") ||
    joinTrimmed(errors.filter((error) => typeof error === "string")) ||
    trimmedMember(payload, "subtype") ||
    "Unknown error";
  return { role: "system", blocks: [{ type: "error", message }] };
}

/** P10 */
function readTerminalOutput(payload) {
  const stream = stringMember(payload, "stream");
  const content = trimmedMember(payload, "content");
  return stream === undefined || content === "" ? HIDDEN : show("assistant", `[${stream}] ${content}`);
}

/** P12 */
function readOther(payload) {
  const role = roleOf(payload);
  return role === "system" ? HIDDEN : showVisibleText(role, payload);
}
