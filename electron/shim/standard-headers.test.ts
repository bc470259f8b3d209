import { describe, expect, it } from "vitest";
import { encodeHeaderValue, standardHeaders } from "./standard-headers.ts";

describe("standardHeaders", () => {
  it.each([
    ["tools/call", { name: "echo" }, "echo"],
    ["prompts/get", { name: "p" }, "p"],
    ["resources/read", { uri: "recollect://user/_" }, "recollect://user/_"],
    ["tools/call", { name: 5 }, undefined],
    ["tools/list", { name: "x" }, undefined],
    ["constructor", { name: "x" }, undefined],
  ])("repeats what %s is about", (method, params, name) => {
    expect(standardHeaders({ method, params, version: "2026-07-28" })).toEqual({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(name === undefined ? {} : { "mcp-name": name }),
    });
  });

  it("says nothing in the 2025 era", () => {
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
  ])("writes %j as %s", (value, encoded) => {
    expect(encodeHeaderValue(value)).toBe(encoded);
  });
});
