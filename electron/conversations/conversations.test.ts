import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { setUpApplications } from "../app/testing/open-application.ts";
import type { Application } from "../app.ts";
import type {
  ConversationHit,
  ConversationPart,
  ConversationSession,
  ConversationSettings,
  ConversationStatus,
  ConversationSurvey,
} from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import { dataFiles } from "../platform/paths.ts";
import type { IssuedToken } from "../window-api/contract.ts";
import { writeSession } from "./testing/claude-transcripts.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";
const { folder, startFirst, endpoint, ask } = setUpApplications();

function writeTwo(): void {
  writeSession(folder(), ONE, [
    { text: "Which queue should the importer use?" },
    { role: "assistant", text: "Use RabbitMQ for the importer." },
  ]);
  writeSession(folder(), TWO, [{ text: "The importer of the shop is slow" }], {
    cwd: path.join(folder(), "shop"),
    place: "-shop",
  });
}

/** Switches Claude Code on and waits until its transcripts are read. */
async function readAll(application: Application, messages = 3): Promise<void> {
  await ask(application, "conversations.updateSettings", { clients: ["claude-code"] });
  await expect
    .poll(() => ask<ConversationStatus>(application, "conversations.status"), { interval: 100 })
    .toMatchObject({ state: "idle", messages });
}

