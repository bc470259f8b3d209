import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import { presetManifest } from "./model-presets.ts";

export interface DownloadOptions {
  /** `owner/name` on the hub. */
  readonly repository: string;
  /** The folder of all models; the model gets its own folder in it. */
  readonly modelsFolder: string;
  /** Bytes received and bytes in total. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /** `https://huggingface.co` by default. */
  readonly hub?: string;
}

const REPOSITORY = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;
const HUB_TIMEOUT_MS = 30_000;
/** A file transfer is aborted if no byte arrives for this long. */
const STALL_TIMEOUT_MS = 30_000;
const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });

/**
 * Downloads a sentence model from the Hugging Face hub and returns its folder, for `{ kind: "folder" }`. All files come
 * from one commit and are checked against the hub's sizes and hashes; a preset adds its settings; the folder appears
 * once it is complete. After an interruption or a cancellation the next call continues where this one stopped.
 * @throws invalid_argument (field `repository`), unavailable, cancelled
 */
export async function downloadModel(options: DownloadOptions): Promise<string> {
  const { repository, modelsFolder, onProgress, signal, hub = "https://huggingface.co" } = options;
  const folder = modelFolderOf(modelsFolder, repository);
  if (existsSync(folder)) return folder;
  const { sha } = await fetchJson(new URL(`/api/models/${repository}/revision/main`, hub), revisionSchema, signal);
  const treeUrl = new URL(`/api/models/${repository}/tree/${sha}?recursive=true`, hub);
  const files = chooseFiles(repository, await fetchJson(treeUrl, treeSchema, signal));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const unfinished = `${folder}.${sha.slice(0, 12)}.unfinished`;
  await mkdir(unfinished, { recursive: true });
  let before = 0;
  for (const file of files) {
    const url = new URL(`/${repository}/resolve/${sha}/${file.path}`, hub);
    await downloadFile(url, file, unfinished, (bytes) => onProgress(before + bytes, total), signal);
    before += file.size;
  }
  const manifest = presetManifest(repository);
  if (manifest !== null) await writeFile(path.join(unfinished, "recollect-model.json"), manifest);
  await rename(unfinished, folder);
  await removeUnfinished(folder);
  return folder;
}

/** Returns the folder of a repository's model. @throws invalid_argument (field `repository`) for an invalid name */
export function modelFolderOf(modelsFolder: string, repository: string): string {
  if (REPOSITORY.test(repository)) return path.join(modelsFolder, repository.replace("/", "--"));
  throw new RecollectError("repository_invalid", { repository }, { field: "repository" });
}

