/** Asks JSON.parse about inputs of the fuzzer: `node compare.mjs SAMPLE`. It accepts the same, and reads the same values. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const MAXIMUM_DEPTH = 512;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const counts = { accepted: 0, rejected: 0, deep: 0, "out of range": 0 };

function readByNode(bytes) {
  try {
    return { value: JSON.parse(decoder.decode(bytes)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Strings in well-formed Unicode; zeros without a sign, which the canonical text has not. */
function isSame(first, second) {
  if (typeof first === "string") return typeof second === "string" && first.toWellFormed() === second;
  if (typeof first !== "object" || first === null || typeof second !== "object" || second === null) {
    return first === second;
  }
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  // Keys that only differ in a lone surrogate become one, of which the last wins; both are in the order of the text.
  const members = new Map(Object.entries(first).map(([key, value]) => [key.toWellFormed(), value]));
  const others = Object.entries(second);
  if (Object.keys(first).length !== members.size) return others.length === members.size;
  return others.length === members.size && others.every(([key, value]) => members.has(key) && isSame(members.get(key), value));
}

function depth(value) {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce((deepest, element) => Math.max(deepest, depth(element)), 0);
}

function hasInfinity(value) {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasInfinity);
  return value === Infinity || value === -Infinity;
}

/** What is wrong with a verdict; undefined where nothing is. */
function fault(bytes, { accepted, rejected }) {
  const known = readByNode(bytes);
  if (accepted !== undefined) {
    counts.accepted += 1;
    if (known === undefined) return "is accepted, and not by JSON.parse";
    return isSame(known.value, JSON.parse(accepted)) ? undefined : `is read as another value: ${accepted}`;
  }
  counts.rejected += 1;
  if (known === undefined) return undefined;
  if (rejected === "nestingTooDeep" && depth(known.value) > MAXIMUM_DEPTH) {
    counts.deep += 1;
    return undefined;
  }
  // A repeated key may hide the number.
  if (rejected === "numberOutOfRange" && (hasInfinity(known.value) || /[eE]\+?\d{3}|\d{309}/.test(decoder.decode(bytes)))) {
    counts["out of range"] += 1;
    return undefined;
  }
  return "is rejected, and not by JSON.parse";
}

let faults = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const [hexadecimal, verdict] = JSON.parse(line);
  const bytes = Buffer.from(hexadecimal, "hex");
  const found = fault(bytes, verdict);
  if (found === undefined) continue;
  faults += 1;
  if (faults <= 20) console.log(`${JSON.stringify(bytes.toString("latin1"))} ${found}`);
}
console.log(
  `JSON.parse agrees on ${counts.accepted + counts.rejected - faults} inputs and not on ${faults}: ` +
    Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", "),
);
process.exit(faults > 0 || counts.accepted === 0 || counts.rejected === 0 ? 1 : 0);
