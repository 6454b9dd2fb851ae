import { JSONNumber } from "./json-reader.mjs";

/**
 * Writes what the reader gives (Maps, JSONNumbers) and plain objects; a plain object's undefined members are left out.
 *
 * Recursion is safe here: what comes from an input is nested 512 deep at most (P1).
 */
export function writeJSON(value) {
  const text = new Pieces();
  write(value, text);
  return text.joined();
}

/** Text that is put together from many small pieces. Joining them now and then keeps few of them alive. */
class Pieces {
  #recent = [];
  #joined = [];

  add(piece) {
    if (this.#recent.push(piece) === 4096) {
      this.#joined.push(this.#recent.join(""));
      this.#recent = [];
    }
  }

  joined() {
    return this.#joined.join("") + this.#recent.join("");
  }
}

function write(value, text) {
  if (typeof value !== "object" || value === null) {
    text.add(JSON.stringify(value));
  } else if (Array.isArray(value)) {
    writeArray(value, text);
  } else if (value instanceof JSONNumber) {
    text.add(value.literal);
  } else {
    writeMembers(value instanceof Map ? value : Object.entries(value), text);
  }
}

function writeArray(items, text) {
  let separator = "[";
  for (const item of items) {
    text.add(separator);
    write(item, text);
    separator = ",";
  }
  text.add(separator === "[" ? "[]" : "]");
}

function writeMembers(members, text) {
  let separator = "{";
  for (const [name, value] of members) {
    if (value === undefined) continue;
    text.add(`${separator}${JSON.stringify(name)}:`);
    write(value, text);
    separator = ",";
  }
  text.add(separator === "{" ? "{}" : "}");
}
