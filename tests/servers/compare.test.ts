import { expect, it } from "vitest";
import { compareOffers, compareResults } from "./compare.ts";
import type { Offer } from "./offer.ts";

const TOOL = { name: "run", inputSchema: { type: "object" }, annotations: { title: "Run", readOnlyHint: null } };
const NONE: Offer = { tools: new Map(), prompts: new Map(), resources: new Map(), templates: new Map() };
const offer = (...tools: readonly { readonly name: string }[]): Offer => ({
  ...NONE,
  tools: new Map(tools.map((tool) => [tool.name, { ...tool }])),
});
const same = (_list: string, name: string) => name;
const told = (differences: ReturnType<typeof compareOffers>) =>
  differences.map(({ path, reason }) => [path.join("."), reason]);

it("finds changed, removed and added entries of a list, with the reasons of intended changes", () => {
  const direct = offer({ ...TOOL, execution: { taskSupport: "optional" }, description: "a\u0007b" } as never, {
    name: "lost",
  });
  const through = offer(
    { ...TOOL, description: "ab", annotations: { title: "Walk" }, _meta: {} } as never,
    { name: "new" } as never,
  );
  expect(told(compareOffers(direct, through, same))).toEqual([
    ["tools.run.annotations.title", null],
    ["tools.run.annotations.readOnlyHint", "null counts as absent"],
    ["tools.run.execution", "tasks are not supported"],
    ["tools.run.description", "control characters are removed"],
    ["tools.run._meta", null],
    ["tools.lost", null],
    ["tools.new", null],
  ]);
});

it("finds a renamed tool under its new name", () => {
  const exposed = (_list: string, name: string) => `server__${name}`;
  expect(compareOffers(offer(TOOL), offer({ ...TOOL, name: "server__run" }), exposed)).toEqual([]);
  expect(told(compareOffers(offer(TOOL), offer(TOOL), exposed))).toEqual([
    ["tools.run", null],
    ["tools.run", null],
  ]);
});

it("compares results without the envelope, and values that change with each call by their type", () => {
  const text = (value: unknown) => ({ content: [{ type: "text", text: value }] });
  const envelope = { _meta: { "io.modelcontextprotocol/serverInfo": {} }, resultType: "complete" };
  expect(compareResults("run", text("a"), text("a"), { ...text("a"), ...envelope })).toEqual([]);
  expect(compareResults("run", text("1 ms"), text("2 ms"), text("3 ms"))).toEqual([]);
  const failed = { isError: true, ...text("a") };
  expect(told(compareResults("run", text("a"), text("a"), failed))).toEqual([["calls.run.isError", null]]);
  expect(told(compareResults("run", text("a"), text("b"), text(1)))).toEqual([["calls.run.content.0.text", null]]);
  expect(told(compareResults("run", text("a"), text("a"), text("b")))).toEqual([["calls.run.content.0.text", null]]);
});
