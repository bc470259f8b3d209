import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Logger } from "../../core/ports.ts";
import { createEmbedder } from "./embedder.ts";
import { createModelChoice, type ModelChoice } from "./model-choice.ts";
import type { ModelSource } from "./model-source.ts";
import { tableModel, tableTokenizer } from "./table-model.fixture.ts";

const SHA = "f".repeat(40);
const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const blobHash = (bytes: Uint8Array) => createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

/** A hub with one model, and an Ollama with any, on one real server. */
const files = new Map<string, Uint8Array>([
  ["onnx/model.onnx", tableModel()],
  ["tokenizer.json", Buffer.from(JSON.stringify(tableTokenizer))],
]);
let server: Server;
let url: string;
let modelsFolder: string;
let choice: ModelChoice;
let saved: ModelSource[];

beforeEach(async () => {
  modelsFolder = await mkdtemp(path.join(tmpdir(), "recollect-choice-"));
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = files.get(pathname.split(`/resolve/${SHA}/`)[1] ?? "");
    if (pathname === "/api/embed") {
      void text(request).then((body) => {
        const { model, input }: { model: string; input: string[] } = JSON.parse(body);
        if (model === "missing") response.writeHead(404).end("{}");
        else response.end(JSON.stringify({ embeddings: input.map(() => [1, 2, 3]) }));
      });
    } else if (pathname.includes("/revision/")) {
      response.end(JSON.stringify({ sha: SHA }));
    } else if (pathname.includes("/tree/")) {
      const tree = [...files].map(([name, bytes]) => ({
        type: "file",
        path: name,
        size: bytes.length,
        oid: blobHash(bytes),
      }));
      response.end(JSON.stringify(tree));
    } else {
      response.end(file);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  saved = [];
  choice = createModelChoice({
    initial: { kind: "ollama", url, model: "first" },
    open: (source) =>
      createEmbedder({ source, modelFolder: "", workerUrl: new URL("./worker.ts", import.meta.url), logger: quiet }),
    save: (source) => saved.push(source),
    modelsFolder,
    onChange: () => undefined,
    hub: url,
  });
});

afterEach(async () => {
  await choice.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(modelsFolder, { recursive: true, force: true });
});

test("a model is downloaded, chosen and kept, and embeds from then on", async () => {
  const before = choice.embedder.fingerprint;
  const downloading = choice.download("owner/table");
  expect(choice.status().download).toMatchObject({ repository: "owner/table" });
  await expect(choice.download("owner/other")).rejects.toMatchObject({ code: "conflict" });
  const source = await downloading;
  expect(choice.status().download).toBeNull();
  expect(await choice.downloaded()).toEqual([source]);
  await choice.choose(source, false);
  const [vector] = await choice.embedder.embed(["one"], "passage");
  expect(vector?.[0]).toBeCloseTo(4 / Math.hypot(4, 5), 5);
  expect(choice.embedder.fingerprint).not.toBe(before);
  expect(choice.status()).toMatchObject({ kind: "folder", leavesMachine: false });
  expect(saved).toEqual([source]);
});

test("a model that does not work is not taken", async () => {
  const before = choice.embedder.fingerprint;
  await expect(choice.choose({ kind: "ollama", url, model: "missing" }, false)).rejects.toMatchObject({
    hint: expect.stringContaining("ollama pull missing"),
  });
  await expect(choice.choose({ kind: "folder", folder: modelsFolder }, false)).rejects.toThrow("model.onnx is missing");
  expect(choice.embedder.fingerprint).toBe(before);
  await expect(choice.embedder.embed(["text"], "query")).resolves.toHaveLength(1);
  expect(saved).toEqual([]);
});

test("text leaves the machine only when that is confirmed", async () => {
  const elsewhere: ModelSource = { kind: "openai", url: "http://embeddings.invalid/v1", model: "m" };
  await expect(choice.choose(elsewhere, false)).rejects.toMatchObject({
    code: "invalid_argument",
    field: "leavingConfirmed",
    message: expect.stringContaining("embeddings.invalid"),
  });
  await expect(choice.choose(elsewhere, true)).rejects.toMatchObject({ code: "unavailable" });
});

test("a download is cancelled", async () => {
  const downloading = choice.download("owner/table");
  choice.cancelDownload();
  await expect(downloading).rejects.toMatchObject({ code: "cancelled" });
  expect(await choice.downloaded()).toEqual([]);
});
