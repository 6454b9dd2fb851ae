import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ADAPTER = fileURLToPath(new URL("../adapter.mjs", import.meta.url));

export const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n';

export function startAdapter() {
  return spawn(process.execPath, [ADAPTER], { stdio: ["pipe", "pipe", "pipe"] });
}

/** Sends chunks, each as a write of its own, ends stdin, and gives what the program did with them. */
export async function converse(...chunks) {
  const adapter = startAdapter();
  const output = collect(adapter.stdout);
  const errors = collect(adapter.stderr);
  for (const chunk of chunks) {
    await new Promise((sent) => adapter.stdin.write(chunk, sent));
  }
  adapter.stdin.end();
  const [exitCode] = await once(adapter, "close");
  const lines = (await output).toString("utf8").split("\n");
  const unfinished = lines.pop();
  return { replies: lines.map((line) => JSON.parse(line)), unfinished, errors: (await errors).toString(), exitCode };
}

async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
