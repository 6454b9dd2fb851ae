import { isUtf8 } from "node:buffer";

/** Decodes without repairing or dropping anything, a U+FEFF at the start included; undefined where it isn't UTF-8. */
export function decodeUTF8(bytes) {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
