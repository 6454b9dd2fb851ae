/** P4: trims scalars with the Unicode property White_Space. `String.prototype.trim` takes U+FEFF and leaves U+0085. */
export function trim(text) {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** P4 */
export function isBlank(text) {
  return trim(text) === "";
}

function isWhiteSpace(unit) {
  return (
    (unit >= 0x0009 && unit <= 0x000d) ||
    unit === 0x0020 ||
    unit === 0x0085 ||
    unit === 0x00a0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** "Any case" concerns A to Z alone; `toLowerCase` would make a `k` of the Kelvin sign. */
export function lowercaseASCII(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Orders text by its Unicode scalars, which is the order of its UTF-8 bytes; `<` orders by UTF-16 code units. */
export function compareText(first, second) {
  const length = Math.min(first.length, second.length);
  for (let index = 0; index < length; index += 1) {
    const difference = scalarRank(first.charCodeAt(index)) - scalarRank(second.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

/** Surrogates stand for the scalars beyond U+FFFF. */
function scalarRank(unit) {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
