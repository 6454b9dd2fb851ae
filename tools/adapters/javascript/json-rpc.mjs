import { JSONNumber, parseJSON } from "./json-reader.mjs";
import { writeJSON } from "./json-writer.mjs";
import { decodeUTF8 } from "./utf8.mjs";

export const ErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  notInitialized: -32002,
};

/** What a method throws to answer with an error of its own choice; anything else thrown is an internal error. */
export class RPCError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * The reply (JSON-RPC 2.0, without a line end) to one line, or undefined where none is due.
 *
 * `handle` takes a method's name and its params, and returns the result.
 */
export function replyTo(line, handle) {
  let id = null;
  try {
    const text = decodeUTF8(line);
    if (text === undefined) throw new RPCError(ErrorCode.parseError, "the line is not UTF-8");
    if (text === "" || text === "\r") return undefined;

    const request = parseMessage(text);
    id = idOf(request);
    checkRequest(request);
    if (!request.has("id")) return undefined;
    const result = handle(request.get("method"), request.get("params"));
    return writeJSON({ jsonrpc: "2.0", id, result });
  } catch (error) {
    const code = error instanceof RPCError ? error.code : ErrorCode.internalError;
    return writeJSON({ jsonrpc: "2.0", id, error: { code, message: String(error?.message ?? error).toWellFormed() } });
  }
}

function parseMessage(text) {
  try {
    return parseJSON(text);
  } catch (error) {
    throw new RPCError(ErrorCode.parseError, `the line is not JSON: ${error.message}`);
  }
}

/** The id to answer with: null where the message has none, or none that JSON-RPC allows. */
function idOf(message) {
  const id = message instanceof Map ? message.get("id") : undefined;
  return typeof id === "string" || id instanceof JSONNumber ? id : null;
}

function checkRequest(message) {
  const invalid = (reason) => new RPCError(ErrorCode.invalidRequest, reason);
  if (Array.isArray(message)) throw invalid("batches are not supported");
  if (!(message instanceof Map)) throw invalid("a request is an object");
  if (message.get("jsonrpc") !== "2.0") throw invalid('a request has "jsonrpc": "2.0"');
  if (typeof message.get("method") !== "string") throw invalid('a request has a string "method"');
  const id = message.get("id");
  if (id !== undefined && id !== null && idOf(message) === null) throw invalid("an id is a string or a number");
}
