/** The timeline of the JavaScript implementation, of rows in a file: an array of id, sequence number and content a line. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { JSONNumber } from "../../adapters/javascript/json-reader.mjs";
import { assemble } from "../../adapters/javascript/session-detail/assembly.mjs";
import { loadRows } from "../../adapters/javascript/session-detail/loading.mjs";
import { inOrder, latestWrites } from "../../adapters/javascript/session-detail/rows.mjs";
import { seconds, serve } from "./serve.mjs";

const rows = [];
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const [id, sequenceNumber, content] = JSON.parse(line);
  rows.push(new Map([["id", id], ["sequence_number", new JSONNumber(`${sequenceNumber}`)], ["content", content]]));
}
const input = new Map([["rows", rows]]);

const entries = () => assemble(inOrder(latestWrites(loadRows(input))));

function tally() {
  const count = { entries: 0, blocks: 0, tools: 0, textBytes: 0 };
  const addText = (text) => (count.textBytes += Buffer.byteLength(text ?? ""));
  for (const entry of entries()) {
    count.entries += 1;
    for (const block of entry.blocks) {
      count.blocks += 1;
      addText(block.text ?? block.message ?? block.output ?? block.result);
      for (const tool of block.tools ?? []) {
        count.tools += 1;
        addText(tool.output);
      }
    }
  }
  return `${count.entries} ${count.blocks} ${count.tools} ${count.textBytes}`;
}

await serve({ run: () => seconds(() => entries().length), tally });
