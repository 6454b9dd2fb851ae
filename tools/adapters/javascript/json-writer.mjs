import { JSONNumber } from "./json-reader.mjs";

/** Of a message, by the protocol. It keeps recursion safe as well. */
const MAXIMUM_DEPTH = 512;

/**
 * Writes what the reader gives (Maps, JSONNumbers) and plain objects; a plain object's undefined members are left out.
 * Throws where it is nested too deep for a message.
 */
export function writeJSON(value) {
  const text = new Pieces();
  write(value, text, MAXIMUM_DEPTH);
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

/** `depth` is how many levels of arrays and objects there may be. */
function write(value, text, depth) {
  if (typeof value !== "object" || value === null) {
    text.add(JSON.stringify(value));
  } else if (value instanceof JSONNumber) {
    text.add(value.literal);
  } else if (depth === 0) {
    throw new RangeError("the output has too many levels of nesting for a message");
  } else if (Array.isArray(value)) {
    writeArray(value, text, depth - 1);
  } else {
    writeMembers(value instanceof Map ? value : Object.entries(value), text, depth - 1);
  }
}

function writeArray(items, text, depth) {
  let separator = "[";
  for (const item of items) {
    text.add(separator);
    write(item, text, depth);
    separator = ",";
  }
  text.add(separator === "[" ? "[]" : "]");
}

function writeMembers(members, text, depth) {
  let separator = "{";
  for (const [name, value] of members) {
    if (value === undefined) continue;
    text.add(`${separator}${JSON.stringify(name)}:`);
    write(value, text, depth);
    separator = ",";
  }
  text.add(separator === "{" ? "{}" : "}");
}
