import { parseDateTime } from "./date-time.mjs";
import { nonBlankMember, stringMember } from "./members.mjs";
import { compareText } from "./text.mjs";

/** A row of the input. An encrypted one has no `content`, and one that is malformed lacks a field too (E2). */
export function readRow(row) {
  const createdAt = stringMember(row, "created_at");
  const instant = createdAt === undefined ? undefined : parseDateTime(createdAt);
  return {
    id: row.get("id"),
    sequenceNumber: readSequenceNumber(row.get("sequence_number")),
    createdAt: instant === undefined ? undefined : createdAt,
    instant,
    content: row.get("content"),
    encrypted: nonBlankMember(row, "content_encrypted"),
    nonce: nonBlankMember(row, "content_nonce"),
  };
}

function readSequenceNumber(value) {
  return Number(typeof value === "string" ? value : value.value);
}

/** R1: one row per id; the latest write wins. `rows` are in order of arrival. */
export function latestWrites(rows) {
  const latest = new Map();
  for (const row of rows) {
    const known = latest.get(row.id);
    if (known === undefined || compareWrites(known, row) <= 0) latest.set(row.id, row);
  }
  return [...latest.values()];
}

/** R2 */
export function inOrder(rows) {
  return rows.toSorted((first, second) => compareWrites(first, second) || compareText(first.id, second.id));
}

function compareWrites(first, second) {
  return first.sequenceNumber - second.sequenceNumber || compareInstants(first.instant, second.instant);
}

/** A missing instant is earlier than any. */
function compareInstants(first, second) {
  if (first === second) return 0;
  if (first === undefined) return -1;
  if (second === undefined) return 1;
  return first < second ? -1 : 1;
}
