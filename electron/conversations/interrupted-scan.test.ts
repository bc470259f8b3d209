import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { createConversationThread } from "./conversation-threads.ts";
import type { ConversationReader } from "./readers/reader.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { openScan, RULES, temporaryHome } from "./testing/open-scan.ts";
import { TranscriptScan } from "./transcript-scan.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const MESSAGES = 4000;
const clock = { now: () => Date.now() };

/** The writing thread with one transcript of several megabytes, of which a part is read. */
async function openReading() {
  const home = temporaryHome();
  const lines = Array.from({ length: MESSAGES }, (_, number) => ({ text: `${number} ${"words ".repeat(200)}` }));
  writeSession(home, ONE, lines);
  const writer = createConversationThread("scan", {
    workerUrl: workerUrl("conversationWorker"),
    file: path.join(home, "data", "conversations.sqlite"),
    system: { home, env: {}, platform: process.platform },
    clock,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => writer.close());
  await writer.call("open");
  await writer.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  const step = () => writer.call("step", 1, clock.now());
  await step();
  expect((await writer.call("status")).messages).toBeLessThan(MESSAGES);
  const finish = async () => {
    while (!(await step()).finished);
    return (await writer.call("status")).messages;
  };
  return { writer, step, finish };
}

it("stores nothing more of a project that is forgotten while one of its transcripts is read", async () => {
  const { writer, step, finish } = await openReading();
  const during = step();
  await writer.call("forget", { project: "work" }, clock.now());
  await during;
  expect(await finish()).toBe(0);
});

it("starts over with a transcript that is reset while it is read", async () => {
  const { writer, finish } = await openReading();
  await writer.call("forget", { all: true }, clock.now());
  await writer.call("step", 1, clock.now());
  await writer.call("readAgain", { forgotten: true });
  expect(await finish()).toBe(MESSAGES);
});

it("closes a transcript when its read is interrupted, and continues at its last position", async () => {
  const { sources, store } = openScan();
  const positions: (string | null)[] = [];
  let open = 0;
  const endless: ConversationReader = {
    client: "endless",
    folders: () => [],
    find: async () => [{ path: "transcript", bytes: 1, modifiedAt: 1 }],
    async *read(_, position) {
      positions.push(position);
      open += 1;
      try {
        for (;;) yield { found: [], position: "reached", bytes: 1 };
      } finally {
        open -= 1;
      }
    },
  };
  const system = { home: "/", env: {}, platform: process.platform };
  const scan = new TranscriptScan({ readers: [endless], system, sources, store, now: clock.now });
  await scan.start({ clients: ["endless"], rules: RULES, retry: false });
  await scan.step(1);
  expect(open).toBe(1);
  scan.interrupt();
  await expect.poll(() => open).toBe(0);
  await scan.step(1);
  expect(positions).toEqual([null, "reached"]);
});
