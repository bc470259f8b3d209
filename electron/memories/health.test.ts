import { expect, it } from "vitest";
import { OWNER } from "../core/caller.ts";
import type { Findings } from "../core/memory-service.ts";
import { clientWith, openTestService } from "./test-service.ts";

async function walk<T>(step: (cursor: string | null) => Promise<Findings<T>>) {
  const items: T[] = [];
  let scanned = 0;
  let cursor: string | null = null;
  do {
    const found: Findings<T> = await step(cursor);
    items.push(...found.items);
    scanned += found.scanned;
    cursor = found.nextCursor ?? null;
  } while (cursor !== null);
  return { items, scanned };
}

it("a walk finds each pair of near duplicates once, newer first", async () => {
  const { service } = await openTestService();
  const one = await service.capture(clientWith(), { content: "The staging database is restored every Monday night." });
  await service.capture(clientWith(), { content: "Releases are tagged by the build." });
  const two = await service.capture(clientWith(), { content: "The staging database is restored each Monday night." });
  const { items, scanned } = await walk((cursor) => service.findDuplicates(OWNER, cursor));
  expect(items.map(({ memory, other }) => [memory.id, other.id])).toEqual([[two.memory.id, one.memory.id]]);
  expect(scanned).toBe(3);
});

it("a walk finds what looks like a secret, and leaves the trash out", async () => {
  const { service } = await openTestService();
  const { memory } = await service.capture(clientWith(), { content: "Deploy token: abcd1234efgh" });
  const gone = await service.capture(clientWith(), { content: "Old token: zzzz1234efgh" });
  await service.delete(OWNER, gone.memory.id);
  const { items } = await walk((cursor) => service.findSecrets(OWNER, cursor));
  expect(items).toEqual([{ memory, excerpt: "Deploy token: ••••••" }]);
});

it("never recalled is what no client was handed", async () => {
  const { service } = await openTestService();
  const known = await service.capture(clientWith(), { content: "Known to clients." });
  const { memory } = await service.capture(clientWith(), { content: "Nobody asked." });
  await service.get(clientWith(), known.memory.id);
  await service.captureActivity(OWNER, {});
  expect((await service.list(OWNER, { neverRecalled: true })).items).toEqual([memory]);
  expect((await service.facets(OWNER, { neverRecalled: true })).total).toBe(1);
  const { items } = await service.search(OWNER, { query: "nobody", neverRecalled: true });
  expect(items).toHaveLength(1);
});

it("only the owner looks through everything", async () => {
  const { service } = await openTestService();
  await expect(service.findSecrets(clientWith(), null)).rejects.toMatchObject({ code: "permission_denied" });
  await expect(service.findDuplicates(clientWith(), null)).rejects.toMatchObject({ code: "permission_denied" });
});
