import { describe, expect, it } from "vitest";
import { openTestStack } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { FULL_GRANT, OWNER } from "../core/caller.ts";
import type { HookAnswer } from "../mcp/hooks/hook-event.ts";

const ORDERS = "Orders are stored in PostgreSQL, because they need transactions across tables.";
const OTHERS = [
  "The staging deployment runs behind Caddy.",
  "Invoices are rendered with WeasyPrint.",
  "Translations are in gettext catalogues.",
  "The checkout tests use two workers.",
];
const PROMPT = "Why are the orders stored in PostgreSQL?";

async function open(): Promise<Stack> {
  const stack = await openTestStack();
  for (const content of [ORDERS, ...OTHERS]) await stack.service.capture(OWNER, { content, domain: "user" });
  return stack;
}

const post = (stack: Stack, event: string, body: unknown, token = stack.token) =>
  fetch(`${stack.origin}/hooks/${event}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function answer(stack: Stack, body: object, event = "UserPromptSubmit"): Promise<HookAnswer> {
  const response = await post(stack, event, body);
  expect(response.status).toBe(200);
  return (await response.json()) as HookAnswer;
}

describe("POST /hooks/{event}", () => {
  it("returns the text, its tokens and the complete ids of its memories", async () => {
    const stack = await open();
    const { text, tokens, memories } = await answer(stack, { prompt: PROMPT, session: "s" });
    expect(text).toContain(`> ${ORDERS}`);
    expect(tokens).toBeGreaterThan(50);
    const [id = ""] = memories;
    expect(await stack.service.get(OWNER, id)).toMatchObject({ content: ORDERS, recallCount: 0 });
    expect(memories).toHaveLength(1);
    expect(await answer(stack, { prompt: PROMPT, session: "s" })).toEqual({ text: null, tokens: 0, memories: [] });
  });

  it("gives a memory to one of two prompts that a session sends at the same time", async () => {
    const stack = await open();
    const answers = await Promise.all([1, 2, 3].map(() => answer(stack, { prompt: PROMPT, session: "s" })));
    expect(answers.flatMap(({ memories }) => memories)).toHaveLength(1);
  });

  it("gives each prompt everything if the client names no session", async () => {
    const stack = await open();
    for (let prompts = 0; prompts < 2; prompts += 1) {
      expect((await answer(stack, { prompt: PROMPT })).memories).toHaveLength(1);
    }
  });

  it("separates the sessions of clients that choose the same id", async () => {
    const stack = await open();
    await answer(stack, { prompt: PROMPT, session: "s" });
    const other = await post(
      stack,
      "UserPromptSubmit",
      { prompt: PROMPT, session: "s" },
      await stack.issue({}, "other"),
    );
    expect(((await other.json()) as HookAnswer).memories).toHaveLength(1);
  });

  it("gives a memory again if the answer did not reach the client", async () => {
    const { hooks } = await open();
    const caller = { ...OWNER, subject: "codex" };
    const ask = () => hooks.answer("UserPromptSubmit", { prompt: PROMPT, session: "s" }, caller, { injection: true });
    const { answer: lost, withdraw } = await ask();
    withdraw();
    expect((await ask()).answer).toEqual(lost);
    expect((await ask()).answer.text).toBeNull();
  });

  it("returns no memory that has expired, is superseded, is in the trash, or is out of the client's grant", async () => {
    const stack = await open();
    const { service } = stack;
    const prompt = "How many turbines does the generator hall have?";
    const capture = (content: string, more: object = {}) =>
      service.capture(OWNER, { content, domain: "user", ...more });
    const { memory: old } = await capture("The generator hall has two turbines.");
    const { memory: current } = await capture("The generator hall has three turbines.", { supersedes: old.id });
    await capture("The generator hall had one turbine.", { validUntil: "2020-01-01" });
    const { memory: deleted } = await capture("The generator hall has nine turbines.");
    await service.delete(OWNER, deleted.id);
    expect((await answer(stack, { prompt })).memories).toEqual([current.id]);
    const limited = await stack.issue({ ...FULL_GRANT, domains: ["other/place"] }, "limited");
    expect(await (await post(stack, "UserPromptSubmit", { prompt }, limited)).json()).toMatchObject({ text: null });
  });

  it("keeps the budget that the client names", async () => {
    const stack = await open();
    const { text, tokens } = await answer(stack, { maxTokens: 220 }, "SessionStart");
    expect(tokens).toBeLessThanOrEqual(220);
    expect(text).toContain("> ");
    expect((await answer(stack, {}, "SessionStart")).tokens).toBeGreaterThan(tokens);
  });

  it.each([
    [{ maxTokens: 10 }, "maxTokens"],
    [{ prompt: ["why"] }, "prompt"],
    [{ prompt: "x".repeat(8_001) }, "prompt"],
    [{ session: ["s"] }, "session"],
    [{ promt: "x" }, "promt"],
  ])("refuses %j and names the field", async (body, field) => {
    const stack = await openTestStack();
    const response = await post(stack, "UserPromptSubmit", body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: "invalid_argument", field });
    expect(error.message).toContain(field);
  });

  it("refuses unknown events, other methods and requests without a token", async () => {
    const stack = await openTestStack();
    expect((await post(stack, "Notification", {})).status).toBe(404);
    const headers = { authorization: `Bearer ${stack.token}` };
    expect((await fetch(`${stack.origin}/hooks/SessionStart`, { headers })).status).toBe(404);
    expect((await fetch(`${stack.origin}/hooks/SessionStart`, { method: "POST" })).status).toBe(401);
  });
});
