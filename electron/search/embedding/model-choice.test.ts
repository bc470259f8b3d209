import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tableModel, tableTokenizer } from "../../../scripts/model/testing/table-model.ts";
import { workerUrl } from "../../../tests/testing/entries.ts";
import type { Logger } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import { createFileSecrets } from "../../secrets/file-secrets.ts";
import { createEmbedder } from "./embedder.ts";
import { ModelChoice } from "./model-choice.ts";
import type { ModelSource } from "./model-source.ts";

const SHA = "f".repeat(40);
const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const blobHash = (bytes: Uint8Array) => createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

/** One server acts as a hub with one model, as Ollama, and as an OpenAI-compatible server. */
const files = new Map<string, Uint8Array>([
  ["onnx/model.onnx", tableModel()],
  ["tokenizer.json", Buffer.from(JSON.stringify(tableTokenizer))],
]);
let server: Server;
let url: string;
let modelsFolder: string;
let choice: ModelChoice;
let saved: ModelSource[];
let secrets: SecretStore;
/** The host and the authorization header of each request. */
let keysSent: { readonly host: string | undefined; readonly key: string | undefined }[];
/** The server responds with 503. */
let down: boolean;
/** The server sends half of each file, then nothing. */
let stalls: boolean;

beforeEach(async () => {
  modelsFolder = await mkdtemp(path.join(tmpdir(), "recollect-choice-"));
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = files.get(pathname.split(`/resolve/${SHA}/`)[1] ?? "");
    if (down) {
      response.writeHead(503).end();
    } else if (pathname === "/v1/embeddings") {
      keysSent.push({ host: request.headers.host, key: request.headers.authorization });
      void text(request).then((body) => {
        const { input }: { input: string[] } = JSON.parse(body);
        response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: [1, 2] })) }));
      });
    } else if (pathname === "/api/embed") {
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
    } else if (stalls && file !== undefined) {
      response.write(file.subarray(0, file.length / 2));
    } else {
      response.end(file);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  saved = [];
  keysSent = [];
  down = false;
  stalls = false;
  secrets = createFileSecrets(modelsFolder);
  choice = new ModelChoice({
    initial: { kind: "ollama", url, model: "first" },
    open: (source, readApiKey) =>
      createEmbedder({
        source,
        readApiKey,
        modelFolder: "",
        workerUrl: workerUrl("embeddingWorker"),
        logger: quiet,
      }),
    save: (source) => saved.push(source),
    modelsFolder,
    secrets,
    onChange: () => undefined,
    logger: quiet,
    hub: url,
  });
});

afterEach(async () => {
  await choice.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(modelsFolder, { recursive: true, force: true });
});

