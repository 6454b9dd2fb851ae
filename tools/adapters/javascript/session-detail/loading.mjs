import { decrypt, readKey } from "./decryption.mjs";
import { arrayMember, nonBlankMember } from "./members.mjs";
import { plainRow } from "./rows.mjs";

/** The code of an error that an initial load ends with. */
export class LoadFailure extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** All rows of an input in order of arrival, as plain rows. Throws a LoadFailure when the initial load fails. */
export function loadRows(input) {
  const key = readKey(input.get("session_key"));
  const loaded = openLoad(input.get("rows"), key);
  return [...loaded, ...openUpdates(arrayMember(input, "updates") ?? [], key)];
}

/** E2: all or nothing, by order of arrival. */
function openLoad(rows, key) {
  if (key === undefined && rows.some(isEncrypted)) throw new LoadFailure("secret_resolution_failed");
  return rows.map((row) => openRow(row, key));
}

/** E3: an update that fails is as if it had never come. */
function openUpdates(rows, key) {
  return rows.flatMap((row) => {
    if (key === undefined && isEncrypted(row)) return [];
    try {
      return [openRow(row, key)];
    } catch (error) {
      if (error instanceof LoadFailure) return [];
      throw error;
    }
  });
}

function isEncrypted(row) {
  return !row.has("content");
}

function openRow(row, key) {
  if (!isEncrypted(row)) return plainRow(row, row.get("content"));
  const encrypted = nonBlankMember(row, "content_encrypted");
  const nonce = nonBlankMember(row, "content_nonce");
  if (encrypted === undefined || nonce === undefined) throw new LoadFailure("invalid_encrypted_row");
  const content = decrypt(encrypted, nonce, key);
  if (content === undefined) throw new LoadFailure("decrypt_failed");
  return plainRow(row, content);
}
