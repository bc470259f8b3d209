import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { downloadModel } from "./download-model.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const REPOSITORY = "owner/small-model";

let server: Server;
let hub: string;
let modelsFolder: string;
let files: Map<string, Buffer>;
let requests: { readonly path: string; readonly range: string | undefined }[];
/** Bytes of the model after which the connection breaks; null: never. */
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

/** Serves what the hub serves: the commit of a branch, its tree, and files with a redirect to where they are stored. */
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
  test("fetches the smallest export with its tokenizer and settings, from one commit, and tells its progress", async () => {
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

  test("goes on where it broke off", async () => {
    breakAfter = 100_000;
    await expect(download()).rejects.toMatchObject({ code: "unavailable", hint: expect.stringContaining("goes on") });
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

  test("begins anew where the server knows no ranges", async () => {
    breakAfter = 100_000;
    await expect(download()).rejects.toThrow("broke off");
    breakAfter = null;
    ranges = false;
    const folder = await download();
    expect((await stat(path.join(folder, "onnx/model_quantized.onnx"))).size).toBe(300_000);
  });

  test("is cancelled at once, and what has arrived is kept", async () => {
    const abort = new AbortController();
    breakAfter = 250_000;
    const cancelled = download({ signal: abort.signal, onProgress: () => abort.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    breakAfter = null;
    await expect(download()).resolves.toContain("owner--small-model");
  });

  test("takes no file whose content is not what the hub says", async () => {
    const right = files.get("onnx/model_quantized.onnx") ?? Buffer.alloc(0);
    const serveWrong = server.listeners("request")[0];
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith("/stored/onnx/")) response.end(Buffer.alloc(right.length));
      else serveWrong?.(request, response);
    });
    await expect(download()).rejects.toThrow("did not arrive as it should have");
    expect(await readdir(path.join(modelsFolder, `owner--small-model.${SHA.slice(0, 12)}.unfinished`, "onnx"))).toEqual(
      [],
    );
  });

  test("says what is missing in a repository that carries no such model", async () => {
    files.delete("tokenizer.json");
    await expect(download()).rejects.toThrow("carries no tokenizer.json");
    files.delete("onnx/model.onnx");
    files.delete("onnx/model_quantized.onnx");
    await expect(download()).rejects.toThrow("carries no ONNX model");
  });

  test("says that the hub does not answer, or does not know the model", async () => {
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

  test.each(["../../etc", "owner", "a/b/c", "owner/..", "/owner/name"])(
    "refuses %j as a repository",
    async (repository) => {
      await expect(
        downloadModel({ repository, modelsFolder, onProgress: () => {}, signal: new AbortController().signal, hub }),
      ).rejects.toMatchObject({ code: "invalid_argument", field: "repository" });
    },
  );
});
