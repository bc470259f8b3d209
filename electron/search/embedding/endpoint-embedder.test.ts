import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { workerUrl as urlOfWorker } from "../../../tests/testing/entries.ts";
import type { Embedder } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import { createEmbedder, type EmbedderOptions } from "./embedder.ts";
import type { ModelSource } from "./model-source.ts";

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly input: string[] };
}

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let server: Server;
let url: string;
let received: Received[];
let reply: (request: Received) => { readonly status: number; readonly body: unknown };
let delayMs: number;
let embedder: Embedder | undefined;

/** The vector that the test servers return for a text. */
const vectorOf = (input: string) => [input.length, 1, 0];

function open(source: ModelSource, options: Partial<EmbedderOptions> = {}): Embedder {
  const workerUrl = urlOfWorker("embeddingWorker");
  embedder = createEmbedder({ source, modelFolder: "", workerUrl, logger: quiet, retryMs: 0, ...options });
  return embedder;
}

beforeEach(async () => {
  received = [];
  delayMs = 0;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const parsed = { path: request.url, headers: request.headers, body: JSON.parse(body) };
      received.push(parsed);
      const answer = reply(parsed);
      setTimeout(() => {
        response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await embedder?.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

describe("Ollama", () => {
  beforeEach(() => {
    reply = ({ body }) => ({ status: 200, body: { embeddings: body.input.map(vectorOf) } });
  });

  it("embeds in order and in batches, with prefixes, and normalises the vectors", async () => {
    const prefixes = { query: "search_query: ", passage: "search_document: " };
    const ollama = open({ kind: "ollama", url, model: "nomic-embed-text", prefixes });
    const embeddings = await ollama.embed(
      Array.from({ length: 20 }, (_, index) => "x".repeat(index)),
      "passage",
    );
    expect(received.map(({ path, body }) => [path, body.model, body.input.length])).toEqual([
      ["/api/embed", "nomic-embed-text", 16],
      ["/api/embed", "nomic-embed-text", 4],
    ]);
    expect(received[0]?.body.input[1]).toBe("search_document: x");
    expect(embeddings).toHaveLength(20);
    const { vector = [], lettersPerPiece } = embeddings[7] ?? {};
    expect(lettersPerPiece).toBeNull();
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(vector[0]).toBeCloseTo((17 + 7) / Math.hypot(17 + 7, 1), 6);
    expect(ollama.dimensions).toBe(3);
    expect(ollama.status()).toEqual({ state: "ready", model: "nomic-embed-text" });
    expect(ollama.fingerprint).toBe(`nomic-embed-text/ollama/${new URL(url).host}`);
  });

  it("warms up in the background", async () => {
    const ollama = open({ kind: "ollama", url: `${url}/`, model: "m" });
    expect(ollama.status().state).toBe("idle");
    ollama.warmUp();
    await vi.waitFor(() => expect(ollama.status().state).toBe("ready"), 30_000);
  });

  it("names the model to pull if it is missing, and recovers", async () => {
    reply = () => ({ status: 404, body: { error: 'model "m" not found' } });
    const ollama = open({ kind: "ollama", url, model: "m" });
    await expect(ollama.embed(["text"], "query")).rejects.toMatchObject({
      hint: expect.stringContaining("ollama pull m"),
    });
    expect(ollama.status()).toMatchObject({ state: "failed", error: { message: expect.stringContaining("404") } });
    reply = ({ body }) => ({ status: 200, body: { embeddings: body.input.map(vectorOf) } });
    await ollama.embed(["text"], "query");
    expect(ollama.status().state).toBe("ready");
  });

  it("fails if the server does not respond, and does not retry immediately", async () => {
    await new Promise((resolve) => server.close(resolve));
    const ollama = open({ kind: "ollama", url, model: "m" }, { retryMs: 60_000 });
    await expect(ollama.embed(["text"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("does not respond"),
      hint: expect.stringContaining("Start Ollama"),
    });
    await expect(ollama.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("limits the time of a query and tries again", async () => {
    const ollama = open({ kind: "ollama", url, model: "m" }, { queryTimeoutMs: 50 });
    await ollama.embed(["text"], "passage");
    delayMs = 5000;
    await expect(ollama.embed(["text"], "query")).rejects.toThrow("did not respond in time");
    expect(ollama.status().state).toBe("failed");
    delayMs = 0;
    // On a busy machine a response can take longer than the limit.
    await expect.poll(() => ollama.embed(["text"], "query")).toHaveLength(1);
  });

  it("cancels a running request", async () => {
    const abort = new AbortController();
    reply = ({ body }) => {
      abort.abort();
      return { status: 200, body: { embeddings: body.input.map(vectorOf) } };
    };
    const ollama = open({ kind: "ollama", url, model: "m" });
    await expect(ollama.embed(["text"], "passage", abort.signal)).rejects.toMatchObject({ code: "cancelled" });
    expect(ollama.status().state).toBe("idle");
  });

  it.each([
    ["no vectors", { embeddings: [] }, "an unexpected count or size"],
    ["vectors of two lengths", { embeddings: [[1, 2], [1]] }, "an unexpected count or size"],
    ["something else", { choices: [] }, "an unexpected response"],
  ])("refuses a response with %s", async (_, body, message) => {
    reply = () => ({ status: 200, body });
    const ollama = open({ kind: "ollama", url, model: "m" });
    await expect(ollama.embed(["one", "two"], "passage")).rejects.toThrow(message);
  });
});

describe("an OpenAI-compatible server", () => {
  beforeEach(() => {
    reply = ({ body }) => ({
      status: 200,
      body: { data: body.input.map((input, index) => ({ index, embedding: vectorOf(input) })).reverse() },
    });
  });

  it("embeds in order regardless of the order of the response, and sends the key", async () => {
    const openai = open(
      { kind: "openai", url: `${url}/v1/`, model: "text-embedding-3-small" },
      { readApiKey: async () => "secret" },
    );
    const [short, long] = await openai.embed(["a", "aaaaaaaaa"], "passage");
    expect(short?.vector[0]).toBeLessThan(long?.vector[0] ?? 0);
    expect(received[0]).toMatchObject({
      path: "/v1/embeddings",
      headers: { authorization: "Bearer secret" },
      body: { model: "text-embedding-3-small", input: ["a", "aaaaaaaaa"], encoding_format: "float" },
    });
  });

  it("reports a wrong key without repeating it", async () => {
    reply = () => ({ status: 401, body: { error: { message: "bad key" } } });
    const openai = open({ kind: "openai", url, model: "m" }, { readApiKey: async () => "secret" });
    await expect(openai.embed(["text"], "query")).rejects.toMatchObject({ hint: expect.stringContaining("key") });
    expect(JSON.stringify(openai.status())).not.toContain("secret");
    expect(openai.fingerprint).not.toContain("secret");
  });
});
