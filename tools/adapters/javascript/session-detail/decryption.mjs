import { createDecipheriv } from "node:crypto";
import { decodeUTF8 } from "../utf8.mjs";
import { decodeBase64, decodeField } from "./encoded-bytes.mjs";

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

const isNonceLength = (length) => length === NONCE_LENGTH;
const isSealedLength = (length) => length >= TAG_LENGTH;

/** E1: the bytes of a session key; undefined where there is none or it isn't one. */
export function readKey(text) {
  const key = typeof text === "string" ? decodeBase64(text) : undefined;
  return key?.length === KEY_LENGTH ? key : undefined;
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
