import { isArtifact } from "./artifacts.mjs";

/** An entry of the timeline while rows are joined to it (T7). */
export class Entry {
  blocks = [];
  /** How often each text stands in the entry. */
  #textCounts = new Map();
  /** The place behind the last tool or sub-agent; texts alone stand from there on. */
  #tailStart = 0;

  constructor(row, role) {
    this.id = row.id;
    this.role = role;
    this.sequenceNumber = row.sequenceNumber;
    this.createdAt = row.createdAt;
  }

  append(blocks) {
    for (const block of blocks) {
      this.blocks.push(block);
      if (block.type === "text") {
        this.#count(block, 1);
      } else {
        this.#tailStart = this.blocks.length;
      }
    }
  }

  /** T7: adds what a later row of the same message has, less the blocks that take no place. */
  join(rowBlocks) {
    const blocks = this.role === "user" ? rowBlocks.filter(isNoArtifact) : rowBlocks;
    const texts = blocks.filter((block) => block.type === "text");
    const tools = blocks.filter((block) => block.type !== "text");
    if (texts.every((block) => this.#textCounts.has(block.text))) {
      this.append(tools); // step 1
    } else if (this.#tailStart < this.blocks.length) {
      this.#removeTail(); // step 2
      this.append(texts);
      this.append(tools);
    } else {
      this.append(blocks); // step 3
    }
  }

  #removeTail() {
    for (const block of this.blocks.splice(this.#tailStart)) this.#count(block, -1);
  }

  #count(block, change) {
    const count = (this.#textCounts.get(block.text) ?? 0) + change;
    if (count > 0) {
      this.#textCounts.set(block.text, count);
    } else {
      this.#textCounts.delete(block.text);
    }
  }
}

/** P3: no artifact becomes text of a user entry, not even one from a row of another role. */
function isNoArtifact(block) {
  return !(block.type === "text" && isArtifact(block.text));
}
