import { expect, it, onTestFinished } from "vitest";
import { openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { openMemoryStore } from "../store/open-memory-store.ts";
import { memoryAt, openTestStore, optionsIn, temporaryFolder } from "../store/testing/open-store.ts";

it("rebuilds an outdated text index in the background while search works", async () => {
  const folder = await temporaryFolder();
  const before = await openTestStore(folder);
  for (let number = 1; number <= 450; number++) await before.memories.insert(memoryAt(number));
  await before.close();
  const store = await openMemoryStore({
    ...optionsIn(folder),
    analyse: (text) => text.replace("memory", "reminder"),
    analyserVersion: 99,
  });
  onTestFinished(store.close);
  const { service, events } = await openTestService({ store });
  const seen: string[] = [];
  const ended = new Promise<void>((resolve) => {
    events.on("index.progress", async ({ state }) => {
      seen.push((await service.status(OWNER)).index.text.state);
      if (state === "finished") resolve();
    });
  });
  await ended;
  expect(seen[0]).toBe("rebuilding");
  await expect.poll(async () => (await service.status(OWNER)).index.text).toEqual({ state: "ready", indexed: 450 });
  expect((await service.search(OWNER, { query: "reminder", limit: 100 })).items).toHaveLength(100);
  expect((await service.search(OWNER, { query: "number 7" })).items).not.toHaveLength(0);
});
