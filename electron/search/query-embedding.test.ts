import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { createEmbedder } from "./embedding/embedder.ts";
import { EmbedderSwitch } from "./embedding/model-choice.ts";
import { QueryEmbeddings, textToEmbed } from "./query-embedding.ts";

/** An embeddings server whose vectors start with the length of the text, and which fails on demand. */
async function openServer() {
  const embedded: string[] = [];
  const state = { failing: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    embedded.push(...input);
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1, 0, 0] }));
    response.writeHead(state.failing ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const embedderOf = (model: string) =>
    createEmbedder({
      source: { kind: "openai", url, model },
      modelFolder: "",
      workerUrl: workerUrl("embeddingWorker"),
      logger: SILENT,
      retryMs: 0,
    });
  return { embedded, state, embedderOf };
}

it("embeds a query once, and again after a failure or a change of the model", async () => {
  const { embedded, state, embedderOf } = await openServer();
  const embedder = new EmbedderSwitch(embedderOf("one"));
  onTestFinished(() => embedder.close());
  await embedder.embed(["first need"], "query");
  const embeddings = new QueryEmbeddings(embedder);
  embedded.length = 0;
  const first = await embeddings.embed("apple");
  expect(await embeddings.embed("apple")).toBe(first);
  expect(embedded).toEqual(["apple"]);
  state.failing = true;
  expect(await embeddings.embed("pear")).toBeNull();
  state.failing = false;
  expect(await embeddings.embed("pear")).not.toBeNull();
  await embedder.exchange(embedderOf("two"));
  embedded.length = 0;
  await embeddings.embed("apple");
  expect(embedded).toEqual(["apple"]);
});

describe("textToEmbed", () => {
  const share = (token: string): number => (["anna", "人们"].includes(token) ? 0.8 : 0.01);

  it("drops words that are frequent in scope, with their possessive", () => {
    expect(textToEmbed("When did Anna go to Rome?", share, 0.3)).toBe("When did go to Rome?");
    expect(textToEmbed("What is Anna's identity?", share, 0.3)).toBe("What is identity?");
    expect(textToEmbed("人们 喝水", share, 0.3)).toBe("喝水");
  });

  it("keeps the entire query if only stop words would remain", () => {
    expect(textToEmbed("Who is Anna?", share, 0.3)).toBe("Who is Anna?");
    expect(textToEmbed("who am I", share, 0.3)).toBe("who am I");
  });
});
