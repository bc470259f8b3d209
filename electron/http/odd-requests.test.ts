import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openSession, openTestStack, post, until } from "../../tests/testing/clients.ts";
import { openStack, type Stack } from "../../tests/testing/stack.ts";

/** Sends raw bytes and reads until the server closes the connection or has sent `responses` responses. */
function sendRaw(stack: Stack, bytes: string | readonly string[], responses = 1): Promise<string> {
  const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      text += chunk;
      if (text.split("HTTP/1.1 ").length > responses && text.includes("\r\n\r\n")) resolve(text);
    });
    socket.on("error", () => resolve(text));
    socket.once("close", () => resolve(text));
    for (const part of typeof bytes === "string" ? [bytes] : bytes) socket.write(part, "latin1");
  });
}

/** A request as text; `lines` follow Host and the token. */
function requestText(stack: Stack, first: string, lines: readonly string[] = [], body = "", host?: string): string {
  const named = host ?? new URL(stack.url).host;
  return [`${first} HTTP/1.1`, `Host: ${named}`, `Authorization: Bearer ${stack.token}`, ...lines, "", body].join(
    "\r\n",
  );
}

const PING = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
const JSON_TYPE = "Content-Type: application/json";

async function expectServing(stack: Stack): Promise<void> {
  expect((await fetch(`${stack.origin}/health`)).status).toBe(200);
  const session = await openSession(stack);
  expect((await post(stack, JSON.parse(PING), session)).status).toBe(200);
}

// All requests go to one server, so that a request that damages it fails the next.
let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

