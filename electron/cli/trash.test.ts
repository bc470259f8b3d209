import { expect, it } from "vitest";
import { openServedCommandLine } from "./testing/command-line.ts";

const captured = (number: number, via: string, createdAt: string, changes: object = {}) =>
  JSON.stringify({
    id: `01ARZ3NDEKTSV4RRFFQ${String(number).padStart(7, "0")}`,
    content: `note ${number}`,
    namespace: "context",
    domain: number % 2 === 0 ? "user" : "acme/shop",
    tags: [],
    source: null,
    // The client reports the same name with each token.
    client: { name: "assistant", version: "1", via },
    revision: 1,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    pinned: false,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
    ...changes,
  });

it("moves everything that one client captured since a day to the trash, also superseded memories, after a preview", async () => {
  const { run, json } = await openServedCommandLine();
  const since = "2026-03-02T10:00:00.000Z";
  const input = [
    ...Array.from({ length: 450 }, (_, number) => captured(number, "codex", since)),
    captured(900, "codex", since, { supersededBy: "01ARZ3NDEKTSV4RRFFQ0000001" }),
    captured(901, "codex", "2026-02-01T10:00:00.000Z"),
    captured(902, "cursor", since),
  ].join("\n");
  await json(["import", "-"], { input });

  const of = ["trash", "--client", "codex", "--since", "2026-03-01"];
  expect(await json([...of, "--dry-run"])).toEqual({ moved: 0, remaining: 451 });
  expect((await run([...of, "--dry-run"])).out).toBe("451 memories of codex would be moved to the trash.\n");
  expect(await run(of)).toMatchObject({ code: 0, out: "451 memories of codex moved to the trash.\n" });
  const { memories } = await json<{ memories: { content: string }[] }>(["list", "--all"]);
  expect(memories.map(({ content }) => content).sort()).toEqual(["note 901", "note 902"]);
  expect(await json([...of])).toEqual({ moved: 0, remaining: 0 });
});

it("requires a client and a day, and changes nothing without them", async () => {
  const { run } = await openServedCommandLine();
  expect(await run(["trash", "--since", "7d"])).toMatchObject({ code: 2 });
  expect(await run(["trash", "--client", "codex"])).toMatchObject({ code: 2 });
  const refused = await run(["trash", "--client", "codex", "--since", "someday"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.errors).toContain("since");
});