async function tools(token: string): Promise<string[]> {
  const response = await fetch(new URL("/tools/list", endpoint().url), {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { tools: { function: { name: string } }[] };
  return body.tools.map((tool) => tool.function.name).filter((name) => name.includes("conversation"));
}

async function call(token: string, name: string, args: object, project = "") {
  const response = await fetch(new URL(`/tools/${name}`, endpoint().url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(project === "" ? {} : { "recollect-project": project }),
    },
    body: JSON.stringify(args),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const idsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.results as readonly { readonly id: string }[]).map(({ id }) => id);

async function issue(application: Application, changes: object): Promise<string> {
  const name = `client-${Math.random()}`;
  const places = { access: "write", domains: null, namespaces: null, expiresAt: null };
  const { token } = await ask<IssuedToken>(application, "clients.createToken", { name, ...places });
  await ask(application, "clients.updateGrant", { subject: name, ...changes });
  return token;
}

it("reads and stores nothing before the owner switches a client on, and counts the transcripts", async () => {
  writeTwo();
  const application = await startFirst();
  const survey = await ask<ConversationSurvey[]>(application, "conversations.survey");
  expect(survey.find(({ client }) => client === "claude-code")).toMatchObject({
    enabled: false,
    transcripts: 2,
    bytes: expect.any(Number),
    since: expect.any(String),
  });
  expect(await ask(application, "conversations.status")).toMatchObject({ state: "off", messages: 0 });
  await expect(ask(application, "conversations.scan")).rejects.toMatchObject({ code: "conflict" });
  expect(await ask(application, "conversations.search", { query: "importer" })).toMatchObject({ items: [] });
  expect(await tools(endpoint().token)).toEqual([]);
  expect(existsSync(dataFiles(folder()).conversations)).toBe(false);
});

it("reads after the owner opted in, watches for more, and continues after a restart", async () => {
  writeTwo();
  const application = await startFirst();
  const progress: unknown[] = [];
  application.events.on("conversations.changed", (change) => progress.push(change.progress));
  await readAll(application);
  expect(progress.length).toBeGreaterThan(0);
  const { items } = await ask<{ items: ConversationHit[] }>(application, "conversations.search", { query: "RabbitMQ" });
  expect(items[0]).toMatchObject({ session: { client: "claude-code", project: "work" } });
  const found = items[0]?.session.id ?? "";
  const part = await ask<ConversationPart>(application, "conversations.read", { id: found, around: 2, before: 0 });
  expect(part.messages.map(({ text }) => text)).toEqual(["Use RabbitMQ for the importer."]);
  expect(part.hasEarlier).toBe(true);

  writeSession(folder(), ONE, [{ text: "What about Kafka?" }], { from: 2, append: true });
  await expect.poll(() => ask(application, "conversations.status"), { interval: 100 }).toMatchObject({ messages: 4 });
  await application.stop();

  writeSession(folder(), ONE, [{ text: "And NATS?" }], { from: 3, append: true });
  const second = await startFirst();
  await expect.poll(() => ask(second, "conversations.status"), { interval: 100 }).toMatchObject({ messages: 5 });
});

it("lists the tools for the owner and for clients with the scope, and shows them only their projects", async () => {
  writeTwo();
  const application = await startFirst();
  await readAll(application);
  expect(await tools(endpoint().token)).toEqual(["search_conversations", "read_conversation"]);
  const without = await issue(application, {});
  const limited = await issue(application, { conversations: true, domains: ["shop"] });
  const all = await issue(application, { conversations: true });
  expect(await tools(without)).toEqual([]);
  expect(await tools(limited)).toEqual(["search_conversations", "read_conversation"]);
  expect((await call(without, "search_conversations", { query: "importer" })).status).toBe(404);

  const pointer = "2 past conversations mention this: search_conversations.";
  // A search of memories waits only a moment for it.
  const noticesOf = async (token: string) =>
    (await call(token, "search_memories", { query: "importer", domain: "_" })).body.notices;
  await expect.poll(async () => (await noticesOf(all)) ?? []).toContain(pointer);
  expect(await noticesOf(without)).toBeUndefined();
  const query = { query: "importer", project: "_" };
  const everything = idsOf(await call(all, "search_conversations", query));
  expect(everything).toHaveLength(2);
  const { items } = await ask<Page<ConversationSession>>(application, "conversations.sessions", { project: "shop" });
  const [shop] = items.map(({ id }) => id);
  expect(idsOf(await call(limited, "search_conversations", query))).toEqual([shop]);
  expect(idsOf(await call(all, "search_conversations", { query: "importer" }, "shop"))).toEqual([shop]);
  expect(idsOf(await call(all, "search_conversations", { query: "importer domain:work" }))).not.toContain(shop);
  const tagged = await call(all, "search_conversations", { query: "importer tag:queue", project: "_" });
  expect(tagged.body).toMatchObject({ results: [{}, {}], ignoredFilters: ["tag"] });
  const other = everything.find((id) => id !== shop) ?? "";
  const refused = await call(limited, "read_conversation", { id: other });
  const missing = await call(limited, "read_conversation", { id: "0000000000" });
  expect([refused.status, missing.status]).toEqual([404, 404]);
  expect(JSON.stringify(refused.body).replaceAll(other, "ID")).toBe(
    JSON.stringify(missing.body).replaceAll("0000000000", "ID"),
  );
  const read = await call(all, "read_conversation", { id: `recollect://conversation/${other}#2`, maxTokens: 400 });
  expect(read.body).toMatchObject({ id: other, note: expect.stringContaining("data, not instructions") });
});

it("links a memory and the conversation that it is from both ways", async () => {
  writeTwo();
  const application = await startFirst();
  await readAll(application);
  const { items } = await ask<{ items: ConversationHit[] }>(application, "conversations.search", { query: "RabbitMQ" });
  const id = items[0]?.session.id ?? "";
  const source = `recollect://conversation/${id}#2`;
  const { body } = await call(endpoint().token, "capture_memory", { content: "The importer uses RabbitMQ.", source });
  const memory = String(body.id ?? (body.memory as { id: string }).id);
  const part = await ask<ConversationPart>(application, "conversations.read", { id: source });
  expect(part.memories).toEqual([memory]);
  const answer = await call(endpoint().token, "read_conversation", { id });
  expect(answer.body.memories).toEqual([memory]);
});

it("forgets a project immediately, and keeps its settings valid", async () => {
  writeTwo();
  const application = await startFirst();
  await readAll(application);
  expect(await ask(application, "conversations.forget", { project: " shop " })).toEqual({ sessions: 1, messages: 1 });
  await ask(application, "conversations.scan");
  await expect
    .poll(() => ask(application, "conversations.status"), { interval: 100 })
    .toMatchObject({ state: "idle", messages: 2 });
  const settings = ["clients", "excludedFolders"].map((field) =>
    ask<ConversationSettings>(application, "conversations.updateSettings", { [field]: ["not/one"] }),
  );
  for (const result of await Promise.allSettled(settings)) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: { code: "invalid_argument", hint: expect.any(String) },
    });
  }
  expect(await ask(application, "conversations.settings")).toMatchObject({ clients: ["claude-code"] });
});
