import { createDecipheriv } from "node:crypto";
import { decodeUTF8 } from "../utf8.mjs";
import { decodeField } from "./encoded-bytes.mjs";

/** E1: base64 or base64url of 32 bytes, which is 43 characters of one alphabet, with or without padding. */
const KEY = /^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/;

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

const isNonceLength = (length) => length === NONCE_LENGTH;
const isSealedLength = (length) => length >= TAG_LENGTH;

/** E1: the bytes of a session key; undefined where there is none or it isn't one. Node decodes both alphabets. */
export function readKey(text) {
  return typeof text === "string" && KEY.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** E1: the plaintext of a row's two fields; undefined when they don't decrypt. */
export function decrypt(encrypted, nonceField, key) {
  const sealed = decodeField(encrypted, isSealedLength);
  const nonce = decodeField(nonceField, isNonceLength);
  if (sealed === undefined || !isSealedLength(sealed.length)) return undefined;
  if (nonce === undefined || !isNonceLength(nonce.length)) return undefined;
  const plaintext = open(sealed.subarray(0, -TAG_LENGTH), sealed.subarray(-TAG_LENGTH), nonce, key);
  return plaintext === undefined ? undefined : decodeUTF8(plaintext);
}

/** ChaCha20-Poly1305 (RFC 8439, section 2.8) without associated data; undefined when the tag is wrong. */
function open(ciphertext, tag, nonce, key) {
  const decipher = createDecipheriv("chacha20-poly1305", key, nonce, { authTagLength: TAG_LENGTH });
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(ciphertext);
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    return undefined;
  }
}
