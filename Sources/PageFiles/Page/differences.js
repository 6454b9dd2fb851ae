// MARK: Differences of texts

/// Compares two lists. Returns a boolean for each element that says whether the other list has it too, in the same order.
function shared(first, second) {
  const kept = [new Array(first.length).fill(false), new Array(second.length).fill(false)];
  const keep = (row, column) => {
    kept[0][row] = true;
    kept[1][column] = true;
  };
  let start = 0;
  while (start < first.length && start < second.length && first[start] === second[start]) {
    keep(start, start);
    start += 1;
  }
  let [end, other] = [first.length, second.length];
  while (end > start && other > start && first[end - 1] === second[other - 1]) {
    end -= 1;
    other -= 1;
    keep(end, other);
  }
  // Find the longest common subsequence of the rest. If the rest is too long, none of it is shared.
  const [height, width] = [end - start, other - start];
  if (height * width > 4_000_000) return kept;
  const lengths = new Uint16Array((height + 1) * (width + 1));
  const at = (row, column) => row * (width + 1) + column;
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      lengths[at(row, column)] = first[start + row] === second[start + column] ? lengths[at(row + 1, column + 1)] + 1
        : Math.max(lengths[at(row + 1, column)], lengths[at(row, column + 1)]);
    }
  }
  for (let [row, column] = [0, 0]; row < height && column < width;) {
    if (first[start + row] === second[start + column]) {
      keep(start + row, start + column);
      row += 1;
      column += 1;
    } else if (lengths[at(row + 1, column)] >= lengths[at(row, column + 1)]) row += 1;
    else column += 1;
  }
  return kept;
}

/// Splits a text into the units that are marked as a whole: words, numbers, dates, ids, escapes and single marks.
function unitsOf(text) {
  return text.match(/\\u\{[0-9A-F]+\}|\\(?:u[0-9a-fA-F]{4}|[\s\S])|[\p{L}\p{M}\p{N}_-]+(?:[.:/@+'][\p{L}\p{M}\p{N}_-]+)*|[\s\S]/gu) ?? [];
}

/// Returns the pieces of two texts, with those marked that only one of them has.
///
/// If two words or sentences have little in common, everything between their quotes is marked.
function compared(before, after) {
  const sides = [visible(before), visible(after)];
  const units = sides.map(unitsOf);
  let kept = shared(...units);
  const size = (side) => units[side].reduce((sum, unit, index) => sum + (kept[side][index] && /\w/.test(unit) ? unit.length : 0), 0);
  const isAlike = sides.every((side) => /^[{[]/.test(side)) || size(0) * 3 >= Math.max(...sides.map((side) => side.length));
  if (!isAlike && sides[0] !== sides[1]) {
    const areQuoted = sides.every((side) => /^".*"$/s.test(side));
    kept = units.map((own) => own.map((_, index) => areQuoted && (index === 0 || index === own.length - 1)));
  }
  return units.map((own, side) => {
    const pieces = [];
    own.forEach((text, index) => {
      const isMarked = !kept[side][index];
      // A space between two marked words is marked, so that a marked phrase is one piece.
      const isBetween = /^\s$/.test(text) && index > 0 && !kept[side][index - 1] && kept[side][index + 1] === false;
      const last = pieces.at(-1);
      if (last !== undefined && last.isMarked === (isMarked || isBetween)) last.text += text;
      else pieces.push({ text, isMarked: isMarked || isBetween });
    });
    return pieces;
  });
}

/// Returns the text of pieces.
function textOf(pieces) {
  return pieces.map(({ text }) => text).join('');
}

/// Returns the pieces around the first mark, with at most a number of characters.
function excerpt(pieces, limit) {
  if (textOf(pieces).length <= limit) return pieces;
  const first = Math.max(0, pieces.findIndex(({ isMarked }) => isMarked));
  const before = textOf(pieces.slice(0, first));
  const lead = Math.min(before.length, Math.floor(limit / 3));
  const start = before.length - lead;
  const found = start > 0 ? [{ text: '… ', isCut: true }] : [];
  let left = limit;
  for (const piece of [{ text: before.slice(start) }, ...pieces.slice(first)]) {
    if (left <= 0) break;
    const text = piece.text.slice(0, left);
    left -= text.length;
    if (text !== '') found.push({ ...piece, text });
  }
  const rest = textOf(pieces).length - start - (limit - left);
  if (rest > 0) found.push({ text: ` … ${counted(rest, 'more character')}`, isCut: true });
  return found;
}
