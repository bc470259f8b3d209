import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Embedder, EmbedderStatus, Embedding } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../../text/errors.ts";
import { downloadModel, modelFolderOf } from "./download-model.ts";
import type { ReadApiKey } from "./endpoint-embedder.ts";
import { describeSource, type ModelSource, parseEndpoint, type SourceDescription } from "./model-source.ts";

export interface ModelChoiceOptions {
  /** The source of the last choice. */
  readonly initial: ModelSource;
  readonly open: (source: ModelSource, readApiKey: ReadApiKey) => Embedder;
  /** Saves a choice for the next start. */
  readonly save: (source: ModelSource) => void;
  /** Stores the key of the server, separate from the settings. */
  readonly secrets: SecretStore;
  /** The folder of downloaded models. */
  readonly modelsFolder: string;
  /** Called when another model is in use and when a download progresses. */
  readonly onChange: () => void;
  readonly logger: Logger;
  /** `https://huggingface.co` by default. */
  readonly hub?: string;
}

export interface ModelChoiceStatus extends SourceDescription {
  readonly source: ModelSource;
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** The name of the model. */
  readonly model: string;
  /** Why the model failed; null in other states. */
  readonly error: ErrorBody | null;
  readonly download: ModelDownload | null;
  readonly failedDownload: FailedDownload | null;
}

/** The result of testing a model. */
export interface ModelTrial {
  readonly dimensions: number;
  /** The time to embed one short text once the model is loaded. */
  readonly milliseconds: number;
}

/** A source that the owner proposes. */
export interface ProposedModel {
  readonly source: ModelSource;
  /** The key of an OpenAI-compatible server; undefined for the stored key of the same address, "" for no key. */
  readonly apiKey?: string;
}

const TRIAL = ["memory"];

/** The owner's choice of the embedding model. */
export class ModelChoice {
  /** Delegates to the model in use; stays the same object when the choice changes. */
  readonly embedder: Embedder;
  readonly #downloads: ModelDownloads;
  readonly #options: ModelChoiceOptions;
  readonly #current: EmbedderSwitch;
  #source: ModelSource;

  constructor(options: ModelChoiceOptions) {
    this.#options = options;
    this.#source = options.initial;
    this.#current = new EmbedderSwitch(options.open(options.initial, this.#readStoredKey));
    this.embedder = this.#current;
    this.#downloads = new ModelDownloads(options);
  }

  get downloads(): Pick<ModelDownloads, "start" | "cancel" | "list"> {
    return this.#downloads;
  }

  status(): ModelChoiceStatus {
    const { state, model, error = null } = this.embedder.status();
    return {
      ...describeSource(this.#source),
      source: this.#source,
      state,
      model,
      error,
      download: this.#downloads.current(),
      failedDownload: this.#downloads.failed(),
    };
  }

  /** Embeds the word "memory" with a model, without choosing it. @throws invalid_argument (field `url`), unavailable */
  async test(proposed: ProposedModel): Promise<ModelTrial> {
    describeSource(proposed.source);
    const { next, milliseconds } = await this.#openTested(proposed.source, await this.#keyFor(proposed));
    const { dimensions } = next;
    await next.close();
    return { dimensions, milliseconds };
  }

  /**
   * Uses another model after testing it; vectors are then rebuilt in the background. Text leaves the machine only if
   * `leavingConfirmed` is true.
   * @throws invalid_argument (fields `url`, `leavingConfirmed`), unavailable; the model in use is then unchanged
   */
  async choose(proposed: ProposedModel, leavingConfirmed: boolean): Promise<void> {
    const { save, secrets, onChange } = this.#options;
    const { source } = proposed;
    if (describeSource(source).leavesMachine && !leavingConfirmed && "url" in source) {
      const { host } = parseEndpoint(source.url);
      throw new RecollectError("text_leaves_machine", { host }, { field: "leavingConfirmed" });
    }
    const apiKey = await this.#keyFor(proposed);
    const { next } = await this.#openTested(source, apiKey);
    try {
      if (apiKey === null) await this.#deleteKey();
      else await secrets.set("model", apiKey);
      save(source);
    } catch (error) {
      await next.close();
      throw error;
    }
    this.#source = source;
    await this.#current.exchange(next);
    onChange();
  }

  /** Reopens the model in use immediately; the status then shows whether it works. */
  async retry(): Promise<void> {
    const { open, onChange } = this.#options;
    await this.#current.exchange(open(this.#source, this.#readStoredKey));
    this.embedder.warmUp();
    onChange();
  }

  /** Deletes a downloaded model. @throws invalid_argument; conflict if it is in use or being downloaded */
  async removeDownloaded(repository: string): Promise<void> {
    const models = await this.#downloads.list();
    const found = models.find((model) => model.complete && model.repository === repository);
    if (found !== undefined && this.#source.kind === "folder" && this.#source.folder === found.folder) {
      throw new RecollectError("model_in_use", { repository });
    }
    await this.#downloads.remove(repository);
  }

  async close(): Promise<void> {
    this.#downloads.cancel();
    await this.embedder.close();
  }

  #readStoredKey: ReadApiKey = () => this.#options.secrets.get("model");

  /** A stored key is only sent to the server it was entered for. */
  async #keyFor({ source, apiKey }: ProposedModel): Promise<string | null> {
    if (source.kind !== "openai") return null;
    if (apiKey !== undefined) return apiKey === "" ? null : apiKey;
    return this.#source.kind === "openai" && this.#source.url === source.url ? await this.#readStoredKey() : null;
  }

  /** A keychain that cannot be opened must not prevent the use of a model that needs no key. */
  async #deleteKey(): Promise<void> {
    const { secrets, logger } = this.#options;
    try {
      await secrets.delete("model");
    } catch (error) {
      logger.warn("The key of a model that is no longer in use could not be deleted", { error });
    }
  }

  /** Opens a source and embeds a text with it; closes it if that fails. */
  async #openTested(source: ModelSource, apiKey: string | null) {
    const next = this.#options.open(source, async () => apiKey);
    try {
      await next.embed(TRIAL, "query");
      const startedAt = performance.now();
      await next.embed(TRIAL, "query");
      return { next, milliseconds: performance.now() - startedAt };
    } catch (error) {
      await next.close();
      throw error;
    }
  }
}

/** An embedder that can be exchanged while others use it. Its fingerprint changes with the model. */
export class EmbedderSwitch implements Embedder {
  #current: Embedder;

  constructor(first: Embedder) {
    this.#current = first;
  }

  get fingerprint(): string {
    return this.#current.fingerprint;
  }

  get dimensions(): number {
    return this.#current.dimensions;
  }

  status(): EmbedderStatus {
    return this.#current.status();
  }

  warmUp(): void {
    this.#current.warmUp();
  }

  embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal): Promise<Embedding[]> {
    return this.#current.embed(texts, kind, signal);
  }

  close(): Promise<void> {
    return this.#current.close();
  }

  /** Uses another embedder and closes the previous one. */
  async exchange(next: Embedder): Promise<void> {
    const previous = this.#current;
    this.#current = next;
    await previous.close();
  }
}

/** A running download, in bytes. */
interface ModelDownload {
  readonly repository: string;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
}

/** A failed download, with the reason. */
interface FailedDownload {
  readonly repository: string;
  readonly error: ErrorBody;
}

/** A model in the folder of downloaded models. */
interface DownloadedModel {
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False if the download was interrupted or cancelled; the next download continues it. */
  readonly complete: boolean;
}

interface ModelDownloadsOptions {
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
class ModelDownloads {
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
