import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tableModel, tableTokenizer } from "../../../scripts/model/table-model.fixture.ts";
import type { Logger } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import { createFileSecrets } from "../../platform/secrets/file-secrets.ts";
import { createEmbedder } from "./embedder.ts";
import { createModelChoice, type ModelChoice } from "./model-choice.ts";
import type { ModelSource } from "./model-source.ts";

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
let secrets: SecretStore;
/** What the server was shown as its key, one a request. */
let keysShown: (string | undefined)[];
/** The server answers as one that is down. */
let down: boolean;
/** The server sends the half of each file, and then nothing. */
let stalls: boolean;

beforeEach(async () => {
  modelsFolder = await mkdtemp(path.join(tmpdir(), "recollect-choice-"));
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = files.get(pathname.split(`/resolve/${SHA}/`)[1] ?? "");
    if (down) {
      response.writeHead(503).end();
    } else if (pathname === "/v1/embeddings") {
      keysShown.push(request.headers.authorization);
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
  keysShown = [];
  down = false;
  stalls = false;
  secrets = createFileSecrets(modelsFolder);
  choice = createModelChoice({
    initial: { kind: "ollama", url, model: "first" },
    open: (source, readApiKey) =>
      createEmbedder({
        source,
        readApiKey,
        modelFolder: "",
        workerUrl: new URL("./worker.ts", import.meta.url),
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

test("a model is downloaded, chosen and kept, embeds from then on, and is removed once it is out of use", async () => {
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
  expect(choice.status()).toMatchObject({ source, leavesMachine: false, state: "ready", message: null });
  expect(saved).toEqual([source]);
  await expect(choice.removeDownloaded("owner/table")).rejects.toMatchObject({ code: "conflict" });
  await choice.choose({ source: { kind: "ollama", url, model: "first" } }, false);
  await choice.removeDownloaded("owner/table");
  expect(await choice.downloads.list()).toEqual([]);
});

test("a model that does not work is not taken", async () => {
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

test("a model is tried without being taken", async () => {
  const before = choice.status();
  const trial = await choice.test({ source: { kind: "openai", url: `${url}/v1`, model: "m" }, apiKey: "tried" });
  expect(trial).toEqual({ dimensions: 2, milliseconds: expect.any(Number) });
  expect(keysShown).toEqual(["Bearer tried", "Bearer tried"]);
  expect(choice.status()).toEqual(before);
  expect(await secrets.get("model")).toBeNull();
});

test("the key is kept apart from the choice, and shown to the server alone that it was given for", async () => {
  const source: ModelSource = { kind: "openai", url: `${url}/v1`, model: "m" };
  await choice.choose({ source, apiKey: "secret" }, false);
  expect(JSON.stringify([saved, choice.status()])).not.toContain("secret");
  expect(await secrets.get("model")).toBe("secret");
  keysShown = [];
  await choice.choose({ source: { ...source, model: "another" } }, false);
  await choice.retry();
  await choice.embedder.embed(["text"], "query");
  expect(new Set(keysShown)).toEqual(new Set(["Bearer secret"]));
  keysShown = [];
  await choice.choose({ source: { ...source, url: `${url.replace("127.0.0.1", "localhost")}/v1` } }, false);
  expect(new Set(keysShown)).toEqual(new Set([undefined]));
  expect(await secrets.get("model")).toBeNull();
});

test("a model that needs no key is taken also where the key of the last one cannot be deleted", async () => {
  // A folder in the place of the file cannot be deleted as one.
  await mkdir(path.join(modelsFolder, "model.key"));
  const source: ModelSource = { kind: "ollama", url, model: "second" };
  await choice.choose({ source }, false);
  expect(choice.status().source).toEqual(source);
});

test("a server that failed is asked again at once when the owner says so", async () => {
  down = true;
  await expect(choice.embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  expect(choice.status()).toMatchObject({ state: "failed", message: expect.stringContaining("503") });
  down = false;
  await expect(choice.embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  await choice.retry();
  await expect.poll(() => choice.status().state).toBe("ready");
});

test("text leaves the machine only when that is confirmed", async () => {
  const source: ModelSource = { kind: "openai", url: "http://embeddings.invalid/v1", model: "m" };
  await expect(choice.choose({ source }, false)).rejects.toMatchObject({
    code: "invalid_argument",
    field: "leavingConfirmed",
    message: expect.stringContaining("embeddings.invalid"),
  });
  await expect(choice.choose({ source }, true)).rejects.toMatchObject({ code: "unavailable" });
});

test("a download is cancelled, and goes on when it is started again", async () => {
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

test("a download that fails says so with what to do, until the next", async () => {
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
