/** JSON.parse of each line of a file, with a look at every value. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { seconds, serve } from "./serve.mjs";

const texts = [];
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) texts.push(line);

function tally(lengthOf) {
  const count = { values: 0, textLength: 0, numbers: 0 };
  const add = (value) => {
    count.values += 1;
    if (typeof value === "string") {
      count.textLength += lengthOf(value);
    } else if (typeof value === "number" || typeof value === "boolean") {
      count.numbers += Number(value);
    } else if (Array.isArray(value)) {
      for (const element of value) add(element);
    } else if (value !== null && typeof value === "object") {
      for (const key of Object.keys(value)) {
        count.textLength += lengthOf(key);
        add(value[key]);
      }
    }
  };
  for (const text of texts) add(JSON.parse(text));
  return count;
}

await serve({
  run: () => seconds(() => tally((text) => text.length)),
  tally: () => {
    const { values, textLength, numbers } = tally(Buffer.byteLength);
    return `${values} ${textLength} ${Math.trunc(numbers)}`;
  },
});
