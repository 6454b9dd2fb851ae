// MARK: Tokens

/// Splits JSON into its tokens, each with a kind: key, string, number, literal or mark.
///
/// The text isn't parsed, so numbers keep their spelling.
function tokensOf(source) {
  const found = [];
  const pattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+|"/g;
  for (const [text] of source.matchAll(pattern)) {
    const last = found.at(-1);
    if (text === ':' && last?.kind === 'string') last.kind = 'key';
    found.push({ text, kind: kindOf(text) });
  }
  return found;
}

function kindOf(token) {
  if (token.startsWith('"')) return 'string';
  if (/^[{}[\],:]/.test(token)) return 'mark';
  return /^[-0-9]/.test(token) ? 'number' : 'literal';
}

/// Returns the JSON in a string token, or null if the string isn't an object or an array.
function decoded(token) {
  if (!/^"\s*[{[]/.test(token)) return null;
  try {
    const text = JSON.parse(token);
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

function hasDecodable(source) {
  return /"\s*[{[]/.test(source) && tokensOf(source).some(({ text, kind }) => kind === 'string' && decoded(text) !== null);
}

/// Returns the lines of formatted JSON. Each is an array of pieces of text with their kinds.
///
/// If strings are decoded, the JSON in a string follows the label `JSON text`.
function pretty(source, isDecoding = false) {
  const lines = [[]];
  let depth = 0;
  const put = (text, kind) => lines.at(-1).push({ text: visible(text), kind });
  const begin = () => {
    lines.push([]);
    if (depth > 0) put('  '.repeat(depth), 'indent');
  };
  const write = (tokens) => {
    for (const { text, kind } of tokens) {
      const inner = isDecoding && kind === 'string' ? decoded(text) : null;
      if (inner !== null) {
        put('JSON text ', 'note');
        write(tokensOf(inner));
        continue;
      }
      if (text === '}' || text === ']') {
        depth -= 1;
        begin();
      }
      put(text === ':' ? ': ' : kind === 'mark' ? text.replace(/\s/g, '') : text, kind);
      if (text === '{' || text === '[') depth += 1;
      if (text === '{' || text === '[' || text === ',') begin();
    }
  };
  write(tokensOf(source));
  return lines;
}

/// Returns the lines of a text, in the form of `pretty`. A line feed ends a line.
function linesOf(text) {
  const lines = text.split('\n').map((line) => [{ text: visible(line), kind: 'plain' }]);
  const [last] = lines.at(-1);
  if (last.text === '') lines.pop();
  else lines.at(-1).push({ text: 'no newline at end of file', kind: 'note' });
  return lines;
}

function isComma(piece) {
  return piece?.text === ',' && piece.kind === 'mark';
}

/// Returns the text of a line of JSON without the comma after its value.
function textWithoutComma(pieces) {
  return textOf(isComma(pieces.at(-1)) ? pieces.slice(0, -1) : pieces);
}

// MARK: Elements

/// The length up to which an id is kept on one line next to other text.
const longestWord = 36;

/// Returns a text as nodes in which a browser breaks no id or number, and a path only before a slash.
/// In a title, a longer id is on a line of its own. In a value, it may be encoded bytes.
function unbroken(text, isTitle = false) {
  return text.split(/([\p{L}\p{M}\p{N}_.+@:/-]{2,})/u).flatMap((part) => {
    if (!/^[\p{L}\p{M}\p{N}_.+@:/-]{2,}$/u.test(part)) return afterMarks(part);
    if (part.includes('/')) return pathNodes(part);
    if (!/[-.+@:]/.test(part)) return [part];
    // Without the colon after an id, which may go to the next line.
    const [, word, rest] = part.match(/^(.*?)(:?)$/u);
    if (part.length <= longestWord) return [make('span', { class: 'word' }, part)];
    return isTitle ? [segment(word), rest] : [part];
  }).filter((node) => node !== '');
}

/// Returns the nodes of a text that may break after each mark of compact JSON.
function afterMarks(text) {
  return text.split(/(?<=[,:{[])(?=\S)/).flatMap((part, index) => (index === 0 ? [part] : [make('wbr'), part]));
}

function pathNodes(text) {
  return text.split(/(?<=[^/])(?=\/)/).flatMap((part, index) => {
    const word = segment(part);
    return index === 0 ? [word] : [make('wbr'), word];
  });
}

/// Returns an id, which breaks only if it is wider than the page.
function idElement(text) {
  return make('span', { class: 'code segment' }, text);
}

/// Returns a text that breaks only if it is wider than a whole line.
function segment(text) {
  return make('span', { class: 'segment' }, text);
}

/// Returns ids with a space before each, commas between them, and a mark after the last one.
function segments(ids, end) {
  return ids.map((id, index) => [' ', segment(`${id}${index < ids.length - 1 ? ',' : end}`)]);
}

/// Returns a path or a JSON Pointer, which may break only before a slash.
function pathElement(text) {
  return make('span', { class: 'code' }, pathNodes(text));
}

function pieceElement({ text, kind, isMarked, isCut }) {
  if (isCut) return make('span', { class: 'dim' }, text);
  if (isMarked) return make('mark', {}, unbroken(text));
  return kind === undefined || kind === 'plain' ? unbroken(text) : make('span', { class: `json-${kind}` }, unbroken(text));
}

/// Returns the pieces of two lines of JSON, with those marked that only one of them has.
function comparedLines(first, second) {
  const sides = [[], []];
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    const own = [first[index], second[index]];
    const areTexts = ['string', 'plain'].some((kind) => own.every((piece) => piece?.kind === kind));
    const isEqual = own[0]?.text === own[1]?.text || own.some(isComma);
    const marks = areTexts && !isEqual ? compared(own[0].text, own[1].text) : own.map((piece) => piece && [{ ...piece, isMarked: !isEqual }]);
    marks.forEach((pieces, side) => {
      for (const piece of pieces ?? []) sides[side].push({ ...piece, kind: own[side].kind });
    });
  }
  return sides;
}

/// Returns a value with a word that says whether it is the expected or the actual one.
function valueElement(side, pieces) {
  return make('span', { class: `value code ${side}` },
    make('span', { class: 'side' }, side === 'removed' ? 'expected ' : 'got '),
    make('span', {}, pieces.map(pieceElement)));
}