it("downloads a model, embeds with it once it is chosen, and removes it once it is not in use", async () => {
  const before = choice.embedder.fingerprint;
  const downloading = choice.downloads.start("owner/table");
  expect(choice.status().download).toMatchObject({ repository: "owner/table" });
  await expect(choice.downloads.start("owner/other")).rejects.toMatchObject({ code: "conflict" });
  await downloading;
  expect(choice.status().download).toBeNull();
  const [model] = await choice.downloads.list();
  expect(model).toMatchObject({ repository: "owner/table", complete: true });
  expect(model?.bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
  const source: ModelSource = { kind: "folder", folder: model?.folder ?? "" };
  await choice.choose({ source }, false);
  const [one] = await choice.embedder.embed(["one"], "passage");
  expect(one?.vector[0]).toBeCloseTo(4 / Math.hypot(4, 5), 5);
  expect(choice.embedder.fingerprint).not.toBe(before);
  expect(choice.status()).toMatchObject({ source, leavesMachine: false, state: "ready", error: null });
  expect(saved).toEqual([source]);
  await expect(choice.removeDownloaded("owner/table")).rejects.toMatchObject({ code: "conflict" });
  await choice.choose({ source: { kind: "ollama", url, model: "first" } }, false);
  await choice.removeDownloaded("owner/table");
  expect(await choice.downloads.list()).toEqual([]);
});

it("does not choose a model that does not work", async () => {
  const before = choice.embedder.fingerprint;
  const missing: ModelSource = { kind: "ollama", url, model: "missing" };
  await expect(choice.choose({ source: missing }, false)).rejects.toMatchObject({
    hint: expect.stringContaining("ollama pull missing"),
  });
  const empty: ModelSource = { kind: "folder", folder: modelsFolder };
  await expect(choice.choose({ source: empty }, false)).rejects.toThrow("model.onnx is missing");
  expect(choice.embedder.fingerprint).toBe(before);
  await expect(choice.embedder.embed(["text"], "query")).resolves.toHaveLength(1);
  expect(saved).toEqual([]);
});

it("tests a model without choosing it", async () => {
  const before = choice.status();
  const trial = await choice.test({ source: { kind: "openai", url: `${url}/v1`, model: "m" }, apiKey: "tried" });
  expect(trial).toEqual({ dimensions: 2, milliseconds: expect.any(Number) });
  expect(keysSent.map(({ key }) => key)).toEqual(["Bearer tried", "Bearer tried"]);
  expect(choice.status()).toEqual(before);
  expect(await secrets.get("model")).toBeNull();
});

it("stores the key separately and sends it only to the server it was entered for", async () => {
  const source: ModelSource = { kind: "openai", url: `${url}/v1`, model: "m" };
  await choice.choose({ source, apiKey: "secret" }, false);
  expect(JSON.stringify([saved, choice.status()])).not.toContain("secret");
  expect(await secrets.get("model")).toBe("secret");
  await choice.choose({ source: { ...source, model: "another" } }, false);
  await choice.retry();
  await choice.embedder.embed(["text"], "query");
  const other = url.replace("127.0.0.1", "localhost");
  await choice.choose({ source: { ...source, url: `${other}/v1` } }, false);
  const keysFor = (origin: string) =>
    new Set(keysSent.filter(({ host }) => host === new URL(origin).host).map(({ key }) => key));
  expect(keysFor(url)).toEqual(new Set(["Bearer secret"]));
  expect(keysFor(other)).toEqual(new Set([undefined]));
  expect(await secrets.get("model")).toBeNull();
});

it("chooses a model without a key even if the previous key cannot be deleted", async () => {
  // A folder at the path of the key file cannot be deleted as a file.
  await mkdir(path.join(modelsFolder, "model.key"));
  const source: ModelSource = { kind: "ollama", url, model: "second" };
  await choice.choose({ source }, false);
  expect(choice.status().source).toEqual(source);
});

it("retries a failed server immediately on request", async () => {
  down = true;
  await expect(choice.embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  expect(choice.status()).toMatchObject({ state: "failed", error: { message: expect.stringContaining("503") } });
  down = false;
  await expect(choice.embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  await choice.retry();
  await expect.poll(() => choice.status().state).toBe("ready");
});

it("chooses a model on another machine only after confirmation", async () => {
  const source: ModelSource = { kind: "openai", url: "http://embeddings.invalid/v1", model: "m" };
  await expect(choice.choose({ source }, false)).rejects.toMatchObject({
    code: "invalid_argument",
    field: "leavingConfirmed",
    message: expect.stringContaining("embeddings.invalid"),
  });
  await expect(choice.choose({ source }, true)).rejects.toMatchObject({ code: "unavailable" });
});

it("cancels a download and continues it when it is started again", async () => {
  stalls = true;
  const downloading = choice.downloads.start("owner/table");
  await expect.poll(() => choice.status().download?.done ?? 0).toBeGreaterThan(0);
  choice.downloads.cancel();
  await downloading;
  expect(choice.status()).toMatchObject({ download: null, failedDownload: null });
  expect(await choice.downloads.list()).toMatchObject([{ repository: "owner/table", complete: false }]);
  stalls = false;
  await choice.downloads.start("owner/table");
  expect(await choice.downloads.list()).toMatchObject([{ repository: "owner/table", complete: true }]);
});

it("reports a failed download until the next one starts", async () => {
  down = true;
  await choice.downloads.start("owner/table");
  expect(choice.status().failedDownload).toMatchObject({
    repository: "owner/table",
    error: { code: "unavailable", hint: expect.stringContaining("repository") },
  });
  down = false;
  await choice.downloads.start("owner/table");
  expect(choice.status().failedDownload).toBeNull();
  await expect(choice.downloads.start("no repository")).rejects.toMatchObject({ field: "repository" });
});
