import assert from "node:assert/strict";
import { test } from "node:test";
import { readKey } from "../session-detail/decryption.mjs";
import { decodeBase64, decodeField } from "../session-detail/encoded-bytes.mjs";

const isNeverWhole = () => false; // nothing is decoded once more

test("base64 is padded and has the standard alphabet alone", () => {
  assert.equal(decodeBase64("").length, 0);
  for (const text of ["QUI=", "QUJ=", "QUJD", "QQ==", "+/+/"]) assert.notEqual(decodeBase64(text), undefined, text);
  const refused = ["QUI", "QU I=", "QU\nI=", "-_-_", "QQ=A", "QUJD====", "====", "Q===", "QUI=\n", "QÜI="];
  for (const text of refused) assert.equal(decodeBase64(text), undefined, text);
  assert.deepEqual(decodeBase64("QUJ="), Buffer.from("AB"));
});

test("base64 goes before hex, which needs its prefix and whole bytes", () => {
  assert.deepEqual(decodeField("\\x00Ff", isNeverWhole), Buffer.from([0x00, 0xff]));
  assert.deepEqual(decodeField("0x0123456789abcd", isNeverWhole), Buffer.from("0x0123456789abcd", "base64"));
  const twelve = "000102030405060708090a0b";
  assert.deepEqual(decodeField(`0x${twelve}`, isNeverWhole), Buffer.from(twelve, "hex"));
  for (const field of ["\\x", "\\x0", "\\X00", "0x+f", "00ff0", "\\x0g"]) {
    assert.equal(decodeField(field, isNeverWhole)?.toString("hex"), field === "0x+f" ? "d31f9f" : undefined, field);
  }
});

test("bytes that are base64 text of the right length are decoded once more, once", () => {
  const once = Buffer.from("twelve bytes").toString("base64");
  const twice = Buffer.from(once).toString("base64");
  const thrice = Buffer.from(twice).toString("base64");
  const isTwelve = (length) => length === 12;
  assert.equal(decodeField(once, isTwelve).toString(), "twelve bytes");
  assert.equal(decodeField(twice, isTwelve).toString(), "twelve bytes");
  assert.equal(decodeField(thrice, isTwelve).toString(), twice);
});

test("a key has one alphabet, complete padding or none, and 32 bytes", () => {
  const bytes = Buffer.from("fbefbe".repeat(10) + "fbef", "hex");
  const [standard, url] = ["++++".repeat(10) + "++8", "----".repeat(10) + "--8"];
  for (const text of [standard, `${standard}=`, url, `${url}=`]) assert.deepEqual(readKey(text), bytes, text);
  const mixed = `+${url.slice(1)}`;
  const hex = `0x${bytes.toString("hex")}`;
  const twice = Buffer.from(`${standard}=`).toString("base64");
  const otherLengths = ["", standard.slice(1), `${standard.slice(1)}=`, `${standard}8`, `${standard}==`];
  const untrimmed = [` ${standard}`, `${standard}=\n`, `\ufeff${standard}`];
  for (const text of [undefined, mixed, hex, twice, ...otherLengths, ...untrimmed]) {
    assert.equal(readKey(text), undefined, text);
  }
});

test("fields of megabytes are decoded", () => {
  const bytes = Buffer.alloc(6_000_000, 7);
  assert.deepEqual(decodeField(bytes.toString("base64"), isNeverWhole), bytes);
  assert.deepEqual(decodeField(`0x${bytes.toString("hex")}`, isNeverWhole), bytes);
});
