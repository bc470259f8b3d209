import { expect, it } from "vitest";
import { setUpApplications } from "../app/testing/open-application.ts";
import type { Application } from "../app.ts";
import { type Line, writeSession } from "../conversations/testing/claude-transcripts.ts";
import type { ConversationSession, ConversationSettings, ConversationStatus } from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import type { Proposal } from "../core/inbox.ts";
import type { Memory } from "../core/memory.ts";
import type { Suggestion, SuggestionCounts, SuggestionLearning } from "../core/suggestions.ts";
import type { IssuedToken } from "../window-api/contract.ts";

const HOUR_MS = 60 * 60_000;
const { folder, startFirst, endpoint, ask } = setUpApplications();
const RULE = "From now on, always round invoices per line and never per invoice.";
const CAUSE =
  "**The problem**: `queue.ts` closes the channel before the last message is acknowledged, because `ack()` must be called after `flush()`, not before.";

/** Writes a session whose last message was said some hours ago. */
function say(number: number, lines: readonly Line[], hoursAgo = 2, cwd = `${folder()}/shop`): void {
  const session = `${String(number).padStart(8, "0")}-1111-4111-8111-111111111111`;
  const at = Date.now() - hoursAgo * HOUR_MS;
  writeSession(
    folder(),
    session,
    lines.map((line, index) => ({ at: at + index * 1000, ...line })),
    { cwd, place: `-s${number}` },
  );
}

async function readAll(application: Application, sessions: number): Promise<void> {
  await ask(application, "conversations.updateSettings", { clients: ["claude-code"] });
  await expect
    .poll(() => ask<ConversationStatus>(application, "conversations.status"), { interval: 100 })
    .toMatchObject({ state: "idle", sessions });
}

const listOf = async (application: Application, state = "waiting") =>
  (await ask<Page<Suggestion>>(application, "suggestions.list", { state, limit: 100 })).items;
const waitingOf = (application: Application, count: number) =>
  expect
    .poll(() => ask<SuggestionCounts>(application, "suggestions.counts"), { interval: 100 })
    .toMatchObject({ waiting: count });
const memoriesOf = (application: Application) => ask<number>(application, "memories.count", {});

const TALK: readonly Line[] = [
  { text: "the import of invoices fails" },
  { role: "assistant", text: `Let me look at the logs.\n\n## Root cause\n\n${CAUSE}\n\nLet me know if you want more.` },
  { text: `${RULE} The key is AKIAIOSFODNN7EXAMPLE.` },
  { role: "assistant", text: "Done." },
];

it("suggests passages, requests to remember first, and stores no memory before the owner keeps it", async () => {
  say(1, TALK);
  const application = await startFirst();
  await readAll(application, 1);
  await waitingOf(application, 2);
  const [first, second] = await listOf(application);
  expect(first).toMatchObject({ isExplicit: true, kind: "rule", namespace: "patterns", role: "user", message: 3 });
  expect(first?.text).toContain(RULE);
  expect(first?.text).not.toContain("AKIAIOSFODNN7EXAMPLE");
  expect(second).toMatchObject({ text: CAUSE, isExplicit: false, kind: "learning", role: "assistant", message: 2 });
  expect(await memoriesOf(application)).toBe(0);

  const content = "Round invoices per line.";
  const kept = await ask<Memory>(application, "suggestions.keep", { id: first?.id, content });
  const source = `recollect://conversation/${first?.conversation}#3`;
  expect(kept).toMatchObject({ content, namespace: "patterns", source });
  await ask(application, "suggestions.reject", { id: second?.id });
  expect(await ask(application, "suggestions.counts")).toEqual({ waiting: 0, rejected: 1 });
  expect(await ask<SuggestionLearning>(application, "suggestions.learning")).toMatchObject({ kept: 1, rejected: 1 });
  await expect(ask(application, "suggestions.keep", { id: second?.id })).rejects.toMatchObject({ code: "conflict" });

  await ask(application, "suggestions.reopen", { id: first?.id });
  await ask(application, "suggestions.reopen", { id: second?.id });
  expect(await memoriesOf(application)).toBe(0);
  expect(await ask(application, "suggestions.counts")).toEqual({ waiting: 2, rejected: 0 });
  expect(await ask(application, "suggestions.learning")).toEqual({ kept: 0, rejected: 0, kinds: {} });
});

it("suggests nothing that a memory, a proposal or a rejected suggestion says, nor from a session that is not quiet or old", async () => {
  say(1, TALK);
  say(
    2,
    TALK.map(({ role = "user", text }) => ({ role, text: `${text} ` })),
    3,
  );
  say(3, [{ text: "Remember that the shop closes at six on Fridays." }], 0);
  say(4, [{ text: "Remember that the harbour opens at nine on Mondays." }], 24 * 40);
  const application = await startFirst();
  await ask(application, "memories.capture", { content: CAUSE, namespace: "learnings", domain: "user" });
  await readAll(application, 4);
  await waitingOf(application, 1);
  expect((await listOf(application)).map(({ isExplicit }) => isExplicit)).toEqual([true]);
});

