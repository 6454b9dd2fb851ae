#!/usr/bin/env node
import { once } from "node:events";
import { JSONNumber } from "./json-reader.mjs";
import { ErrorCode, RPCError, replyTo } from "./json-rpc.mjs";
import { readLines } from "./lines.mjs";
import { timeline } from "./session-detail/timeline.mjs";

const PROTOCOL_VERSION = 1;
const VERSION = "1.0.0";

let isInitialized = false;

const methods = new Map([["session-detail/timeline", answerTimeline]]);

function handle(method, params) {
  if (method === "initialize") return initialize(params);
  if (!isInitialized) throw new RPCError(ErrorCode.notInitialized, "the first request has to be initialize");
  const answer = methods.get(method);
  if (answer === undefined) throw new RPCError(ErrorCode.methodNotFound, `no method is called '${method}'`);
  return answer(params);
}

function initialize(params) {
  const version = params instanceof Map ? params.get("protocolVersion") : undefined;
  if (!(version instanceof JSONNumber && version.value === PROTOCOL_VERSION)) {
    throw new RPCError(ErrorCode.invalidParams, `protocolVersion has to be ${PROTOCOL_VERSION}`);
  }
  isInitialized = true;
  return {
    protocolVersion: PROTOCOL_VERSION,
    implementation: { name: "javascript", version: VERSION, language: "JavaScript" },
    contracts: ["session-detail"],
    capabilities: [],
  };
}

function answerTimeline(params) {
  if (!(params instanceof Map && Array.isArray(params.get("rows")))) {
    throw new RPCError(ErrorCode.invalidParams, "params have to be an object with an array 'rows'");
  }
  return timeline(params);
}

process.stdout.on("error", (error) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

for await (const line of readLines(process.stdin)) {
  const reply = replyTo(line, handle);
  if (reply !== undefined && !process.stdout.write(reply + "\n")) await once(process.stdout, "drain");
}
