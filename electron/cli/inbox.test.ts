import { expect, it } from "vitest";
import type { Proposal } from "../core/inbox.ts";
import type { Memory } from "../core/memory.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

const entry = (end: string, changes: object = {}) => ({
  id: `01ARZ3NDEKTSV4RRFFQ69G5F${end}`,
  content: `The lighthouse, part ${end}`,
  namespace: "decisions",
  domain: "user",
  tags: ["lighthouse"],
  source: null,
  client: { name: "codex", version: "1.2" },
  revision: 1,
  createdAt: "2024-01-02T03:04:05.678Z",
  updatedAt: "2024-01-02T03:04:05.678Z",
  deletedAt: null,
  pinned: false,
  supersededBy: null,
  recallCount: 0,
  recalledAt: null,
  ...changes,
});
const input = [
  entry("AA"),
  entry("AB"),
  entry("AC", { deletedAt: "2024-04-02T03:04:05.678Z", revision: 2 }),
  entry("AD", { supersededBy: "01ARZ3NDEKTSV4RRFFQ69G5FAA" }),
]
  .map((value) => JSON.stringify(value))
  .join("\n");

it("imports into the inbox; no list, search, export or hook shows a memory before it is kept", async () => {
  const { run, json, folder } = await openServedCommandLine();
  const report = await json(["import", "-", "--inbox"], { input });
  expect(report).toMatchObject({
    created: 2,
    refused: [],
    leftOut: [
      { reason: "deleted", count: 1 },
      { reason: "superseded", count: 1 },
    ],
  });
  expect(await json(["import", "-", "--inbox"], { input })).toMatchObject({ created: 0, known: 2 });

  const hook = { input: JSON.stringify({ hook_event_name: "SessionStart", source: "startup", cwd: folder }) };
  for (const [args, options] of [
    [["list", "-d", "_", "--json"], {}],
    [["list", "-d", "_", "--trash", "--json"], {}],
    [["search", "lighthouse", "-d", "_", "--json"], {}],
    [["export", "-"], {}],
    [["status", "--json"], {}],
    [["hook", "SessionStart"], hook],
  ] as const) {
    const { out } = await run(args, options);
    expect(out, args.join(" ")).not.toMatch(/The lighthouse|01ARZ3NDEKTSV4RRFFQ69G5F/);
  }

  const { waiting } = await json<{ waiting: Proposal[] }>(["inbox"]);
  expect(waiting.map(({ memory, reason }) => [memory.id.slice(-2), reason])).toEqual([
    ["AA", "import"],
    ["AB", "import"],
  ]);
  const [first = "", second = ""] = waiting.map(({ memory }) => memory.id);
  expect(await run(["inbox", "keep", first])).toMatchObject({
    code: 0,
    out: `Kept: The lighthouse, part AA  ${first.slice(-8)}\n`,
  });
  expect(await run(["inbox", "reject", second])).toMatchObject({
    code: 0,
    out: `Rejected: The lighthouse, part AB  ${second.slice(-8)}\n`,
  });
  const { memories } = await json<{ memories: Memory[] }>(["list", "-d", "_"]);
  expect(memories).toMatchObject([{ id: first, createdAt: "2024-01-02T03:04:05.678Z", client: { name: "codex" } }]);
  expect((await run(["inbox"])).errors).toContain("Nothing waits for review.");
});

it("refuses unknown actions and ids", async () => {
  const { run } = await openServedCommandLine();
  expect(await run(["inbox", "drop", "X"])).toMatchObject({ code: 2 });
  expect(await run(["inbox", "keep"])).toMatchObject({ code: 2 });
  expect(await run(["inbox", "keep", "01ARZ3NDEKTSV4RRFFQ69G5FAA"])).toMatchObject({ code: 4 });
});
