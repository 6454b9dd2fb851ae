import { nonBlankMember } from "./members.mjs";

const COMMAND_LIMIT = 60;

/** T2: by tool, the member of its input that tells most, and how it is shown. */
const SUMMARIES = new Map([
  ["Read", ["file_path", (path) => `Read ${shorten(path)}`]],
  ["Write", ["file_path", (path) => `Write ${shorten(path)}`]],
  ["Edit", ["file_path", (path) => `Edit ${shorten(path)}`]],
  ["NotebookEdit", ["notebook_path", (path) => `Edit ${shorten(path)}`]],
  ["Bash", ["command", cut]],
  ["Grep", ["pattern", (pattern) => `Grep ${pattern}`]],
  ["Glob", ["pattern", (pattern) => `Glob ${pattern}`]],
  ["WebSearch", ["query", (query) => `Search: ${query}`]],
  ["WebFetch", ["url", (url) => `Fetch ${url}`]],
  // These two are tools only without an id (T5).
  ["Task", ["description", (description) => description]],
  ["Agent", ["description", (description) => description]],
]);

/** T2: what a tool does, in a few words. */
export function summarize(name, input) {
  const [member, describe] = SUMMARIES.get(name) ?? [];
  const detail = member === undefined ? undefined : nonBlankMember(input, member);
  return detail === undefined ? name : describe(detail);
}

function shorten(path) {
  const components = path.split("/").filter((component) => component !== "");
  return components.length > 2 ? components.slice(-2).join("/") : path;
}

/** Counts Unicode scalars, which iteration gives; a slice would cut surrogate pairs. */
function cut(command) {
  // A scalar takes up two code units at most: what lies further on needn't be looked at.
  const scalars = Array.from(command.slice(0, (COMMAND_LIMIT + 1) * 2));
  return scalars.length > COMMAND_LIMIT ? scalars.slice(0, COMMAND_LIMIT).join("") + "..." : command;
}
