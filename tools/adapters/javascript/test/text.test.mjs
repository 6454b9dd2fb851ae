import assert from "node:assert/strict";
import { test } from "node:test";
import { compareText, lowercaseASCII, trim } from "../session-detail/text.mjs";

test("White_Space is trimmed, and nothing that only looks like it", () => {
  const all = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
  const trimmed = all.filter((character) => trim(character) === "");
  assert.deepEqual(trimmed, all.filter((character) => /\p{White_Space}/u.test(character)));
  assert.equal(trim("\u0085\u3000\ufeff a \u200b\u001c\u00a0"), "\ufeff a \u200b\u001c");
});

test("only A to Z have a lower case", () => {
  assert.equal(lowercaseASCII("AZ\u212aÉİ"), "az\u212aÉİ");
});

test("text is ordered by its UTF-8 bytes", () => {
  const basic = ["", "a", "aa", "b", "e\u0301", "é", "\ud7ff", "\ue000", "～", "\uffff"];
  const texts = [...basic, "😀", "😀a", "😁", "\u{10ffff}"];
  for (const first of texts) {
    for (const second of texts) {
      const expected = Buffer.compare(Buffer.from(first), Buffer.from(second));
      assert.equal(Math.sign(compareText(first, second)), expected, JSON.stringify([first, second]));
    }
  }
});
