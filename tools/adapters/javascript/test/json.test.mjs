import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJSON } from "../json-reader.mjs";
import { writeJSON } from "../json-writer.mjs";

const rewritten = (text) => writeJSON(parseJSON(text));

test("what is read is written with its values unchanged", () => {
  for (const text of ["null", "true", "false", '""', "[]", "{}", "[[],{}]", '{"a":[1,{"b":"c"}]}', '"\\n\\"\\\\"']) {
    assert.equal(rewritten(text), text);
  }
  assert.equal(rewritten(' \t\r\n{ "a" : [ 1 , 2 ] } '), '{"a":[1,2]}');
});

test("numbers keep every digit", () => {
  const literals = ["0", "-0", "9007199254740993", "123456789012345678901234567890", "1.0", "0.10", "1E+2", "1e-400"];
  for (const literal of literals) {
    assert.equal(rewritten(`[${literal}]`), `[${literal}]`);
  }
});

test("every deviation from RFC 8259 is refused", () => {
  const refused = [
    ...["", " ", "[1,]", "[,1]", "[1 2]", '{"a":1,}', '{"a"}', '{"a":}', "{a:1}", "{,}", "[1}", '{"a":1]', "1 2"],
    ...["[]]", "[", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,', "[1", "[1,", '"a', '"a\\', '"\\u12', "tru", "-", "1."],
    ...["1e", "1e+", "01", "-01", "+1", ".5", "1.e1", "0x1", "NaN", "Infinity", "-Infinity", "True", "nul", "truefalse"],
    ...["'a'", '"\\x"', '"\\u00g0"', '"\n"', '"\\\n"', '"\u0000"', '["\t"]', "\ufeff1"],
    ...["1\ufeff", "\u00a01", "//\n1", "/**/1"],
  ];
  for (const text of refused) assert.throws(() => parseJSON(text), SyntaxError, text);
});

test("numbers beyond the range of doubles are refused", () => {
  assert.throws(() => parseJSON("1e999"), SyntaxError);
  assert.throws(() => parseJSON(`-1${"0".repeat(400)}`), SyntaxError);
  assert.equal(rewritten("1.7976931348623157e308"), "1.7976931348623157e308");
});

test("of members with the same name the last counts", () => {
  assert.equal(rewritten('{"a":1,"b":2,"\\u0061":3}'), '{"a":3,"b":2}');
});

test("names that mean something to JavaScript are members like any other", () => {
  const text = '{"__proto__":{"x":1},"constructor":2,"toString":3}';
  assert.equal(rewritten(text), text);
});

test("unpaired surrogates are read as U+FFFD, pairs as what they are", () => {
  assert.equal(parseJSON('"\\ud83d"'), "\ufffd");
  assert.equal(parseJSON('"\\ude00\\ud83d"'), "\ufffd\ufffd");
  assert.equal(parseJSON('"\\ud83d\\ud83d\\ude00"'), "\ufffd😀");
  assert.deepEqual([...parseJSON('{"\\ud800":1}').keys()], ["\ufffd"]);
});

test("text is not normalised", () => {
  assert.equal(parseJSON('{"é":1,"e\u0301":2}').size, 2);
});

test("depth is counted from the outermost container and may be limited", () => {
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  assert.doesNotThrow(() => parseJSON(nested(512), 512));
  assert.throws(() => parseJSON(nested(513), 512), SyntaxError);
  assert.throws(() => parseJSON('{"a":'.repeat(513) + "1" + "}".repeat(513), 512), SyntaxError);
});

test("depth doesn't overflow the stack", () => {
  assert.doesNotThrow(() => parseJSON("[".repeat(100_000) + "]".repeat(100_000)));
  assert.throws(() => parseJSON("[".repeat(100_000)), SyntaxError);
});

test("members that are undefined are left out", () => {
  assert.equal(writeJSON({ a: undefined, b: [{ c: undefined }], d: null }), '{"b":[{}],"d":null}');
});

test("what is nested too deep for a message is not written", () => {
  const nested = (depth) => (depth === 0 ? 1 : [nested(depth - 1)]);
  assert.doesNotThrow(() => writeJSON(nested(512)));
  assert.throws(() => writeJSON(nested(513)), RangeError);
});
