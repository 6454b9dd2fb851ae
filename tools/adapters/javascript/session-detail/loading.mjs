import { decrypt, readKey } from "./decryption.mjs";
import { arrayMember } from "./members.mjs";
import { latestWrites, readRow } from "./rows.mjs";

/** The code of an error that an initial load ends with. */
export class LoadFailure extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The rows of an input that count, as plain rows in order of arrival. Throws a LoadFailure when the load fails. */
export function loadRows(input) {
  const key = readKey(input.get("session_key"));
  const loaded = openLoad(input.get("rows"), key);
  return [...loaded, ...openUpdates(arrayMember(input, "updates") ?? [], key)];
}

/** E2: all or nothing, but for rows that R1 drops. Each fault is looked for in all rows before the next one is. */
function openLoad(rows, key) {
  const current = latestWrites(rows.map(readRow));
  const encrypted = current.filter(isEncrypted);
  if (encrypted.some(isMalformed)) throw new LoadFailure("invalid_encrypted_row");
  if (key === undefined && encrypted.length > 0) throw new LoadFailure("secret_resolution_failed");
  return current.map((row) => openRow(row, key));
}

/** E3: an update that fails, as a load of its own would, is as if it had never come. */
function openUpdates(rows, key) {
  return rows.flatMap((row) => {
    try {
      return openLoad([row], key);
    } catch (error) {
      if (error instanceof LoadFailure) return [];
      throw error;
    }
  });
}

function isEncrypted(row) {
  return row.content === undefined;
}

function isMalformed(row) {
  return row.encrypted === undefined || row.nonce === undefined;
}

function openRow(row, key) {
  if (!isEncrypted(row)) return row;
  const content = decrypt(row.encrypted, row.nonce, key);
  if (content === undefined) throw new LoadFailure("decrypt_failed");
  return { ...row, content };
}
