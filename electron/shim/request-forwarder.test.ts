import { describe, expect, it } from "vitest";
import { encodeHeaderValue, isRepeatable, standardHeaders } from "./request-forwarder.ts";

const call = (name: unknown, given?: object) => ({ method: "tools/call", params: { name, arguments: given } });

describe("isRepeatable", () => {
  it.each([
    { method: "tools/list", params: {} },
    { method: "resources/subscribe", params: { uri: "x" } },
    call("search_memories"),
    call("capture_memory", { content: "x" }),
    call("delete_memory", { id: "x" }),
    call("update_memory", { id: "x", content: "y" }),
  ])("allows a request to be repeated that changes nothing the second time: %j", (request) => {
    expect(isRepeatable(request)).toBe(true);
  });

  it.each([call("update_memory", { id: "x", expectedRevision: 3 }), call("unknown_tool")])(
    "forbids a request to be repeated that could act twice or fail the second time: %j",
    (request) => {
      expect(isRepeatable(request)).toBe(false);
    },
  );
});

describe("standardHeaders", () => {
  it.each([
    ["tools/call", { name: "echo" }, "echo"],
    ["prompts/get", { name: "p" }, "p"],
    ["resources/read", { uri: "recollect://user/_" }, "recollect://user/_"],
    ["tools/call", { name: 5 }, undefined],
    ["tools/list", { name: "x" }, undefined],
    ["constructor", { name: "x" }, undefined],
  ])("repeats the parameter that %s names in the headers", (method, params, name) => {
    expect(standardHeaders({ method, params, version: "2026-07-28" })).toEqual({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": name }),
    });
  });

  it("returns no headers before 2026-07-28", () => {
    expect(standardHeaders({ method: "tools/call", params: { name: "x" }, version: null })).toEqual({});
  });
});

describe("encodeHeaderValue", () => {
  it.each([
    ["plain text, with (signs)", "plain text, with (signs)"],
    ["", "=?base64??="],
    [" padded", "=?base64?IHBhZGRlZA==?="],
    ["ü", "=?base64?w7w=?="],
    ["two\r\nlines", "=?base64?dHdvDQpsaW5lcw==?="],
    ["=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="],
  ])("encodes %j as %s", (value, encoded) => {
    expect(encodeHeaderValue(value)).toBe(encoded);
  });
});
