import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { invalidArgument, RecollectError } from "../../core/errors.ts";
import { downloadFile } from "./download-file.ts";
import { chooseHubFiles, treeSchema } from "./hub-files.ts";

export interface DownloadOptions {
  /** `owner/name` on the hub. */
  readonly repository: string;
  /** Where models are kept; the model's own folder is made in it. */
  readonly modelsFolder: string;
  /** Bytes on disk and bytes in all. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Default: `https://huggingface.co`. */
  readonly hub?: string;
}

const REPOSITORY = /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/;
const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });

/**
 * Fetches a sentence model from the Hugging Face hub and answers its folder, for `{ kind: "folder" }`. Every file is
 * taken from one commit and checked against the hub's size and hash; the folder appears when it is complete. Broken off
 * or cancelled, the next call goes on where this one stopped.
 * @throws invalid_argument (field `repository`), unavailable, cancelled
 */
export async function downloadModel(options: DownloadOptions): Promise<string> {
  const { repository, modelsFolder, onProgress, signal, hub = "https://huggingface.co" } = options;
  const folder = modelFolderOf(modelsFolder, repository);
  if (existsSync(folder)) return folder;
  const { sha } = await ask(new URL(`/api/models/${repository}/revision/main`, hub), revisionSchema, signal);
  const tree = await ask(new URL(`/api/models/${repository}/tree/${sha}?recursive=true`, hub), treeSchema, signal);
  const files = chooseHubFiles(repository, tree);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const unfinished = `${folder}.${sha.slice(0, 12)}.unfinished`;
  await mkdir(unfinished, { recursive: true });
  let before = 0;
  for (const file of files) {
    const url = new URL(`/${repository}/resolve/${sha}/${file.path}`, hub);
    await downloadFile(url, file, unfinished, (bytes) => onProgress(before + bytes, total), signal);
    before += file.size;
  }
  await rename(unfinished, folder);
  await removeUnfinished(folder);
  return folder;
}

/** Where a repository's model is kept. @throws invalid_argument (field `repository`) for what is none */
export function modelFolderOf(modelsFolder: string, repository: string): string {
  if (REPOSITORY.test(repository)) return path.join(modelsFolder, repository.replace("/", "--"));
  throw invalidArgument("repository", `"${repository}" is no repository.`, "Write it as owner/name.", {
    reason: "repository_invalid",
    repository,
  });
}

/** Earlier tries at other commits. */
async function removeUnfinished(folder: string): Promise<void> {
  const { dir, base } = path.parse(folder);
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${base}.`) && name.endsWith(".unfinished"))
      await rm(path.join(dir, name), { recursive: true });
  }
}

async function ask<Schema extends z.ZodType>(url: URL, schema: Schema, signal: AbortSignal): Promise<z.output<Schema>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
    if (response.ok) return schema.parse(await response.json());
    throw new RecollectError("unavailable", `${url.host} does not give the model (${response.status}).`, {
      hint: "See that the repository's name is right and open to everyone.",
      details: { reason: "hub_refused", host: url.host, status: response.status },
    });
  } catch (cause) {
    if (cause instanceof RecollectError) throw cause;
    if (signal.aborted) throw new RecollectError("cancelled", "The download was cancelled.", { cause });
    throw new RecollectError("unavailable", `${url.host} does not answer as the hub does.`, {
      hint: "See that the machine is online, or choose a model that is on it already.",
      details: { reason: "hub_silent", host: url.host },
      cause,
    });
  }
}
