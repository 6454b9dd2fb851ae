#!/usr/bin/env node
// Connects an implementation of CONTRACT to Parity: JSON-RPC 2.0 on stdin and stdout, one message per line.
// Requires Node.js 20 or later, and no packages.

/** FILL IN: call your code with the input of a case, and return the output that the contract describes. */
function answer(params) {
  throw new Error("not implemented yet");
}

const implementation = { name: "mine", version: "0.1.0", language: "JavaScript" };
const methods = {
  "CONTRACT/OPERATION": answer,
};

// The rest implements the protocol. You don't need to change it. JSON.parse reads 1, 1.0 and 1e0 as the same number,
// and rounds integers beyond 2^53. If your code needs every digit, pass a reviver to JSON.parse: in Node.js 22 or
// later, its third argument has the literal of a number in context.source, and JSON.rawJSON writes a literal.

const ErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  notInitialized: -32002,
};

/**
 * Throw this to reply with a specific error. Any other exception becomes an internal error.
 * `pointer` is the JSON Pointer of the part of the input that is invalid, which the report then shows.
 */
class RPCError extends Error {
  constructor(code, message, pointer) {
    super(message);
    this.body = { code, message, ...(pointer !== undefined && { data: { pointer } }) };
  }
}

let isInitialized = false;

function initialize(params) {
  if (params.protocolVersion !== 1) throw new RPCError(ErrorCode.invalidParams, "protocolVersion must be 1");
  isInitialized = true;
  const contracts = [...new Set(Object.keys(methods).map((method) => method.split("/")[0]))];
  return { protocolVersion: 1, implementation, contracts, capabilities: [] };
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

async function resultOf({ jsonrpc, method, params }) {
  if (jsonrpc !== "2.0" || typeof method !== "string") {
    throw new RPCError(ErrorCode.invalidRequest, 'a request must have "jsonrpc": "2.0" and a string "method"');
  }
  const isFirst = method === "initialize";
  if (!isFirst && !isInitialized) {
    throw new RPCError(ErrorCode.notInitialized, "the first request must be initialize");
  }
  if (!isFirst && !Object.hasOwn(methods, method)) {
    throw new RPCError(ErrorCode.methodNotFound, `unknown method '${method}'`);
  }
  if (!isObject(params)) throw new RPCError(ErrorCode.invalidParams, "params must be an object");
  return (isFirst ? initialize : methods[method])(params);
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new RPCError(ErrorCode.parseError, `the line isn't valid JSON: ${error.message}`);
  }
}

/** Returns the reply to one line, or undefined for a notification. */
async function replyTo(line) {
  let id = null;
  try {
    const request = parsed(line);
    const hasUsableID = isObject(request) && ["number", "string", "undefined"].includes(typeof (request.id ?? undefined));
    if (!hasUsableID) {
      throw new RPCError(ErrorCode.invalidRequest, "a request must be an object whose id is a number or a string");
    }
    if (!("id" in request) && "method" in request) return undefined;
    id = request.id ?? null;
    return { jsonrpc: "2.0", id, result: (await resultOf(request)) ?? null };
  } catch (error) {
    if (error instanceof RPCError) return { jsonrpc: "2.0", id, error: error.body };
    console.error(error);
    return { jsonrpc: "2.0", id, error: { code: ErrorCode.internalError, message: String(error) } };
  }
}

/** Yields the lines of a stream. The readline module also splits at U+2028, which JSON may contain. */
async function* lines(stream) {
  let pieces = [];
  for await (const chunk of stream.setEncoding("utf8")) {
    const [end, ...others] = chunk.split("\n");
    pieces.push(end);
    for (const piece of others) {
      yield pieces.join("");
      pieces = [piece];
    }
  }
  const rest = pieces.join("");
  if (rest !== "") yield rest;
}

// Only replies may go to stdout.
console.log = console.info = console.debug = console.error;
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));

for await (const line of lines(process.stdin)) {
  const reply = await replyTo(line);
  if (reply !== undefined) process.stdout.write(`${JSON.stringify(reply)}\n`);
}
