import { expect, it } from "vitest";
import { withoutInjected } from "./message-text.ts";

it.each([
  ["one <system-reminder>hidden</system-reminder>two", "one two"],
  ['<ide_selection path="a.ts" lines="1">hidden</ide_selection>\nshown', "shown"],
  ["<skill>a <system-reminder>b</system-reminder> c</skill>after", "after"],
  ["<system-reminder>not closed <skill>hidden</skill>", "<system-reminder>not closed"],
  ["<b>other elements</b>", "<b>other elements</b>"],
])("removes the elements that a client added from %j", (text, kept) => {
  expect(withoutInjected(text)).toBe(kept);
});

it("reads a hostile text in linear time", { timeout: 20_000 }, () => {
  for (const text of ["<skill>".repeat(500_000), "<skill ".repeat(500_000), "<skill>x</skil>".repeat(300_000)]) {
    expect(withoutInjected(`${text}</`)).toHaveLength(text.length + 2);
  }
});
