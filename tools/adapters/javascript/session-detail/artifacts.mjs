import { parseObject, stringMember, typeOf } from "./members.mjs";
import { lowercaseASCII } from "./text.mjs";

const ARTIFACT_TYPES = new Set([
  "assistant",
  "mcq_response_command",
  "output_chunk",
  "result",
  "stream_event",
  "streaming_generating",
  "streaming_thinking",
  "system",
  "terminal_output",
  "tool_result",
  "tool_use",
  "user",
  "user_confirmation_command",
  "user_prompt_command",
]);

const ARTIFACT_WORDS = ['"tool_use"', '"tool_result"', '"tool_use_id"', '"raw_json"'];

/** P3, P14: whether text, trimmed as all that is shown, is something that a protocol left behind and nobody typed. */
export function isArtifact(text) {
  if (!text.startsWith("{")) return false;
  const object = parseObject(text);
  if (object !== undefined) {
    return stringMember(object, "raw_json") !== undefined || ARTIFACT_TYPES.has(typeOf(object));
  }
  const lowercase = lowercaseASCII(text); // P14
  return text.endsWith("}") && lowercase.includes('"type"') && ARTIFACT_WORDS.some((word) => lowercase.includes(word));
}
