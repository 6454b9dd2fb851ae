const KINDS_OF_RUNS = new Map([
  ["subAgent", "parallelAgents"],
  ["toolCall", "standaloneToolCalls"],
]);

/** T8: how blocks are grouped when they are drawn. */
export function display(blocks) {
  const groups = [];
  blocks.forEach((block, index) => {
    const kind = KINDS_OF_RUNS.get(block.type);
    const last = groups.at(-1);
    if (kind !== undefined && last?.kind === kind) {
      last.blocks.push(index);
    } else {
      groups.push({ kind: kind ?? "block", blocks: [index] });
    }
  });
  return groups;
}