it("shows ten suggestions a day, three of a session, and all requests to remember", async () => {
  const areas = ["harbour", "bakery", "library", "museum", "station", "garden", "market", "school"];
  const causesOf = (area: string) =>
    ["one", "two", "three", "four", "five"].map((word) => {
      const [file, subject, object, first, second] = ["f", "s", "o", "a", "b"].map(
        (letter) => `${area}${letter}${word}`,
      );
      return `**The problem**: \`${file}.ts\` reads the ${subject} before the ${object}, because \`${first}()\` must be called after \`${second}()\`, not before.`;
    });
  areas.forEach((area, index) => {
    const lines: Line[] = [
      { text: "it is broken" },
      { role: "assistant", text: `## Root cause\n\n${causesOf(area).join("\n\n")}` },
      { text: `Remember: zone${index} belongs to ${area}team since ${area}day.` },
    ];
    say(index + 1, lines, 2 + index);
  });
  const application = await startFirst();
  await readAll(application, areas.length);
  await waitingOf(application, areas.length + 10);
  const shown = await listOf(application);
  expect(shown.filter(({ isExplicit }) => isExplicit)).toHaveLength(areas.length);
  const others = shown.filter(({ isExplicit }) => !isExplicit);
  const bySession = Map.groupBy(others, ({ conversation }) => conversation);
  expect(Math.max(...[...bySession.values()].map(({ length }) => length))).toBe(3);
  // The newest sessions come first.
  expect(others.every(({ text }) => /harbour|bakery|library|museum/.test(text))).toBe(true);
});

it("suggests nothing more of a project or client that the owner left out, and nothing while it is switched off", async () => {
  say(1, TALK);
  say(2, [{ text: "Remember that the garden gate is locked at eight." }], 3, `${folder()}/garden`);
  const application = await startFirst();
  await readAll(application, 2);
  await waitingOf(application, 3);
  const garden = (await listOf(application)).find(({ text }) => text.includes("garden"));
  expect(await ask<number>(application, "suggestions.exclude", { id: garden?.id, what: "project" })).toBe(1);
  expect(await ask(application, "conversations.settings")).toMatchObject({ unsuggestedProjects: ["garden"] });
  const [rest] = await listOf(application);
  expect(await ask<number>(application, "suggestions.exclude", { id: rest?.id, what: "client" })).toBe(2);
  const settings = await ask<ConversationSettings>(application, "conversations.settings");
  expect(settings.unsuggestedClients).toEqual(["claude-code"]);
  await ask(application, "conversations.updateSettings", { unsuggestedClients: [], suggestions: false });
  say(3, [{ text: "Remember that the museum is closed on Tuesdays." }], 4);
  await ask(application, "conversations.scan", {});
  await readAll(application, 3);
  expect(await ask(application, "suggestions.counts")).toEqual({ waiting: 0, rejected: 0 });
});

it("removes the suggestions of a conversation that is forgotten", async () => {
  say(1, TALK);
  const application = await startFirst();
  await readAll(application, 1);
  await waitingOf(application, 2);
  const { items } = await ask<Page<ConversationSession>>(application, "conversations.sessions", {});
  await ask(application, "conversations.forget", { session: items[0]?.id });
  expect(await listOf(application)).toEqual([]);
});

async function call(token: string, name: string, args: object) {
  const response = await fetch(new URL(`/tools/${name}`, endpoint().url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function issue(application: Application, grant: object): Promise<string> {
  const name = `client-${Math.random()}`;
  const places = { access: "write", domains: null, namespaces: null, expiresAt: null };
  const { token } = await ask<IssuedToken>(application, "clients.createToken", { name, ...places, ...grant });
  await ask(application, "clients.updateGrant", { subject: name, conversations: true });
  return token;
}

it("lets a client with the scope of conversations rewrite suggestions, which become proposals", async () => {
  say(1, TALK);
  const application = await startFirst();
  await readAll(application, 1);
  await waitingOf(application, 2);
  const token = await issue(application, {});
  const { suggestions } = (await call(token, "list_suggestions", {})).body as { suggestions: Suggestion[] };
  expect(suggestions.map(({ kind }) => kind)).toEqual(["rule", "learning"]);
  const [rule, learning] = suggestions;
  const content = "Invoices are rounded per line, never per invoice.";
  expect((await call(token, "propose", { id: rule?.id, content })).status).toBe(200);
  expect(await ask(application, "suggestions.counts")).toMatchObject({ waiting: 1 });
  const { items } = await ask<Page<Proposal>>(application, "inbox.list", { state: "waiting", limit: 10 });
  expect(items.map(({ memory }) => memory)).toMatchObject([
    { content, namespace: "patterns", source: expect.stringMatching(/^recollect:\/\/conversation\/.*#3$/) as string },
  ]);
  expect(await memoriesOf(application)).toBe(0);

  expect((await call(token, "propose", { id: rule?.id, content })).status).toBe(404);
  const elsewhere = await issue(application, { domains: ["acme/other"] });
  expect((await call(elsewhere, "list_suggestions", {})).body).toMatchObject({ suggestions: [] });
  expect((await call(elsewhere, "propose", { id: learning?.id, content: CAUSE })).status).toBe(404);
  const reader = await issue(application, { access: "read" });
  expect((await call(reader, "propose", { id: learning?.id, content: CAUSE })).status).toBe(403);
  expect(await ask(application, "suggestions.counts")).toMatchObject({ waiting: 1 });
});
