/** Writes what the fuzzer starts from: `node seeds.mjs FOLDER`. Rows and other values of the cases, and edges of JSON. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LONGEST = 300;
/** Of the values of the cases, which are much alike. */
const COUNT = 500;
const root = new URL("../../../Fixtures/", import.meta.url).pathname;

const edges = [
  "", " ", "null", "true", "false", "nul", "tru", "-", "-0", "0", "01", "-01", "1.", ".5", "1e", "1e+", "1E-5", "1e400", "-1e400",
  "1e-400", "123456789012345678901234567890", "9007199254740993", "0.1e1", "5e-324", "1.7976931348623157e308",
  "1.7976931348623159e308", `1${"0".repeat(400)}`, `0.${"0".repeat(400)}1`, '"', '""', '"\\"', '"\\u"', '"\\u12"',
  '"\\u0000"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\\ud83dx"', '"\\uD83D\\u0041"', '"\\x"', '"\t"', '"\u0000"',
  '"\u007f"', '"\u2028"', '"\uFFFF"', '"e\u0301"', '"😀"', "[", "]", "[]", "[,]", "[1,]", "[1 2]", "[[[[[[[[]]]]]]]]", "{", "{}",
  '{"a"}', '{"a":}', '{"a":1,}', '{"a":1 "b":2}', "{a:1}", '{"a":1,"a":2}', '{"\\u0061":1,"a":2}', '{"é":1,"e\u0301":2}',
  '{"":{"":[""]}}', '{"__proto__":1}', '{"\\ud800":1,"\\ud801":2}', " \t\r\n[ \t\r\n1 \t\r\n] \t\r\n", "\uFEFF{}", "[1]x", "[1]\n\n",
  "[".repeat(511) + "]".repeat(511), "[".repeat(512) + "]".repeat(512), "[".repeat(513) + "]".repeat(513),
  '{"a":'.repeat(513) + "1" + "}".repeat(513), `"${"a".repeat(300)}"`, `"${"a".repeat(63)}\\n${"é".repeat(40)}"`,
];
const bytes = [
  [0xff], [0xc0, 0x80], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
  [0x22, 0xe2, 0x82, 0x22], [0x22, 0xf0, 0x9f, 0x98], [0x5b, 0x00, 0x5d, 0x00], [0x00, 0x00, 0x00, 0x5b], [0xff, 0xfe, 0x5b, 0x00],
];

const texts = new Set();
function collect(value) {
  if (typeof value === "string") {
    if (value.length > 1 && value.length < LONGEST && value.trimStart().startsWith("{")) texts.add(value);
  } else if (typeof value === "object" && value !== null) {
    const text = JSON.stringify(value);
    if (text.length < LONGEST) texts.add(text);
    for (const element of Object.values(value)) collect(element);
  }
}
for (const contract of readdirSync(root)) {
  for (const file of readdirSync(join(root, contract))) collect(JSON.parse(readFileSync(join(root, contract, file), "utf8")));
}

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const values = [...texts].filter((_, index) => index % Math.ceil(texts.size / COUNT) === 0);
const seeds = [...[...edges, ...values].map((text) => Buffer.from(text)), ...bytes.map((list) => Buffer.from(list))];
for (const [index, seed] of seeds.entries()) writeFileSync(join(folder, `${index}`), seed);
console.log(`${seeds.length} seeds`);
