import { parseJSON } from "../json-reader.mjs";
import { lowercaseASCII, trim } from "./text.mjs";

// A member of another type than the one asked for counts as absent, and so does every member of what is no object.

const MAXIMUM_DEPTH = 512;

/** P15: the object that text is strict JSON for, else undefined. */
export function parseObject(text) {
  try {
    return asObject(parseJSON(text, MAXIMUM_DEPTH));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function asObject(value) {
  return value instanceof Map ? value : undefined;
}

export function objectMember(object, name) {
  return asObject(object?.get(name));
}

export function arrayMember(object, name) {
  const value = object?.get(name);
  return Array.isArray(value) ? value : undefined;
}

export function stringMember(object, name) {
  const value = object?.get(name);
  return typeof value === "string" ? value : undefined;
}

export function nonEmptyMember(object, name) {
  return stringMember(object, name) || undefined;
}

/** A string that isn't blank, as it is. */
export function nonBlankMember(object, name) {
  const text = stringMember(object, name);
  return text === undefined || trim(text) === "" ? undefined : text;
}

/** A string, trimmed; empty where there is none. */
export function trimmedMember(object, name) {
  return trim(stringMember(object, name) ?? "");
}

/** Whatever is truthy but not `true` isn't true. */
export function isTrue(object, name) {
  return object?.get(name) === true;
}

/** The type of a payload or block, lower-cased; undefined where it has none. */
export function typeOf(object) {
  const type = stringMember(object, "type");
  return type === undefined ? undefined : lowercaseASCII(type);
}
