// MARK: Pictures

/// Returns the pictures of the outputs of a case: the expected one next to each actual one. A view draws only whole outputs.
function picturesOf({ suite, source }, groups) {
  const { golden, goldenWhole, isExpectation, input: sent, inputWhole, operation } = source;
  const drawn = (sides) => picturesElement({ contract: suite.contract, operation, input: inputWhole ? undefined : sent, sides });
  const expected = goldenWhole ? undefined : golden;
  const pairs = groups.filter(({ output, outputWhole, failures }) => output !== undefined && !outputWhole
    && failures.some(({ differences }) => differences.length > 0));
  if (pairs.length === 0) return expected && drawn([{ title: isExpectation ? 'Expected' : 'Golden', output: expected }]);
  return pairs.map(({ output, expected: whole, names, failures }) => {
    const wanted = whole ?? expected;
    const differences = picturedDifferences(failures, wanted, output);
    const actual = { title: 'Actual', remark: groups.length > 1 ? names : undefined, output, places: placesIn('actual', differences) };
    if (wanted === undefined) return drawn([actual]);
    return drawn([{ title: 'Expected', output: wanted, places: placesIn('expected', differences) }, actual]);
  });
}

/// Returns the differences to outline in the pictures of an expected and an actual output, which are JSON texts.
///
/// An expectation names an element by its index. After an element that is missing, it is about the wrong one. The
/// differences from the golden say which elements correspond, so such an expectation is compared with the right one.
function picturedDifferences(failures, expected, actual) {
  const isPictured = ({ facet }) => facet === undefined;
  const differencesOf = (list) => list.flatMap((failure) => failure.differences).filter(isPictured);
  const fromGolden = differencesOf(failures.filter(({ kind }) => kind === 'differs'));
  const shifts = fromGolden.filter(({ change }) => change !== 'changed');
  if (shifts.length === 0 || expected === undefined) return differencesOf(failures);
  const outputs = { expected: parsedOutput(expected), actual: parsedOutput(actual) };
  const others = differencesOf(failures.filter(({ kind }) => kind !== 'differs'));
  return [...fromGolden, ...others.flatMap((difference) => {
    const side = difference.change === 'unexpected' ? 'actual' : 'expected';
    const other = side === 'expected' ? 'actual' : 'expected';
    const counterpart = correspondingPointer(difference.pointer, side, shifts, outputs);
    if (difference.counterpart !== undefined || counterpart === difference.pointer) return [difference];
    if (counterpart === undefined) return [];
    const own = JSON.stringify(valueAt(outputs[side], difference.pointer));
    if (own === JSON.stringify(valueAt(outputs[other], counterpart))) return [];
    return side === 'expected' ? [{ ...difference, counterpart }] : [difference];
  })];
}

/// Returns the place in the other output of what is at a place in the output of a side. It is undefined if the other
/// output lacks an element that contains the place.
///
/// - shifts: the missing, unexpected and moved elements.
function correspondingPointer(pointer, side, shifts, outputs) {
  const pairs = shifts.map((each) => [expectedPointer(each), actualPointer(each)]);
  if (side === 'actual') for (const pair of pairs) pair.reverse();
  let [own, other] = ['', ''];
  for (const token of pointer.split('/').slice(1)) {
    const isElement = Array.isArray(valueAt(outputs[side], own)) && /^\d+$/.test(token);
    const index = isElement ? correspondingIndex(Number(token), indicesIn(pairs, own, 0), indicesIn(pairs, other, 1)) : token;
    if (index === undefined) return undefined;
    [own, other] = [`${own}/${token}`, `${other}/${index}`];
  }
  return other;
}

/// Returns the indices of an array that one side of pairs of pointers has, each with the index on the other side, which is
/// undefined if the other output lacks the element.
function indicesIn(pairs, array, side) {
  const indexOfElement = (pointer) => Number(pointer.slice(pointer.lastIndexOf('/') + 1));
  const isIn = (pointer) => pointer !== undefined && pointer.slice(0, pointer.lastIndexOf('/')) === array;
  return new Map(pairs.filter((pair) => isIn(pair[side])).map((pair) => [indexOfElement(pair[side]), pair[1 - side] && indexOfElement(pair[1 - side])]));
}

/// Returns the index of an element in the other array. The elements that neither array has alone, and that aren't moved,
/// have the same order in both.
///
/// - own, others: the missing or moved elements of both arrays, with their indices in the other one.
function correspondingIndex(index, own, others) {
  if (own.has(index)) return own.get(index);
  let left = index - [...own.keys()].filter((each) => each < index).length;
  let found = 0;
  while (others.has(found) || left > 0) {
    if (!others.has(found)) left -= 1;
    found += 1;
  }
  return found;
}

/// Returns the places of differences in the expected or in the actual output.
function placesIn(side, differences) {
  return differences.flatMap((difference) => {
    const pointers = { expected: expectedPointer(difference), actual: actualPointer(difference) };
    const counterpart = pointers[side === 'expected' ? 'actual' : 'expected'];
    return pointers[side] === undefined ? [] : [{ pointer: pointers[side], counterpart, change: difference.change }];
  });
}

/// Returns the place of a difference in the expected output, or undefined if that has no such place.
function expectedPointer({ change, pointer }) {
  return change === 'unexpected' ? undefined : pointer;
}

/// Returns the place of a difference in the actual output, or undefined if that has no such place.
function actualPointer({ change, pointer, counterpart, to }) {
  if (change === 'missing') return undefined;
  if (change === 'moved') return counterpart ?? pointer.replace(/[^/]*$/, `${to}`);
  return counterpart ?? pointer;
}
