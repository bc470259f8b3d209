import { expect, it } from "vitest";
import { createStemmer } from "../core/stem.ts";
import { memoryAt, openTestStore, START } from "../store/testing/open-store.ts";
import { createScopeStatistics } from "./scope-statistics.ts";

async function openChat() {
  const { memories, text } = await openTestStore();
  for (let number = 1; number <= 40; number++) {
    await memories.insert(memoryAt(number, { content: `Anna said ${number}`, domain: "chat" }));
  }
  for (let number = 41; number <= 140; number++) {
    await memories.insert(memoryAt(number, { content: `Remark ${number}`, domain: "user" }));
  }
  const clock = { moment: START, now: () => clock.moment };
  return { memories, clock, statistics: createScopeStatistics(memories, text, clock, createStemmer()) };
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

it("takes a new sample when many memories were added", async () => {
  const { memories, statistics } = await openChat();
  const share = async () => (await statistics.lookUp(["zebra"], { domains: ["zoo"] })).shareInScope("zebra");
  expect(await share()).toBe(0);
  for (let number = 501; number <= 520; number++) {
    await memories.insert(memoryAt(number, { content: `zebra ${number}`, domain: "zoo" }));
  }
  expect(await share()).toBe(20 / 40);
});

it("counts the memories in scope and recognises dialogue by their sessions", async () => {
  const { memories, text } = await openTestStore();
  for (let number = 1; number <= 20; number++) {
    const content = number % 2 === 0 ? "Ben: I was there." : "Anna: were you there?";
    await memories.insert(memoryAt(number, { content, domain: "chat", sessionId: "one" }));
    await memories.insert(memoryAt(100 + number, { content: `Note ${number}`, domain: "notes", sessionId: "two" }));
  }
  const statistics = createScopeStatistics(memories, text, { now: () => START }, createStemmer());
  expect(await statistics.lookUp([], { domains: ["chat"] })).toMatchObject({ scopeSize: 20, dialogueShare: 1 });
  expect(await statistics.lookUp([], { domains: ["notes"] })).toMatchObject({ scopeSize: 20, dialogueShare: 0 });
  expect(await statistics.lookUp([], {})).toMatchObject({ scopeSize: 40, dialogueShare: 0.5 });
});
