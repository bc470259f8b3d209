import { expect, it } from "vitest";
import { linkedMemory } from "./memory-links.ts";

const ID = "01JD0000000000000000000000";

it("finds the memory's link among the arguments", () => {
  const address = `#/memories/all/${ID}`;
  expect(linkedMemory(["/opt/recollect", `recollect://owner%2Frepo/decisions/${ID}`])).toBe(address);
  expect(linkedMemory([`recollect://memory/${ID.toLowerCase()}/`, "--hidden"])).toBe(address);
});

it("ignores arguments that are not a link to a memory", () => {
  expect(linkedMemory(["/opt/recollect", "--hidden"])).toBeUndefined();
  expect(linkedMemory([`https://example.com/${ID}`])).toBeUndefined();
  expect(linkedMemory(["recollect://user/_"])).toBeUndefined();
  expect(linkedMemory(["recollect://memory/../../etc/passwd"])).toBeUndefined();
});
