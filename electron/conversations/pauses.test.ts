import { expect, it } from "vitest";
import { OWNER } from "../core/caller.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { openConversations } from "./testing/open-conversations.ts";
import { temporaryHome } from "./testing/open-scan.ts";

const ONE = "11111111-1111-4111-8111-111111111111";

/** Conversations of a home folder with one session of two messages. */
function open() {
  const home = temporaryHome();
  writeSession(home, ONE, [
    { text: "The engine of my car does not start" },
    { role: "assistant", text: "Check the battery of the car first." },
  ]);
  const add = (text: string, from: number) => writeSession(home, ONE, [{ text }], { from, append: true });
  return { conversations: openConversations(home), add };
}

it("pauses reading and embedding separately", async () => {
  const { conversations, add } = open();
  await conversations.updateSettings({ clients: ["claude-code"], embeddingPaused: true });
  await conversations.idle();
  expect(await conversations.status()).toMatchObject({
    state: "idle",
    readingPaused: false,
    embeddingPaused: true,
    messages: 2,
    meaning: { done: 0, total: 2, remainingMs: null },
  });

  await conversations.updateSettings({ readingPaused: true, embeddingPaused: false });
  await expect
    .poll(() => conversations.status())
    .toMatchObject({ state: "paused", readingPaused: true, embeddingPaused: false, meaning: { done: 2, total: 2 } });
  add("The harbour is beside the ocean", 2);
  conversations.start();
  await conversations.idle();
  expect(await conversations.status()).toMatchObject({ messages: 2 });

  await conversations.updateSettings({ readingPaused: false });
  await expect
    .poll(() => conversations.status())
    .toMatchObject({ state: "idle", messages: 3, meaning: { done: 3, total: 3 } });
});

it("reports the filters of a query that conversations do not have, and ignores them", async () => {
  const { conversations } = open();
  expect(await conversations.search(OWNER, { query: "tags:x engine" })).toMatchObject({ ignoredFilters: ["tag"] });
  await conversations.updateSettings({ clients: ["claude-code"] });
  await conversations.idle();
  const query = "ns:decisions battery client:claude -tag:old since:2020-01-01 domain:_";
  const found = await conversations.search(OWNER, { query });
  expect(found.ignoredFilters).toEqual(["ns", "-tag"]);
  expect(found.items).toHaveLength(1);
  expect((await conversations.search(OWNER, { query: "battery" })).ignoredFilters).toEqual([]);
});
