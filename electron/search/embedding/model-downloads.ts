import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "../../core/ports.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../../text/errors.ts";
import { downloadModel, modelFolderOf } from "./download-model.ts";

/** A running download, in bytes. */
export interface ModelDownload {
  readonly repository: string;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
}

/** A failed download, with the reason. */
export interface FailedDownload {
  readonly repository: string;
  readonly error: ErrorBody;
}

/** A model in the folder of downloaded models. */
export interface DownloadedModel {
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False if the download was interrupted or cancelled; the next download continues it. */
  readonly complete: boolean;
}

export interface ModelDownloadsOptions {
  readonly modelsFolder: string;
  readonly onChange: () => void;
  readonly logger: Logger;
  /** `https://huggingface.co` by default. */
  readonly hub?: string;
}

/** The shortest time between two reports of progress. */
const PROGRESS_INTERVAL_MS = 250;
const UNFINISHED = /^(?<name>.+)\.[0-9a-f]{12}\.unfinished$/;

/** Downloads models from the Hugging Face hub, one at a time. */
export class ModelDownloads {
  readonly #options: ModelDownloadsOptions;
  #running: { readonly abort: AbortController; progress: ModelDownload } | null = null;
  #failed: FailedDownload | null = null;

  constructor(options: ModelDownloadsOptions) {
    this.#options = options;
  }

  /** The running download. */
  current(): ModelDownload | null {
    return this.#running?.progress ?? null;
  }

  /** The last download, if it failed. */
  failed(): FailedDownload | null {
    return this.#failed;
  }

  /**
   * Starts or continues a download; resolves when it is complete, failed or cancelled.
   * @throws invalid_argument (field `repository`); conflict while another download is running
   */
  async start(repository: string): Promise<void> {
    const { modelsFolder, onChange, logger, hub } = this.#options;
    modelFolderOf(modelsFolder, repository);
    if (this.#running !== null) throw runningError(this.#running.progress);
    const running = { abort: new AbortController(), progress: { repository, done: 0, total: 0 } };
    this.#failed = null;
    this.#running = running;
    onChange();
    let reportedAt = 0;
    const onProgress = (done: number, total: number) => {
      running.progress = { repository, done, total };
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = performance.now();
      onChange();
    };
    try {
      await downloadModel({ repository, modelsFolder, signal: running.abort.signal, onProgress, hub });
    } catch (error) {
      if (error instanceof RecollectError && error.code === "cancelled") return;
      logger.warn("A model could not be downloaded", { repository, error });
      this.#failed = { repository, error: toErrorBody(error) };
    } finally {
      this.#running = null;
      onChange();
    }
  }

  cancel(): void {
    this.#running?.abort.abort();
  }

  /** Lists models by name, including unfinished ones. */
  async list(): Promise<DownloadedModel[]> {
    const { modelsFolder } = this.#options;
    const entries = await readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return await Promise.all(
      folders.sort().map(async (name) => {
        const unfinished = UNFINISHED.exec(name)?.groups?.name;
        const folder = path.join(modelsFolder, name);
        return {
          repository: (unfinished ?? name).replace("--", "/"),
          folder,
          bytes: await sizeOfFolder(folder),
          complete: unfinished === undefined,
        };
      }),
    );
  }

  /** Deletes the files of a model. @throws invalid_argument; conflict while it is being downloaded */
  async remove(repository: string): Promise<void> {
    const { modelsFolder, onChange } = this.#options;
    const folder = modelFolderOf(modelsFolder, repository);
    if (this.#running?.progress.repository === repository) throw runningError(this.#running.progress);
    if (this.#failed?.repository === repository) this.#failed = null;
    const names = await readdir(modelsFolder).catch(() => []);
    for (const name of names) {
      if (path.join(modelsFolder, UNFINISHED.exec(name)?.groups?.name ?? name) !== folder) continue;
      await rm(path.join(modelsFolder, name), { recursive: true, force: true });
    }
    onChange();
  }
}

function runningError({ repository }: ModelDownload): RecollectError {
  return new RecollectError("download_running", { repository });
}

async function sizeOfFolder(folder: string): Promise<number> {
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
