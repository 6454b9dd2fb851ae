import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { INITIALIZE, converse, startAdapter } from "./adapter-process.mjs";

const request = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
const timelineOf = (...contents) => ({
  rows: contents.map((content, index) => ({ id: `row-${index + 1}`, sequence_number: index + 1, content })),
});
const textOf = (reply) => reply.result.entries.map((entry) => entry.content).join("|");

/** The error code and id of each reply after the one to `initialize`. */
async function errorsOf(...lines) {
  const { replies, exitCode } = await converse(INITIALIZE, ...lines);
  assert.equal(exitCode, 0);
  return replies.slice(1).map((reply) => [reply.error?.code, reply.id]);
}

test("initialize tells what is implemented", async () => {
  const { replies, unfinished, errors, exitCode } = await converse(INITIALIZE);
  assert.deepEqual(replies[0].result, {
    protocolVersion: 1,
    implementation: { name: "javascript", version: "1.0.0", language: "JavaScript" },
    contracts: ["session-detail"],
    capabilities: [],
  });
  assert.deepEqual([unfinished, errors, exitCode], ["", "", 0]);
});

test("another version of the protocol is refused, and what follows is not initialized", async () => {
  const { replies } = await converse(
    request(1, "initialize", { protocolVersion: 2 }),
    request(2, "initialize", { protocolVersion: "1" }),
    request(3, "initialize"),
    request(4, "session-detail/timeline", timelineOf()),
  );
  assert.deepEqual(replies.map((reply) => reply.error.code), [-32602, -32602, -32602, -32002]);
});

test("a request before initialize is refused, whatever it asks", async () => {
  const { replies } = await converse(request(1, "session-detail/timeline", timelineOf()), request(2, "nothing"));
  assert.deepEqual(replies.map((reply) => [reply.id, reply.error.code]), [[1, -32002], [2, -32002]]);
});

test("a timeline is answered with its id, of whichever kind that is", async () => {
  const { replies } = await converse(
    INITIALIZE,
    request("seven", "session-detail/timeline", timelineOf("Hi")),
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"nothing"}\n',
  );
  assert.equal(replies[1].id, "seven");
  assert.deepEqual(replies[1].result, {
    rowCount: 1,
    entries: [
      {
        id: "row-1",
        role: "user",
        sequenceNumber: 1,
        content: "Hi",
        blocks: [{ type: "text", text: "Hi" }],
        display: [{ kind: "block", blocks: [0] }],
      },
    ],
  });
  assert.equal(replies[2].error.code, -32601);
});

test("numbers in a tool's input keep their digits", async () => {
  const block = '{"type":"tool_use","name":"X","input":{"n":12345678901234567890}}';
  const content = `{"type":"assistant","message":{"content":[${block}]}}`;
  const adapter = startAdapter();
  adapter.stdin.end(INITIALIZE + request(1, "session-detail/timeline", timelineOf(content)));
  const output = (await adapter.stdout.toArray()).join("");
  assert.match(output, /"input":\{"n":12345678901234567890\}/);
});

test("what is no JSON is a parse error", async () => {
  const codes = await errorsOf("{\n", "nonsense\n", Buffer.from([0x22, 0xff, 0x22, 0x0a]), '\ufeff{"id":1}\n');
  assert.deepEqual(codes, Array(4).fill([-32700, null]));
});

test("what is JSON and no request is an invalid request", async () => {
  const lines = ["[]", '[{"jsonrpc":"2.0","id":1,"method":"x"}]', "1", "null", "{}", '{"jsonrpc":"2.0","method":1}'];
  const codes = await errorsOf(...lines.map((line) => line + "\n"));
  assert.deepEqual(codes, Array(lines.length).fill([-32600, null]));
  assert.deepEqual(
    await errorsOf('{"id":5,"method":"x"}\n', '{"jsonrpc":"2.0","id":[5],"method":"x"}\n'),
    [[-32600, 5], [-32600, null]],
  );
});

test("a method that doesn't exist, and params that can't be read, are told", async () => {
  assert.deepEqual(
    await errorsOf(
      request(1, "session-detail/tinelime", {}),
      request(2, "session-detail/timeline", [1]),
      request(3, "session-detail/timeline", {}),
      request(4, "constructor", {}),
    ),
    [[-32601, 1], [-32602, 2], [-32602, 3], [-32601, 4]],
  );
});

test("an exception is an error reply, and the next request is answered", async () => {
  const { replies } = await converse(
    INITIALIZE,
    request(1, "session-detail/timeline", { rows: [null] }),
    request(2, "session-detail/timeline", timelineOf("still here")),
  );
  assert.equal(replies[1].error.code, -32603);
  assert.notEqual(replies[1].error.message, "");
  assert.equal(textOf(replies[2]), "still here");
});

test("notifications and empty lines get no reply", async () => {
  const notification = (method) => JSON.stringify({ jsonrpc: "2.0", method, params: {} }) + "\n";
  const lines = [notification("session-detail/timeline"), notification("x"), "\n", "\r\n"];
  assert.deepEqual(await errorsOf(...lines), []);
});

test("lines may be cut anywhere, also inside a character", async () => {
  const bytes = Buffer.from(request(1, "session-detail/timeline", timelineOf("é😀")));
  const { replies } = await converse(INITIALIZE, ...[...bytes].map((byte) => Buffer.from([byte])));
  assert.equal(textOf(replies[1]), "é😀");
});

test("many lines may come at once, with CRLF, the last without a line end", async () => {
  const lines = [1, 2, 3].map((id) => request(id, "session-detail/timeline", timelineOf(`line ${id}`)));
  const { replies } = await converse((INITIALIZE + lines.join("")).replaceAll("\n", "\r\n").trimEnd());
  assert.deepEqual(replies.slice(1).map(textOf), ["line 1", "line 2", "line 3"]);
});

test("a line of many megabytes is read at linear cost", { timeout: 20_000 }, async () => {
  const line = request(1, "session-detail/timeline", timelineOf("a".repeat(30_000_000)));
  const { replies } = await converse(INITIALIZE, line);
  assert.equal(replies[1].result.entries[0].content.length, 30_000_000);
});

test("deep nesting is answered and survived", async () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const line = `{"jsonrpc":"2.0","id":1,"method":"session-detail/timeline","params":{"rows":[],"x":${deep}}}\n`;
  const { replies } = await converse(INITIALIZE, line, request(2, "session-detail/timeline", timelineOf("Hi")));
  assert.deepEqual(replies.slice(1).map((reply) => reply.id), [1, 2]);
});

test("a reader that goes away ends the program quietly", async () => {
  const adapter = startAdapter();
  const errors = adapter.stderr.toArray();
  adapter.stdout.destroy();
  adapter.stdin.on("error", () => {}); // the program may be gone before everything is written
  for (let id = 1; id <= 100; id += 1) adapter.stdin.write(request(id, "x"));
  const [exitCode, signal] = await once(adapter, "close");
  assert.deepEqual([exitCode, signal, (await errors).join("")], [0, null, ""]);
});