describe("malformed and unusual HTTP", () => {
  it.each([
    ["a negative length", "POST /mcp", [JSON_TYPE, "Content-Length: -1"], PING, 400],
    ["a length that is not a number", "POST /mcp", [JSON_TYPE, "Content-Length: many"], PING, 400],
    ["two lengths", "POST /mcp", [JSON_TYPE, "Content-Length: 40", "Content-Length: 41"], PING, 400],
    ["a length beside chunks", "POST /mcp", [JSON_TYPE, "Content-Length: 40", "Transfer-Encoding: chunked"], PING, 400],
    ["an unknown encoding", "POST /mcp", [JSON_TYPE, "Transfer-Encoding: rot13"], PING, 400],
    ["a length past the limit", "POST /mcp", [JSON_TYPE, "Content-Length: 99999999999"], PING, 413],
    ["headers past 16 KiB", "POST /mcp", [`X-Long: ${"x".repeat(20_000)}`], "", 431],
    ["a space before the colon", "POST /mcp", ["X-Odd : 1"], "", 400],
    ["a NUL in a header", "POST /mcp", ["X-Odd: a\0b"], "", 400],
    ["a folded header", "POST /mcp", ["X-Odd: a\r\n b"], "", 400],
    ["an expectation", "POST /mcp", [JSON_TYPE, "Expect: a miracle", "Content-Length: 40"], PING, 417],
    ["no body", "POST /mcp", [JSON_TYPE, "Content-Length: 0"], "", 400],
    [
      "compressed JSON",
      "POST /mcp",
      [JSON_TYPE, "Content-Encoding: gzip", "Content-Length: 4"],
      "\x1f\x8b\x08\x00",
      400,
    ],
    ["half a message", "POST /mcp", [JSON_TYPE, "Content-Length: 10"], PING.slice(0, 10), 400],
    ["a method of another protocol", "BREW /mcp", [], "", 400],
    ["PUT", "PUT /mcp", [JSON_TYPE, "Content-Length: 40"], PING, 405],
    ["PATCH", "PATCH /mcp", [JSON_TYPE, "Content-Length: 40"], PING, 405],
    ["OPTIONS", "OPTIONS /mcp", [], "", 405],
    ["OPTIONS for the server", "OPTIONS *", [], "", 404],
    ["TRACE", "TRACE /mcp", [], "", 405],
    ["a preflight", "OPTIONS /mcp", ["Origin: https://evil.example", "Access-Control-Request-Method: POST"], "", 403],
    ["the Origin of a file", "POST /mcp", ["Origin: null", "Content-Length: 40"], PING, 403],
    ["two Origins", "POST /mcp", ["Origin: http://127.0.0.1", "Origin: https://evil.example"], "", 403],
    ["two Hosts", "GET /health", ["Host: evil.example"], "", 403],
    ["an address of another server", "GET http://evil.example/health", [], "", 404],
    ["an invalid address", "GET http://[", [], "", 404],
    ["a path outside the folder", "GET /../../etc/passwd", [], "", 404],
    ["a WebSocket", "GET /mcp", ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"], "", 405],
  ])("responds to %s with the right status and keeps serving", async (_name, first, lines, body, status) => {
    const text = await sendRaw(stack, requestText(stack, first, lines, body));
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).not.toMatch(/access-control-allow/i);
    await expectServing(stack);
  });

  it.each([
    ["127.0.0.1.:PORT"],
    ["localhost.:PORT"],
    ["127.1:PORT"],
    ["2130706433:PORT"],
    ["0.0.0.0:PORT"],
    ["[::ffff:127.0.0.1]:PORT"],
    ["[0:0:0:0:0:0:0:1]:PORT"],
    ["[::1%25lo]:PORT"],
    ["127.0.0.1.nip.io:PORT"],
    ["localtest.me:PORT"],
    ["localhost:PORT@evil.example"],
    ["evil.example#localhost:PORT"],
    ["localhost:PORT, evil.example"],
    ["localhost:0PORT"],
    ["xn--lcalhost-54a:PORT"],
    [""],
  ])("refuses the Host %j", async (host) => {
    const named = host.replace("PORT", new URL(stack.url).port);
    const text = await sendRaw(stack, requestText(stack, "POST /mcp", [JSON_TYPE, "Content-Length: 40"], PING, named));
    expect(text).toMatch(/^HTTP\/1.1 40[03] /);
    expect(text).not.toContain('"result"');
  });

  it("refuses a request without a Host in HTTP/1.1 and HTTP/1.0", async () => {
    expect(await sendRaw(stack, "GET /health HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
    expect(await sendRaw(stack, "GET /health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 403 /);
  });

  it("responds to HEAD /health like GET, without a body", async () => {
    const response = await fetch(`${stack.origin}/health`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  it("reads chunks of any size and pipelined requests", async () => {
    const session = await openSession(stack);
    const lines = [
      JSON_TYPE,
      "Accept: application/json, text/event-stream",
      ...Object.entries(session).map(([name, value]) => `${name}: ${value}`),
    ];
    const chunks = [...PING].map((letter) => `1\r\n${letter}\r\n`);
    const chunked = requestText(stack, "POST /mcp", [...lines, "Transfer-Encoding: chunked"]);
    expect(await sendRaw(stack, [chunked, ...chunks, "0\r\n\r\n"])).toMatch(/^HTTP\/1.1 200 /);
    const complete = requestText(stack, "POST /mcp", [...lines, `Content-Length: ${PING.length}`], PING);
    const both = await sendRaw(stack, complete + complete, 2);
    expect(both.match(/HTTP\/1.1 200 /g)).toHaveLength(2);
    const broken = await sendRaw(stack, [chunked, '5\r\n{"jso\r\n', "zz\r\n"]);
    expect(broken).toMatch(/^HTTP\/1.1 400 /);
    await expectServing(stack);
  });

  it("keeps serving during many incomplete requests, and records them as cancelled when they disconnect", async () => {
    const own = await openTestStack();
    const port = Number(new URL(own.url).port);
    const head = requestText(own, "POST /mcp", [JSON_TYPE, "Content-Length: 4000"], '{"jsonrpc"');
    const sockets = Array.from({ length: 200 }, (_, number) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(number % 2 === 0 ? head : head.slice(0, 40));
      return socket;
    });
    await expectServing(own);
    for (const socket of sockets) socket.destroy();
    const gone = await until(
      () => own.log.list({ method: "POST /mcp" }, 500, null),
      ({ items }) => items.length === 100,
    );
    expect(new Set(gone.items.map(({ outcome, httpStatus }) => `${outcome} ${httpStatus}`))).toEqual(
      new Set(["cancelled null"]),
    );
    await expectServing(own);
  });

  it.each([
    ["lists", "[".repeat(200_000) + "]".repeat(200_000)],
    [
      "objects",
      `${'{"jsonrpc":"2.0","id":1,"method":"ping","params":'}${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`,
    ],
    [
      "a batch of objects",
      `[${'{"jsonrpc":"2.0","id":1,"method":"ping","params":'}${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}]`,
    ],
    [
      "prototypes",
      '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"method":"tools/call"},"constructor":{"prototype":{}}}',
    ],
    ["numbers", `{"jsonrpc":"2.0","id":1e999,"method":"ping","params":{"n":${"9".repeat(100_000)}}}`],
    ["lone surrogates", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"\\ud800"}}'],
    ["bytes that are not UTF-8", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"\xff\xfe"}}'],
  ])("responds to a body of %s and keeps serving", async (_name, body) => {
    const session = await openSession(stack);
    const response = await post(stack, body, session);
    expect([200, 400]).toContain(response.status);
    await response.text();
    await expectServing(stack);
  });
});
