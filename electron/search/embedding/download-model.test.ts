import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { downloadModel } from "./download-model.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const REPOSITORY = "owner/small-model";

let server: Server;
let hub: string;
let modelsFolder: string;
let files: Map<string, Buffer>;
let requests: { readonly path: string; readonly range: string | undefined }[];
/** The connection breaks after this number of bytes of the model; null for never. */
let breakAfter: number | null;
let ranges: boolean;

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const blobHash = (bytes: Buffer) => createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function serveFile(name: string, request: IncomingMessage, response: ServerResponse): void {
  const bytes = files.get(name) ?? Buffer.alloc(0);
  const start = ranges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0) : 0;
  response.writeHead(start > 0 ? 206 : 200, { "content-length": bytes.length - start });
  if (breakAfter !== null && name.endsWith(".onnx")) {
    response.write(bytes.subarray(start, breakAfter), () => setTimeout(() => response.destroy(), 20));
  } else {
    response.end(bytes.subarray(start));
  }
}

function treeOf(): unknown[] {
  const entries = [...files].map(([name, bytes]) => ({
    type: "file",
    path: name,
    oid: blobHash(bytes),
    size: bytes.length,
    ...(name.endsWith(".onnx") ? { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 } } : {}),
  }));
  return [{ type: "directory", path: "onnx", oid: SHA, size: 0 }, ...entries];
}

/** Responds like the hub: the commit of a branch, its tree, and files by a redirect to their storage. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? "/", hub);
  requests.push({ path: pathname, range: request.headers.range });
  const resolved = pathname.split(`/${REPOSITORY}/resolve/${SHA}/`)[1];
  const stored = pathname.split("/stored/")[1];
  if (pathname === `/api/models/${REPOSITORY}/revision/main`) {
    response.end(JSON.stringify({ sha: SHA, private: false }));
  } else if (pathname === `/api/models/${REPOSITORY}/tree/${SHA}`) {
    response.end(JSON.stringify(treeOf()));
  } else if (resolved !== undefined) {
    response.writeHead(302, { location: `/stored/${resolved}` }).end();
  } else if (stored !== undefined) {
    serveFile(stored, request, response);
  } else {
    response.writeHead(404).end();
  }
}

function download(
  options: { readonly onProgress?: (done: number, total: number) => void; readonly signal?: AbortSignal } = {},
) {
  const { onProgress = () => undefined, signal = new AbortController().signal } = options;
  return downloadModel({ repository: REPOSITORY, modelsFolder, onProgress, signal, hub });
}

beforeEach(async () => {
  modelsFolder = await mkdtemp(path.join(tmpdir(), "recollect-download-"));
  requests = [];
  breakAfter = null;
  ranges = true;
  files = new Map([
    ["onnx/model_quantized.onnx", randomBytes(300_000)],
    ["onnx/model.onnx", randomBytes(10)],
    ["tokenizer.json", Buffer.from('{"model": {}}')],
    ["1_Pooling/config.json", Buffer.from('{"pooling_mode_mean_tokens": true}')],
    ["README.md", Buffer.from("# not needed")],
  ]);
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(modelsFolder, { recursive: true, force: true });
});

describe("a download from the hub", () => {
  it("fetches the smallest export with its tokenizer and settings from one commit and reports progress", async () => {
    const progress: (readonly [number, number])[] = [];
    const folder = await download({ onProgress: (done, total) => progress.push([done, total]) });
    expect(folder).toBe(path.join(modelsFolder, "owner--small-model"));
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      "1_Pooling",
      path.join("1_Pooling", "config.json"),
      "onnx",
      path.join("onnx", "model_quantized.onnx"),
      "tokenizer.json",
    ]);
    expect(await readFile(path.join(folder, "onnx/model_quantized.onnx"))).toEqual(
      files.get("onnx/model_quantized.onnx"),
    );
    const total = 300_000 + 13 + 34;
    expect(progress.at(-1)).toEqual([total, total]);
    expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).toSorted((a, b) => a - b));
    const before = requests.length;
    expect(await download()).toBe(folder);
    expect(requests).toHaveLength(before);
  });

  it("continues an interrupted download", async () => {
    breakAfter = 100_000;
    await expect(download()).rejects.toMatchObject({ code: "unavailable", hint: expect.stringContaining("continues") });
    expect(await readdir(modelsFolder)).toEqual([`owner--small-model.${SHA.slice(0, 12)}.unfinished`]);
    breakAfter = null;
    const progress: number[] = [];
    const folder = await download({ onProgress: (done) => progress.push(done) });
    expect(requests.map(({ range }) => range).filter((range) => range !== undefined)).toContain("bytes=100000-");
    expect(progress[0]).toBeGreaterThan(100_000);
    expect(await readFile(path.join(folder, "onnx/model_quantized.onnx"))).toEqual(
      files.get("onnx/model_quantized.onnx"),
    );
    expect(await readdir(modelsFolder)).toEqual(["owner--small-model"]);
  });

  it("starts over if the server does not support ranges", async () => {
    breakAfter = 100_000;
    await expect(download()).rejects.toThrow("was interrupted");
    breakAfter = null;
    ranges = false;
    const folder = await download();
    expect((await stat(path.join(folder, "onnx/model_quantized.onnx"))).size).toBe(300_000);
  });

  it("stops when it is cancelled and keeps the files received so far", async () => {
    const abort = new AbortController();
    breakAfter = 250_000;
    const cancelled = download({ signal: abort.signal, onProgress: () => abort.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    breakAfter = null;
    await expect(download()).resolves.toContain("owner--small-model");
  });

  it("rejects a file whose content does not match the hub's hash", async () => {
    const right = files.get("onnx/model_quantized.onnx") ?? Buffer.alloc(0);
    const serveWrong = server.listeners("request")[0];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith("/stored/onnx/")) response.end(Buffer.alloc(right.length));
      else serveWrong?.(request, response);
    });
    await expect(download()).rejects.toThrow("does not have the expected content");
    expect(await readdir(path.join(modelsFolder, `owner--small-model.${SHA.slice(0, 12)}.unfinished`, "onnx"))).toEqual(
      [],
    );
  });

  it("names the missing files of a repository", async () => {
    files.delete("tokenizer.json");
    await expect(download()).rejects.toThrow("does not contain a tokenizer.json");
    files.delete("onnx/model.onnx");
    files.delete("onnx/model_quantized.onnx");
    await expect(download()).rejects.toThrow("does not contain an ONNX model");
  });

  it("fails if the hub does not respond or does not have the model", async () => {
    await expect(
      downloadModel({
        repository: "owner/other",
        modelsFolder,
        onProgress: () => {},
        signal: new AbortController().signal,
        hub,
      }),
    ).rejects.toThrow("404");
    const gone = hub.replace(/\d+$/, "9");
    await expect(
      downloadModel({
        repository: REPOSITORY,
        modelsFolder,
        onProgress: () => {},
        signal: new AbortController().signal,
        hub: gone,
      }),
    ).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each(["../../etc", "owner", "a/b/c", "owner/..", "/owner/name"])(
    "refuses %j as a repository",
    async (repository) => {
      await expect(
        downloadModel({ repository, modelsFolder, onProgress: () => {}, signal: new AbortController().signal, hub }),
      ).rejects.toMatchObject({ code: "invalid_argument", field: "repository" });
    },
  );
});