/** Removes what earlier downloads of other commits left. */
async function removeUnfinished(folder: string): Promise<void> {
  const { dir, base } = path.parse(folder);
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${base}.`) || !name.endsWith(".unfinished")) continue;
    await rm(path.join(dir, name), { recursive: true });
  }
}

async function fetchJson<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const { host } = url;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(HUB_TIMEOUT_MS)]) });
    if (response.ok) return schema.parse(await response.json());
    throw new RecollectError("hub_refused", { host, status: response.status });
  } catch (cause) {
    if (cause instanceof RecollectError) throw cause;
    if (signal.aborted) throw new RecollectError("download_cancelled", {}, { cause });
    throw new RecollectError("hub_silent", { host }, { cause });
  }
}

/** A file of a repository. The hub gives SHA-256 for large files, and git's `blob` hash (SHA-1) for the others. */
interface HubFile {
  readonly path: string;
  readonly size: number;
  readonly hash: { readonly kind: "sha256" | "blob"; readonly value: string };
}

/** `/api/models/{repository}/tree/{revision}` */
const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number().int().nonnegative(),
    oid: z.string(),
    lfs: z.object({ oid: z.string(), size: z.number().int().nonnegative() }).optional(),
  }),
);

/** The names that exporters give their models, the smallest and fastest first. */
const MODEL_FILES = ["onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx", "model.onnx"];
const TOKENIZER_FILE = "tokenizer.json";
const OPTIONAL_FILES = [
  "config.json",
  "1_Pooling/config.json",
  "sentence_bert_config.json",
  "config_sentence_transformers.json",
];

/**
 * Chooses the files of a repository that a sentence model needs: the smallest ONNX export with its weights, the
 * tokenizer and the settings.
 * @throws unavailable without an ONNX export or a tokenizer
 */
function chooseFiles(repository: string, tree: z.output<typeof treeSchema>): HubFile[] {
  const files = new Map(
    tree
      .filter(({ type }) => type === "file")
      .map(({ path: name, size, oid, lfs }): [string, HubFile] => [
        name,
        lfs === undefined
          ? { path: name, size, hash: { kind: "blob", value: oid } }
          : { path: name, size: lfs.size, hash: { kind: "sha256", value: lfs.oid } },
      ]),
  );
  const model = MODEL_FILES.find((name) => files.has(name));
  if (model === undefined || !files.has(TOKENIZER_FILE)) {
    const missing = model === undefined ? "model" : "tokenizer";
    throw new RecollectError("repository_unfit", { repository, missing });
  }
  const wanted = [model, `${model}_data`, `${model}.data`, TOKENIZER_FILE, ...OPTIONAL_FILES];
  return wanted.flatMap((name) => files.get(name) ?? []);
}

/**
 * Downloads a file into a folder, continues an earlier download, and accepts the file only if its size and hash match.
 * @param onBytes receives the number of bytes on disk
 * @throws unavailable, cancelled
 */
async function downloadFile(
  url: URL,
  file: HubFile,
  folder: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = path.join(folder, file.path);
  if ((await sizeOf(target)) === file.size) {
    onBytes(file.size);
    return;
  }
  await mkdir(path.dirname(target), { recursive: true });
  const partial = `${target}.part`;
  if ((await sizeOf(partial)) < file.size) await fetchRest(url, file, partial, onBytes, signal);
  if ((await sizeOf(partial)) !== file.size || (await hashOf(partial, file)) !== file.hash.value) {
    await rm(partial, { force: true });
    throw new RecollectError("download_wrong", { file: file.path });
  }
  onBytes(file.size);
  await rename(partial, target);
}

async function fetchRest(
  url: URL,
  file: HubFile,
  partial: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const existing = await sizeOf(partial);
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(), STALL_TIMEOUT_MS);
  const stop = AbortSignal.any([signal, stalled.signal]);
  try {
    const headers = existing > 0 ? { range: `bytes=${existing}-` } : undefined;
    const response = await fetch(url, { signal: stop, headers });
    if (!response.ok || response.body === null) {
      throw new RecollectError("hub_refused", { host: url.host, status: response.status });
    }
    // 200 instead of 206: the server does not support ranges and sends the entire file.
    let written = response.status === 206 ? existing : 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        watch.refresh();
        if (written > file.size) {
          done(new Error("The response is longer than the file."));
          return;
        }
        onBytes(written);
        done(null, chunk);
      },
    });
    const output = createWriteStream(partial, { flags: response.status === 206 ? "a" : "w" });
    await pipeline(Readable.fromWeb(response.body as ReadableStream), count, output, { signal: stop });
  } catch (cause) {
    if (signal.aborted) throw new RecollectError("download_cancelled", {}, { cause });
    if (cause instanceof RecollectError) throw cause;
    throw new RecollectError("download_broken", { file: file.path, host: url.host }, { cause });
  } finally {
    clearTimeout(watch);
  }
}

async function hashOf(partial: string, { size, hash }: HubFile): Promise<string> {
  const digest: Hash = hash.kind === "sha256" ? createHash("sha256") : createHash("sha1").update(`blob ${size}\0`);
  await pipeline(createReadStream(partial), digest);
  return digest.digest("hex");
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
