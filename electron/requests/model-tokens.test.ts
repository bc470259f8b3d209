import { describe, expect, it } from "vitest";
import type { ObservedExchange } from "../core/request-log.ts";
import { estimateTokens } from "../core/token-estimate.ts";
import { tokensOf } from "./model-tokens.ts";
import { HOUR, logFolderForEachTest, START } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

/** An exchange with these bodies, and their sizes. */
function exchangeOf(method: string, request: unknown, response: unknown, more: Partial<ObservedExchange> = {}) {
  const [requestBody, responseBody] = [request, response].map((body) => JSON.stringify(body));
  return exchange({
    method,
    requestBody,
    responseBody,
    requestBytes: requestBody?.length,
    responseBytes: responseBody?.length,
    ...more,
  });
}

/** A day in the machine's time zone, as ISO 8601 writes it. */
const localDay = (at: number) => new Date(at).toLocaleDateString("sv");
const long = "A fact that is long enough to be counted. ".repeat(20);

describe("tokens of an exchange", () => {
  it("counts the arguments of a tool call, and the longer form of its result", () => {
    const args = { query: "package manager" };
    const structuredContent = { results: [{ id: "01", content: long }] };
    const result = { content: [{ type: "text", text: long }], structuredContent };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_memories", arguments: args } };
    expect(tokensOf(exchangeOf("tools/call", call, { jsonrpc: "2.0", id: 1, result }))).toEqual({
      tokensIn: estimateTokens(JSON.stringify(["search_memories", args])),
      tokensOut: estimateTokens(JSON.stringify(structuredContent)),
    });
  });

  it("counts of the tool definitions what clients send to their models, without output schemas", () => {
    const tool = { name: "a", description: "Does it.", inputSchema: { type: "object" } };
    const list = (more: object) => exchangeOf("tools/list", {}, { result: { tools: [{ ...tool, ...more }] } });
    const { tokensIn, tokensOut } = tokensOf(list({}));
    expect([tokensIn, tokensOut]).toEqual([0, estimateTokens(JSON.stringify([Object.values(tool)]))]);
    expect(tokensOf(list({ outputSchema: { type: "object", description: long } }))).toEqual({ tokensIn, tokensOut });
  });

  it.each<[string, unknown]>([
    ["initialize", { result: { instructions: long, capabilities: { tools: {} } } }],
    ["prompts/get", { result: { messages: [{ role: "user", content: { type: "text", text: long } }] } }],
    ["resources/read", { result: { contents: [{ uri: "recollect://a", mimeType: "text/plain", text: long }] } }],
    ["POST /hooks/UserPromptSubmit", { text: long, tokens: estimateTokens(long), memories: ["01"] }],
    ["tools/call", { error: { code: -32_602, message: long } }],
  ])("counts the text of %s", (method, response) => {
    expect(tokensOf(exchangeOf(method, {}, response)).tokensOut).toBe(estimateTokens(long));
  });

  it("counts nothing that no model sees", () => {
    for (const method of ["ping", "notifications/initialized", "resources/list", "POST /mcp"]) {
      expect(tokensOf(exchangeOf(method, { a: long }, { result: { a: long } }))).toEqual({ tokensIn: 0, tokensOut: 0 });
    }
    const nothing = exchangeOf("POST /hooks/UserPromptSubmit", { prompt: long }, { text: null, tokens: 0 });
    expect(tokensOf(nothing)).toEqual({ tokensIn: 0, tokensOut: 0 });
    const sent = exchangeOf("tools/call", {}, { result: { content: [{ text: long }] } }, { direction: "sent" });
    expect(tokensOf(sent).tokensOut).toBe(0);
  });

  it("estimates a body that is incomplete or dropped by its size", () => {
    const body = JSON.stringify({ result: { content: [{ text: long }] } });
    const half = exchange({ responseBody: body.slice(0, body.length / 2), responseBytes: body.length });
    const { tokensOut } = tokensOf(half);
    expect(tokensOut / estimateTokens(body)).toBeGreaterThan(0.8);
    expect(tokensOut / estimateTokens(body)).toBeLessThan(1.2);
    expect(tokensOf(exchange({ responseBody: null, responseBytes: 4000 })).tokensOut).toBe(1000);
  });
});

describe("tokens of a long text", () => {
  it("are estimated from samples, close to the estimate of the complete text", () => {
    const text = Array.from({ length: 300 }, (_, index) => {
      return `Rule ${index}: \`getUser(${index * 7})\` returns {"name": "…", "id": ${index}}, 第${index}条规则。`;
    }).join("\n");
    const result = { content: [{ type: "text", text }] };
    const { tokensOut } = tokensOf(exchangeOf("tools/call", {}, { result }));
    expect(tokensOut / estimateTokens(text)).toBeGreaterThan(0.9);
    expect(tokensOut / estimateTokens(text)).toBeLessThan(1.1);
  });
});

describe("tokens in the log", () => {
  const hook = (text: string | null) =>
    exchangeOf(
      "POST /hooks/UserPromptSubmit",
      { prompt: "why" },
      { text, tokens: estimateTokens(text ?? "") },
      {
        target: "UserPromptSubmit",
        transport: "rest",
        era: null,
        client: { name: "codex", version: "" },
      },
    );

  it("are in each row, and in sums of each client and day, which clearing the log removes", async () => {
    const log = openLog();
    place.now = START - 24 * HOUR;
    await recorded(log, [hook(long)]);
    place.now = START;
    await recorded(log, [exchange(), hook(long), hook(null), hook(long)]);
    const tokens = estimateTokens(long);
    const { items } = await log.list({}, 10, null);
    expect(items.map(({ tokensOut }) => tokensOut)).toEqual([tokens, 0, tokens, expect.any(Number), tokens]);
    const [client] = await log.clientActivity();
    expect(client?.tokenDays).toMatchObject([
      { day: localDay(START), tokensOut: 2 * tokens },
      { day: localDay(START - 24 * HOUR), tokensIn: 0, tokensOut: tokens },
    ]);
    const [first] = items;
    expect(await log.get(first?.id ?? 0)).toMatchObject({ tokensIn: 0, tokensOut: tokens });
    await log.clear();
    await recorded(log, [exchange({ method: "ping" })]);
    expect(await log.clientActivity()).toMatchObject([{ name: "codex", tokenDays: [] }]);
  });

  it("finds the text that hooks added to conversations, and keeps the known facts of their client", async () => {
    const log = openLog();
    await recorded(log, [exchange({ transport: "stdio" })]);
    await recorded(log, [hook(long), hook(null)]);
    const found = async (injected: boolean) => (await log.list({ injected }, 10, null)).items.map(({ id }) => id);
    expect([await found(true), await found(false)]).toEqual([[2], [3, 1]]);
    const known = { version: "0.169.0", transport: "stdio", era: "2025", lastMethod: "UserPromptSubmit" };
    expect(await log.clientActivity()).toMatchObject([known]);
    await recorded(log, [hook(long), exchange({ transport: "stdio" }), hook(long)]);
    expect(await log.clientActivity()).toMatchObject([known]);
  });

  it("keeps 30 days of a client", async () => {
    const log = openLog();
    const days = Array.from({ length: 33 }, (_, day) => START - (33 - day) * 24 * HOUR);
    await recorded(
      log,
      days.map((at) => ({ ...hook(long), at })),
    );
    const [client] = await log.clientActivity();
    expect(client?.tokenDays).toHaveLength(30);
    expect(client?.tokenDays[0]?.day).toBe(localDay(START - 24 * HOUR));
  });
});
