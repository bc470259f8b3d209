import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { RecollectError } from "../../core/errors.ts";
import type { HubFile } from "./hub-files.ts";

/** A server that sends nothing for so long is given up. */
const STALL_MS = 30_000;

/**
 * Fetches a file into a folder, going on where an earlier try ended, and takes it only when size and hash are right.
 * `onBytes` counts the bytes on disk, those of earlier tries included.
 * @throws unavailable, cancelled
 */
export async function downloadFile(
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
    throw new RecollectError("unavailable", `${file.path} did not arrive as it should have.`, {
      hint: "Try again; the other files are kept.",
      details: { reason: "download_wrong", file: file.path },
    });
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
  const there = await sizeOf(partial);
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(), STALL_MS);
  const stop = AbortSignal.any([signal, stalled.signal]);
  try {
    const response = await fetch(url, {
      signal: stop,
      ...(there > 0 ? { headers: { range: `bytes=${there}-` } } : {}),
    });
    if (!response.ok || response.body === null) throw refusal(url, file, response.status);
    // 200 instead of 206: the server knows no ranges and sends everything again.
    let written = response.status === 206 ? there : 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        watch.refresh();
        if (written > file.size) {
          done(new Error("More arrived than the file is long."));
          return;
        }
        onBytes(written);
        done(null, chunk);
      },
    });
    const output = createWriteStream(partial, { flags: response.status === 206 ? "a" : "w" });
    await pipeline(Readable.fromWeb(response.body as ReadableStream), count, output, { signal: stop });
  } catch (cause) {
    if (signal.aborted) {
      throw new RecollectError("cancelled", "The download was cancelled; what has arrived is kept.", { cause });
    }
    if (cause instanceof RecollectError) throw cause;
    throw new RecollectError("unavailable", `The download of ${file.path} from ${url.host} broke off.`, {
      hint: "See that the machine is online and try again: it goes on where it stopped.",
      details: { reason: "download_broken", file: file.path, host: url.host },
      cause,
    });
  } finally {
    clearTimeout(watch);
  }
}

function refusal(url: URL, file: HubFile, status: number): RecollectError {
  return new RecollectError("unavailable", `${url.host} refused ${file.path} (${status}).`, {
    hint: status === 401 || status === 403 ? "Choose a model that is open to everyone." : "Try again later.",
    details: { reason: "hub_refused", host: url.host, status },
  });
}

async function hashOf(partial: string, { size, hash }: HubFile): Promise<string> {
  const digest: Hash = hash.kind === "sha256" ? createHash("sha256") : createHash("sha1").update(`blob ${size}\0`);
  await pipeline(createReadStream(partial), digest);
  return digest.digest("hex");
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
