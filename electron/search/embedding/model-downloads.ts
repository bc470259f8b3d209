import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type ErrorBody, RecollectError, toErrorBody } from "../../core/errors.ts";
import type { Logger } from "../../core/ports.ts";
import { downloadModel, modelFolderOf } from "./download-model.ts";

/** A download under way, in bytes. */
export interface ModelDownload {
  readonly repository: string;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
}

/** The last download, where it failed: with what to do. */
export interface FailedDownload {
  readonly repository: string;
  readonly error: ErrorBody;
}

/** What a folder of downloaded models holds of one. */
export interface DownloadedModel {
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False: it was broken off or cancelled, and the next download of it goes on from there. */
  readonly complete: boolean;
}

/** Models fetched from the Hugging Face hub, one at a time. */
export interface ModelDownloads {
  current(): ModelDownload | null;
  failed(): FailedDownload | null;
  /** Begins, or goes on; resolved when it is over, well or not. @throws invalid_argument, conflict where it cannot begin */
  start(repository: string): Promise<void>;
  cancel(): void;
  /** By name; what is unfinished too. */
  list(): Promise<DownloadedModel[]>;
  /** Deletes its files. @throws invalid_argument; conflict while it is being downloaded */
  remove(repository: string): Promise<void>;
}

/** Progress is told no oftener, in milliseconds. */
const TELL_MS = 250;
const UNFINISHED = /^(?<name>.+)\.[0-9a-f]{12}\.unfinished$/;

export function createModelDownloads(options: {
  readonly modelsFolder: string;
  readonly onChange: () => void;
  readonly logger: Logger;
  /** Default: `https://huggingface.co`. */
  readonly hub?: string | undefined;
}): ModelDownloads {
  const { modelsFolder, onChange, logger, hub } = options;
  let under: { readonly abort: AbortController; progress: ModelDownload } | null = null;
  let failed: FailedDownload | null = null;

  async function fetchAll(repository: string, current: NonNullable<typeof under>): Promise<void> {
    let toldAt = 0;
    try {
      await downloadModel({
        repository,
        modelsFolder,
        signal: current.abort.signal,
        onProgress: (done, total) => {
          current.progress = { repository, done, total };
          if (performance.now() - toldAt < TELL_MS) return;
          toldAt = performance.now();
          onChange();
        },
        ...(hub === undefined ? {} : { hub }),
      });
    } catch (error) {
      if (error instanceof RecollectError && error.code === "cancelled") return;
      logger.warn("A model was not downloaded", { repository, error });
      failed = { repository, error: toErrorBody(error) };
    } finally {
      under = null;
      onChange();
    }
  }

  return {
    current: () => under?.progress ?? null,
    failed: () => failed,
    async start(repository) {
      modelFolderOf(modelsFolder, repository);
      if (under !== null) {
        throw new RecollectError("conflict", `${under.progress.repository} is being downloaded.`, {
          hint: "Wait for it, or cancel it first.",
          details: { reason: "download_running", repository: under.progress.repository },
        });
      }
      failed = null;
      under = { abort: new AbortController(), progress: { repository, done: 0, total: 0 } };
      onChange();
      await fetchAll(repository, under);
    },
    cancel: () => under?.abort.abort(),
    async list() {
      const entries = await readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      return await Promise.all(
        folders.sort().map(async (name) => {
          const unfinished = UNFINISHED.exec(name)?.groups?.name;
          const folder = path.join(modelsFolder, name);
          return {
            repository: (unfinished ?? name).replace("--", "/"),
            folder,
            bytes: await bytesIn(folder),
            complete: unfinished === undefined,
          };
        }),
      );
    },
    async remove(repository) {
      const folder = modelFolderOf(modelsFolder, repository);
      if (under?.progress.repository === repository) {
        throw new RecollectError("conflict", `${repository} is being downloaded.`, {
          hint: "Cancel it first.",
          details: { reason: "download_running", repository },
        });
      }
      if (failed?.repository === repository) failed = null;
      const names = await readdir(modelsFolder).catch(() => []);
      for (const name of names) {
        if (path.join(modelsFolder, UNFINISHED.exec(name)?.groups?.name ?? name) !== folder) continue;
        await rm(path.join(modelsFolder, name), { recursive: true, force: true });
      }
      onChange();
    },
  };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
