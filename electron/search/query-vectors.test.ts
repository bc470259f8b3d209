import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { SILENT } from "../store/test-store.ts";
import { createEmbedder } from "./embedding/embedder.ts";
import { createEmbedderSwitch } from "./embedding/embedder-switch.ts";
import { createQueryVectors } from "./query-vectors.ts";

/** An embeddings server that answers as many ones as the text has letters, and can be told to fail. */
async function openServer() {
  const asked: string[] = [];
  const state = { failing: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    asked.push(...input);
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
      workerUrl: new URL("./embedding/worker.ts", import.meta.url),
      logger: SILENT,
      retryMs: 0,
    });
  return { asked, state, embedderOf };
}

test("a query is embedded once, and again after another model was chosen or the model failed", async () => {
  const { asked, state, embedderOf } = await openServer();
  const embedder = createEmbedderSwitch(embedderOf("one"));
  onTestFinished(() => embedder.close());
  await embedder.embed(["first need"], "query");
  const vectors = createQueryVectors(embedder);
  asked.length = 0;
  const first = await vectors.of("apple");
  expect(await vectors.of("apple")).toBe(first);
  expect(asked).toEqual(["apple"]);
  state.failing = true;
  expect(await vectors.of("pear")).toBeNull();
  state.failing = false;
  expect(await vectors.of("pear")).not.toBeNull();
  await embedder.exchange(embedderOf("two"));
  asked.length = 0;
  await vectors.of("apple");
  expect(asked).toEqual(["apple"]);
});
