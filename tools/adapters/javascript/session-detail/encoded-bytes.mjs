// E1, the forms in which bytes are written. Node's own decoders skip what they don't understand, and so only see text
// that has been looked through. That isn't done by one pattern with a repeated group, which long text overflows.

/** E1, step 2: base64 by RFC 4648, section 4, padded, and nothing else; undefined for other text. */
export function decodeBase64(text) {
  if (text.length % 4 !== 0) return undefined;
  const padding = /={0,2}$/.exec(text)[0].length;
  if (/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding))) return undefined;
  return Buffer.from(text, "base64");
}

/** E1, step 3: hex behind `\x` or `0x`; undefined for other text. */
function decodeHex(text) {
  if (!text.startsWith("\\x") && !text.startsWith("0x")) return undefined;
  const digits = text.slice(2);
  if (digits.length === 0 || digits.length % 2 !== 0 || /[^0-9A-Fa-f]/.test(digits)) return undefined;
  return Buffer.from(digits, "hex");
}

/** E1: the bytes of a field; undefined when it is neither base64 nor hex. `isWhole` tells whether a length is right. */
export function decodeField(field, isWhole) {
  const bytes = decodeBase64(field) ?? decodeHex(field);
  if (bytes === undefined) return undefined;
  const inner = decodeBase64(bytes.toString("latin1")); // step 4
  return inner !== undefined && isWhole(inner.length) ? inner : bytes;
}
