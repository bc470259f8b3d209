import { expect, it } from "vitest";
import { writeSession } from "../conversations/testing/claude-transcripts.ts";
import type { ConversationPart, ConversationSession, ConversationStatus } from "../core/conversations.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

const ONE = "11111111-1111-4111-8111-111111111111";

it("surveys, reads, searches, shows and forgets conversations", { timeout: 300_000 }, async () => {
  const { folder, run, json } = await openServedCommandLine();
  writeSession(folder, ONE, [{ text: "Which queue?" }, { role: "assistant", text: "RabbitMQ \u001b[2J it is." }]);
  const survey = await run(["conversations", "survey"]);
  expect(survey.errors).toContain("Nothing is read");
  expect(survey.out).toMatch(/claude-code\s+off\s+1 transcript,/);
  expect((await run(["conversations", "scan"])).code).toBe(1);
  expect((await run(["conversations", "on", "claude-code"])).out).toContain("Read: claude-code");
  const status = await json<ConversationStatus>(["conversations", "scan", "--wait"]);
  expect(status).toMatchObject({ state: "idle", sessions: 1, messages: 2 });
  const { items } = await json<{ items: { session: ConversationSession }[] }>(["conversations", "search", "rabbitmq"]);
  const id = items[0]?.session.id ?? "";
  expect((await run(["conversations", "list"])).out).toContain(id);
  const ignored = await run(["conversations", "search", "rabbitmq tag:queue"]);
  expect(ignored.errors).toContain("conversations have no such filter: tag:");
  expect(await json(["conversations", "pause", "embedding"])).toMatchObject({ embeddingPaused: true });
  expect((await run(["conversations", "pause"])).out).toContain("Paused: reading and embedding");
  expect((await run(["conversations", "pause", "everything"])).code).toBe(2);
  const resumed = await json(["conversations", "resume"]);
  expect(resumed).toMatchObject({ readingPaused: false, embeddingPaused: false });
  const shown = await run(["conversations", "show", id]);
  expect(shown.out).toContain("RabbitMQ");
  expect(shown.out).not.toContain("\u001b[2J");
  expect((await json<ConversationPart>(["conversations", "show", id, "--around", "2"])).messages).toHaveLength(2);
  expect((await run(["conversations", "exclude", "--folder", "relative"])).code).toBe(1);
  const excluded = ["conversations", "exclude", "--folder", `${folder}/private/`];
  expect((await run(excluded)).out).toContain("Left out");
  expect((await run([...excluded, "--undo"])).out).not.toContain("Left out");
  expect((await run(["conversations", "keep", "3000"])).out).toContain("Kept for 3000 days");
  expect((await run(["conversations", "keep", "all"])).out).toContain("Kept without limit");
  expect(await run(["conversations", "forget", id])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Pass --yes to agree."),
  });
  expect((await run(["conversations", "forget", id, "--dry-run"])).out).toContain("Nothing was changed.");
  expect((await run(["conversations", "forget", id, "--yes"])).out).toContain("1 conversation with 2 messages");
  expect((await run(["conversations", "show", id])).code).toBe(4);
  expect((await run(["conversations", "forget"])).code).toBe(2);
  expect((await run(["conversations", "off", "claude-code"])).out).toContain("Read: none");
});
