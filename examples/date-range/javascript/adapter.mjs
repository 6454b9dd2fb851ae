/** Serves the parser over JSON-RPC 2.0, with one message per line. */

import { parse, readDay, readOffset } from "./date-range.mjs";

class RPCError extends Error {
  constructor(code, message, pointer) {
    super(message);
    this.reply = { code, message, ...(pointer && { data: { pointer } }) };
  }
}

const methods = {
  initialize({ protocolVersion }) {
    if (protocolVersion !== 1) throw new RPCError(-32602, "protocolVersion has to be 1", "/protocolVersion");
    const implementation = { name: "javascript", version: "1.0.0", language: "JavaScript" };
    return { protocolVersion, implementation, contracts: ["date-range"], capabilities: [] };
  },

  "date-range/parse"({ text, zone = "Z", holidays = [] }) {
    if (typeof text !== "string") throw new RPCError(-32602, "text has to be a string", "/text");
    if (!Array.isArray(holidays)) throw new RPCError(-32602, "holidays have to be an array", "/holidays");
    const offset = usable(readOffset, zone, "/zone");
    return parse(text, offset, holidays.map((day, index) => usable(readDay, day, `/holidays/${index}`)));
  },
};

function usable(read, value, pointer) {
  const found = typeof value === "string" ? read(value) : undefined;
  if (found === undefined) throw new RPCError(-32602, `${JSON.stringify(value)} can't be used`, pointer);
  return found;
}

function answer({ method, params }) {
  try {
    if (!Object.hasOwn(methods, method)) throw new RPCError(-32601, `no method is called ${method}`);
    return { result: methods[method](params) };
  } catch (error) {
    return { error: error instanceof RPCError ? error.reply : { code: -32603, message: String(error) } };
  }
}

// Don't use node:readline: it also splits lines at U+2028 and U+2029, which JSON can contain.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
let rest = [];
for await (let chunk of process.stdin) {
  for (let end; (end = chunk.indexOf("\n")) !== -1; chunk = chunk.subarray(end + 1)) {
    const request = JSON.parse(decoder.decode(Buffer.concat([...rest, chunk.subarray(0, end)])));
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answer(request) }) + "\n");
    rest = [];
  }
  rest.push(chunk);
}
