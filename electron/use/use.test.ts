import { expect, it } from "vitest";
import { setUpApplications } from "../app/testing/open-application.ts";
import type { Application } from "../app.ts";
import { type Line, writeSession } from "../conversations/testing/claude-transcripts.ts";
import type { ConversationSession, ConversationStatus } from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { ClientUseDay, GivenOutcome, MemoryUse } from "../core/use.ts";
import type { HookAnswer } from "../mcp/hooks/hook-event.ts";
import type { IssuedToken } from "../window-api/contract.ts";

const { folder, startFirst, endpoint, ask } = setUpApplications();
const SESSION = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const PROMPT = "Where does the staging deployment run?";
const CADDY = "The staging deployment runs behind Caddy on the host kestrel-7, port 8443.";
const BACKUP = "The staging deployment has a nightly backup by Restic to Backblaze.";

async function openClient(application: Application) {
  await ask(application, "clients.updateGrant", { subject: "claude-code", access: "write" });
  const { token } = await ask<IssuedToken>(application, "clients.rotate", { subject: "claude-code" });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "recollect-project": "shop" };
  const post = async (address: string, body: unknown) => {
    const response = await fetch(new URL(address, endpoint().url), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return await response.json();
  };
  return {
    prompt: (session: string | undefined, prompt = PROMPT) =>
      post("/hooks/UserPromptSubmit", { prompt, session }) as Promise<HookAnswer>,
    call: (tool: string, args: unknown) => post(`/tools/${tool}`, args),
  };
}

async function capture(application: Application): Promise<readonly Memory[]> {
  const add = async (content: string) =>
    (await ask<{ memory: Memory }>(application, "memories.capture", { content, domain: "user" })).memory;
  return [await add(CADDY), await add(BACKUP)];
}

const ANSWERED: readonly Line[] = [
  { text: PROMPT, at: Date.now() },
  { role: "assistant", text: "It is behind Caddy on kestrel-7, at port 8443." },
];

/** Writes a session that starts now. */
function say(lines: readonly Line[] = ANSWERED, session = SESSION): void {
  const at = Date.now();
  const timed = lines.map((line, index) => ({ ...line, at: at + index * 100 }));
  writeSession(folder(), session, timed, { cwd: `${folder()}/shop`, place: `-${session}` });
}

async function read(application: Application): Promise<void> {
  await ask(application, "conversations.updateSettings", { clients: ["claude-code"] });
  await ask(application, "conversations.scan");
  await expect
    .poll(() => ask<ConversationStatus>(application, "conversations.status"), { interval: 100 })
    .toMatchObject({ state: "idle" });
}

const useOf = (application: Application, { id }: Memory) => ask<MemoryUse>(application, "use.ofMemory", { id });
const usedOnce = (application: Application, memory: Memory) =>
  expect.poll(() => useOf(application, memory), { interval: 100 }).toMatchObject({ given: 1, used: 1 });

it("shows which memory of a hook an answer used, in which conversation, and forgets it with the conversation", async () => {
  const application = await startFirst();
  const [caddy, backup] = (await capture(application)) as [Memory, Memory];
  const client = await openClient(application);
  expect((await client.prompt(SESSION)).memories.toSorted()).toEqual([caddy.id, backup.id].toSorted());
  expect(await useOf(application, caddy)).toEqual({ given: 1, used: 0, unknown: 1, last: null });

  say();
  await read(application);
  await usedOnce(application, caddy);
  const { items } = await ask<Page<ConversationSession>>(application, "conversations.sessions", {});
  const conversation = items[0]?.id;
  expect(await useOf(application, caddy)).toMatchObject({ last: { conversation, message: 2, client: "claude-code" } });
  expect(await useOf(application, backup)).toEqual({ given: 1, used: 0, unknown: 0, last: null });
  const span = { subject: "claude-code", from: "2026-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" };
  const outcomes = await ask<readonly GivenOutcome[]>(application, "use.between", span);
  expect(outcomes.map(({ memory, used }) => [memory, used]).toSorted()).toEqual(
    [
      [caddy.id, true],
      [backup.id, false],
    ].toSorted(),
  );
  expect(await ask<readonly ClientUseDay[]>(application, "use.byClient")).toMatchObject([
    { subject: "claude-code", given: 2, used: 1, unknown: 0 },
  ]);

  await ask(application, "conversations.forget", { session: conversation });
  expect(await useOf(application, caddy)).toEqual({ given: 1, used: 0, unknown: 1, last: null });
  await ask(application, "conversations.scan");
  await read(application);
  expect(await useOf(application, caddy)).toMatchObject({ used: 0, unknown: 1 });
});

it("joins a search without a session by client, project and time", async () => {
  const application = await startFirst();
  const [caddy] = (await capture(application)) as [Memory, Memory];
  const client = await openClient(application);
  await client.call("search_memories", { query: "staging deployment Caddy", limit: 1 });
  say();
  await read(application);
  await usedOnce(application, caddy);
});

it("does not join a search without a session if two conversations took place at that time", async () => {
  const application = await startFirst();
  const [caddy, backup] = (await capture(application)) as [Memory, Memory];
  const client = await openClient(application);
  await client.prompt(SESSION);
  await client.call("search_memories", { query: "nightly backup Restic Backblaze", limit: 1 });
  say();
  say([{ text: "Where are backups?" }, { role: "assistant", text: "Restic sends them to Backblaze nightly." }], OTHER);
  await read(application);
  await usedOnce(application, caddy);
  expect(await useOf(application, backup)).toMatchObject({ given: 2, used: 0, unknown: 1 });
});

it("compares a conversation once more when it continues", async () => {
  const application = await startFirst();
  const [caddy] = (await capture(application)) as [Memory, Memory];
  const client = await openClient(application);
  await client.prompt(SESSION);
  say([{ text: PROMPT }, { role: "assistant", text: "I will look at the hosting panel." }]);
  await read(application);
  await expect
    .poll(() => useOf(application, caddy), { interval: 100 })
    .toMatchObject({ given: 1, used: 0, unknown: 0 });
  const more = [
    { text: "And?" },
    { role: "assistant" as const, text: "It is behind Caddy on kestrel-7, at port 8443." },
  ];
  const timed = more.map((line, index) => ({ ...line, at: Date.now() + index * 100 }));
  const cwd = `${folder()}/shop`;
  writeSession(folder(), SESSION, timed, { cwd, place: `-${SESSION}`, from: 2, append: true });
  await read(application);
  await usedOnce(application, caddy);
});

it("records nothing while it is off, and deletes the records", async () => {
  const application = await startFirst();
  const [caddy] = (await capture(application)) as [Memory, Memory];
  const client = await openClient(application);
  await client.prompt(SESSION);
  expect(await useOf(application, caddy)).toMatchObject({ given: 1 });
  await ask(application, "settings.update", { use: false });
  await expect.poll(() => useOf(application, caddy)).toMatchObject({ given: 0 });
  await client.prompt("another session");
  expect(await useOf(application, caddy)).toMatchObject({ given: 0 });
  await ask(application, "settings.update", { use: true });
  await client.prompt("a third session");
  expect(await useOf(application, caddy)).toMatchObject({ given: 1 });
});
