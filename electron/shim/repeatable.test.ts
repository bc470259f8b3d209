import { describe, expect, it } from "vitest";
import { isRepeatable } from "./repeatable.ts";

const call = (name: unknown, given?: object) => ({ method: "tools/call", params: { name, arguments: given } });

describe("isRepeatable", () => {
  it.each([
    { method: "tools/list", params: {} },
    { method: "resources/subscribe", params: { uri: "x" } },
    call("search_memories"),
    call("capture_memory", { content: "x" }),
    call("delete_memory", { id: "x" }),
    call("update_memory", { id: "x", content: "y" }),
  ])("repeats what ends where once does: %j", (request) => {
    expect(isRepeatable(request)).toBe(true);
  });

  it.each([call("update_memory", { id: "x", expectedRevision: 3 }), call("someone_elses_tool")])(
    "does not repeat what could act twice or fail the second time: %j",
    (request) => {
      expect(isRepeatable(request)).toBe(false);
    },
  );
});
