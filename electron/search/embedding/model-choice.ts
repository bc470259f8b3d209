import { readdir } from "node:fs/promises";
import path from "node:path";
import { RecollectError } from "../../core/errors.ts";
import type { Embedder } from "../../core/ports.ts";
import { downloadModel } from "./download-model.ts";
import { createEmbedderSwitch } from "./embedder-switch.ts";
import { describeSource, type ModelSource, type SourceDescription } from "./model-source.ts";

export interface ModelChoiceOptions {
  /** The source chosen last. */
  readonly initial: ModelSource;
  readonly open: (source: ModelSource) => Embedder;
  /** Keeps a choice for the next start. */
  readonly save: (source: ModelSource) => void;
  /** Where downloaded models are kept. */
  readonly modelsFolder: string;
  /** Another model embeds from now on, or a download went on: wake the indexer, tell the window. */
  readonly onChange: () => void;
  /** Default: `https://huggingface.co`. */
  readonly hub?: string;
}

/** A download under way, in bytes. */
export interface ModelDownload {
  readonly repository: string;
  readonly done: number;
  /** 0 until it is known. */
  readonly total: number;
}

export interface ModelChoiceStatus extends SourceDescription {
  readonly kind: ModelSource["kind"];
  readonly download: ModelDownload | null;
}

/** The owner's choice of what turns text into vectors. */
export interface ModelChoice {
  /** Stays the same whatever is chosen. */
  readonly embedder: Embedder;
  status(): ModelChoiceStatus;
  /**
   * Takes another source, once it has shown that it works; vectors then follow in the background. Text leaves the
   * machine only where `leavingConfirmed` is true.
   * @throws invalid_argument (fields `url`, `leavingConfirmed`), unavailable; then the model in use stays
   */
  choose(source: ModelSource, leavingConfirmed: boolean): Promise<void>;
  /** Fetches a model from the hub, to be chosen then. @throws invalid_argument, unavailable, cancelled, conflict */
  download(repository: string): Promise<ModelSource>;
  cancelDownload(): void;
  /** Models that were downloaded, by name. */
  downloaded(): Promise<ModelSource[]>;
  close(): Promise<void>;
}

export function createModelChoice(options: ModelChoiceOptions): ModelChoice {
  const { open, save, modelsFolder, onChange, hub } = options;
  let source = options.initial;
  const embedder = createEmbedderSwitch(open(source));
  let under: { readonly abort: AbortController; progress: ModelDownload } | null = null;

  return {
    embedder,
    status: () => ({ ...describeSource(source), kind: source.kind, download: under?.progress ?? null }),

    async choose(chosen, leavingConfirmed) {
      const { leavesMachine, warning } = describeSource(chosen);
      if (leavesMachine && !leavingConfirmed) {
        throw new RecollectError("invalid_argument", warning ?? "Text would leave this machine.", {
          field: "leavingConfirmed",
          hint: "Confirm it, or choose a model on this machine.",
        });
      }
      const next = open(chosen);
      try {
        await next.embed(["memory"], "query");
      } catch (error) {
        await next.close();
        throw error;
      }
      await embedder.exchange(next);
      source = chosen;
      save(chosen);
      onChange();
    },

    async download(repository) {
      if (under !== null) {
        throw new RecollectError("conflict", `${under.progress.repository} is being downloaded.`, {
          hint: "Wait for it, or cancel it first.",
        });
      }
      const current = { abort: new AbortController(), progress: { repository, done: 0, total: 0 } };
      under = current;
      try {
        const folder = await downloadModel({
          repository,
          modelsFolder,
          signal: current.abort.signal,
          onProgress: (done, total) => {
            current.progress = { repository, done, total };
            onChange();
          },
          ...(hub === undefined ? {} : { hub }),
        });
        return { kind: "folder", folder };
      } finally {
        under = null;
        onChange();
      }
    },

    cancelDownload: () => under?.abort.abort(),

    async downloaded() {
      const entries = await readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isDirectory() && !entry.name.endsWith(".unfinished"))
        .map(({ name }): ModelSource => ({ kind: "folder", folder: path.join(modelsFolder, name) }));
    },

    async close() {
      under?.abort.abort();
      await embedder.close();
    },
  };
}
