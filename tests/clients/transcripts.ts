import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { FoundMessage } from "../../electron/conversations/readers/reader.ts";
import { READERS } from "../../electron/conversations/readers/registry.ts";
import type { Page } from "../../electron/core/filter.ts";
import type { Memory } from "../../electron/core/memory.ts";
import type { MemoryUse } from "../../electron/core/use.ts";
import { TIMEOUT_MS } from "./check.ts";
import type { ClientHome } from "./home.ts";

/** The prompts of {@link ModelServer.callThrough}, and what the stand-in says at the end of a turn. */
const PROMPT = /^Please use (\w+) \([0-9a-f-]{36}\)\.$/;
const ANSWER = "Done.";

/**
 * Reads a client's transcripts of its sessions with the stand-in: the prompts and the answers only.
 * @returns a description of the result @throws Error if a prompt or an answer is missing, or if anything was added
 */
export async function checkTranscript(client: string, home: ClientHome): Promise<string> {
  const end = performance.now() + TIMEOUT_MS;
  let messages = await readMessages(client, home);
  // A client may write after it has shown the answer.
  while (!isComplete(messages) && performance.now() < end) {
    await setTimeout(100);
    messages = await readMessages(client, home);
  }
  const texts = messages.map(({ role, text }) => `${role}: ${text}`);
  assert.ok(isComplete(messages), `its transcript has ${JSON.stringify(texts)}`);
  const others = messages.filter(({ role, text }) => (role === "user" ? !PROMPT.test(text) : text !== ANSWER));
  assert.deepEqual(others, [], "its transcript has other texts");
  return `${messages.length} messages in its transcript`;
}

/**
 * Reads a client's transcripts as the window does, and waits until an answer in them has used a memory.
 * @throws Error if none has
 */
export async function checkUse(client: string, content: string, home: ClientHome): Promise<void> {
  const { items } = await home.ask<Page<Memory>>("memories.list", {});
  const memory = items.find((each) => each.content === content);
  assert.ok(memory, `there is no memory ${JSON.stringify(content)}`);
  await home.ask("conversations.updateSettings", { clients: [client] });
  const end = performance.now() + TIMEOUT_MS;
  const read = () => home.ask<MemoryUse>("use.ofMemory", { id: memory.id });
  let use = await read();
  while (use.used === 0 && performance.now() < end) {
    await home.ask("conversations.scan", {});
    await setTimeout(100);
    use = await read();
  }
  assert.ok(use.used > 0, `no answer has used it: ${JSON.stringify(use)}`);
}

function isComplete(messages: readonly FoundMessage[]): boolean {
  const hasPrompt = messages.some(({ role, text }) => role === "user" && PROMPT.exec(text)?.[1] === "capture_memory");
  return hasPrompt && messages.some(({ role, text }) => role === "assistant" && text === ANSWER);
}

async function readMessages(client: string, { env, userHome }: ClientHome): Promise<readonly FoundMessage[]> {
  const reader = READERS.find((each) => each.client === client);
  assert.ok(reader, `there is no reader for ${client}`);
  const messages: FoundMessage[] = [];
  for (const transcript of await reader.find({ home: userHome, env, platform: process.platform })) {
    for await (const { found } of reader.read(transcript, null)) {
      for (const each of found) {
        assert.notEqual(each.kind, "skipped", `its transcript has an unknown record: ${JSON.stringify(each)}`);
        if (each.kind === "message") messages.push(each.message);
      }
    }
  }
  return messages;
}
