import { assemble } from "./assembly.mjs";
import { display } from "./display.mjs";
import { LoadFailure, loadRows } from "./loading.mjs";
import { inOrder, latestWrites } from "./rows.mjs";

/** The output of the operation `timeline` for its input. */
export function timeline(input) {
  try {
    const rows = latestWrites(loadRows(input));
    return { rowCount: rows.length, entries: assemble(inOrder(rows)).map(outputOfEntry) }; // R3: hidden rows count
  } catch (error) {
    if (error instanceof LoadFailure) return { error: { code: error.code } };
    throw error;
  }
}

function outputOfEntry(entry) {
  const { id, role, sequenceNumber, createdAt, blocks } = entry;
  return { id, role, sequenceNumber, createdAt, content: contentOf(blocks), blocks, display: display(blocks) };
}

/** P13 */
function contentOf(blocks) {
  return blocks
    .map((block) => block.text ?? block.message)
    .filter((text) => text !== undefined)
    .join("\n");
}
