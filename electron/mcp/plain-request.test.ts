import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { isPlainRequest } from "./plain-request.ts";

const PLAIN = [
  { jsonrpc: "2.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: "a", method: "tools/call", params: { name: "echo", arguments: { text: null } } },
  { jsonrpc: "2.0", id: 0, method: "tools/call", params: { name: "echo", _meta: {} } },
  { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "echo", _meta: { progressToken: "p" } } },
];

const OTHERS = [
  null,
  [],
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "1.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: 1.5, method: "ping" },
  { jsonrpc: "2.0", id: null, method: "ping" },
  { jsonrpc: "2.0", id: 1, method: 7 },
  { jsonrpc: "2.0", id: 1, method: "ping", params: [] },
  { jsonrpc: "2.0", id: 1, method: "ping", params: null },
  { jsonrpc: "2.0", id: 1, method: "ping", extra: true },
  { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: null } },
  { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { progressToken: {} } } },
  { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { progressToken: 1, "example.com/trace": "a" } } },
  { jsonrpc: "2.0", id: 1, result: {} },
  { jsonrpc: "2.0", id: 1, error: { code: -32600, message: "Invalid" } },
];

describe("isPlainRequest", () => {
  it("recognises requests that the SDK's schema accepts unchanged", () => {
    for (const message of PLAIN) {
      expect(isPlainRequest(message)).toBe(true);
      expect(parseJSONRPCMessage(message)).toEqual(message);
    }
  });

  it("leaves all other messages to the SDK's schemas", () => {
    expect(OTHERS.filter(isPlainRequest)).toEqual([]);
  });
});
