import { expect, it } from "vitest";
import { memoryAt, openTestStore, START } from "../store/testing/open-store.ts";
import { createStemmer } from "./stem.ts";
import { createWordStatistics } from "./word-statistics.ts";

async function openChat() {
  const { memories, text } = await openTestStore();
  for (let number = 1; number <= 40; number++) {
    await memories.insert(memoryAt(number, { content: `Anna said ${number}`, domain: "chat" }));
  }
  for (let number = 41; number <= 140; number++) {
    await memories.insert(memoryAt(number, { content: `Remark ${number}`, domain: "user" }));
  }
  const clock = { moment: START, now: () => clock.moment };
  return { memories, clock, statistics: createWordStatistics(memories, text, clock, createStemmer()) };
}

it("measures the share of a word in the scope of the query", async () => {
  const { statistics } = await openChat();
  const everywhere = await statistics.lookUp(["anna"], {});
  const inChat = await statistics.lookUp(["anna"], { domains: ["chat"] });
  expect(everywhere.size).toBe(140);
  expect(everywhere.documentFrequency("anna")).toBe(40);
  expect(everywhere.shareInScope("anna")).toBe(40 / 160);
  expect(inChat.documentFrequency("anna")).toBe(40);
  expect(inChat.shareInScope("anna")).toBe(40 / 60);
});

it("counts the inflections of a word together", async () => {
  const { statistics } = await openChat();
  const { shareInScope, documentFrequency } = await statistics.lookUp(["remarks", "zebra"], { domains: ["user"] });
  expect(shareInScope("remarks")).toBe(100 / 120);
  expect(documentFrequency("remarks")).toBe(100);
  expect(shareInScope("zebra")).toBe(0);
});

it("returns a share of 0 in an empty scope", async () => {
  const { statistics } = await openChat();
  expect((await statistics.lookUp(["anna"], { domains: ["nowhere"] })).shareInScope("anna")).toBe(0);
});

it("takes a new sample of a scope after five minutes", async () => {
  const { memories, clock, statistics } = await openChat();
  const share = async () => (await statistics.lookUp(["zebra"], { domains: ["chat"] })).shareInScope("zebra");
  expect(await share()).toBe(0);
  await memories.insert(memoryAt(500, { content: "zebra", domain: "chat" }));
  expect(await share()).toBe(0);
  clock.moment += 10 * 60_000;
  expect(await share()).toBeGreaterThan(0);
});
