import { RecollectError } from "../../core/errors.ts";
import type { Embedder, Logger } from "../../core/ports.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import { createEmbedderSwitch } from "./embedder-switch.ts";
import type { ReadApiKey } from "./endpoint-requests.ts";
import {
  createModelDownloads,
  type FailedDownload,
  type ModelDownload,
  type ModelDownloads,
} from "./model-downloads.ts";
import { describeSource, type ModelSource, type SourceDescription } from "./model-source.ts";

export interface ModelChoiceOptions {
  /** The source chosen last. */
  readonly initial: ModelSource;
  readonly open: (source: ModelSource, readApiKey: ReadApiKey) => Embedder;
  /** Keeps a choice for the next start. */
  readonly save: (source: ModelSource) => void;
  /** Holds the key of the server, apart from the settings. */
  readonly secrets: SecretStore;
  /** Where downloaded models are kept. */
  readonly modelsFolder: string;
  /** Another model embeds from now on, or a download went on: wake the indexer, tell the window. */
  readonly onChange: () => void;
  readonly logger: Logger;
  /** Default: `https://huggingface.co`. */
  readonly hub?: string | undefined;
}

export interface ModelChoiceStatus extends SourceDescription {
  readonly source: ModelSource;
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** What the model calls itself. */
  readonly model: string;
  /** Why it failed and what to do, where it did. */
  readonly message: string | null;
  readonly download: ModelDownload | null;
  readonly failedDownload: FailedDownload | null;
}

/** What a model was like that was tried. */
export interface ModelTrial {
  readonly dimensions: number;
  /** Of one short text, once the model was loaded. */
  readonly milliseconds: number;
}

/** A source, as the owner gives it. */
export interface ProposedModel {
  readonly source: ModelSource;
  /** Of an OpenAI-compatible server. Undefined: the one kept for the same address, if any; "": none. */
  readonly apiKey?: string | undefined;
}

/** The owner's choice of what turns text into vectors. */
export interface ModelChoice {
  /** Stays the same whatever is chosen. */
  readonly embedder: Embedder;
  readonly downloads: Pick<ModelDownloads, "start" | "cancel" | "list">;
  status(): ModelChoiceStatus;
  /** Embeds the word "memory" with it, and changes nothing. @throws invalid_argument (field `url`), unavailable */
  test(proposed: ProposedModel): Promise<ModelTrial>;
  /**
   * Takes another source, once it has shown that it works; vectors then follow in the background. Text leaves the
   * machine only where `leavingConfirmed` is true.
   * @throws invalid_argument (fields `url`, `leavingConfirmed`), unavailable; then the model in use stays
   */
  choose(proposed: ProposedModel, leavingConfirmed: boolean): Promise<void>;
  /** Opens the source in use again, at once; whether it works then is told by the status. */
  retry(): Promise<void>;
  /** Deletes a downloaded model. @throws invalid_argument; conflict where it is in use or being downloaded */
  removeDownloaded(repository: string): Promise<void>;
  close(): Promise<void>;
}

const TRIAL = ["memory"];

export function createModelChoice(options: ModelChoiceOptions): ModelChoice {
  const { open, save, secrets, onChange, logger } = options;
  let source = options.initial;
  const readKeptKey: ReadApiKey = () => secrets.get("model");
  const embedder = createEmbedderSwitch(open(source, readKeptKey));
  const downloads = createModelDownloads(options);

  /** A key is sent to the server alone that it was given for. */
  async function keyFor({ source: proposed, apiKey }: ProposedModel): Promise<string | null> {
    if (proposed.kind !== "openai") return null;
    if (apiKey !== undefined) return apiKey === "" ? null : apiKey;
    return source.kind === "openai" && source.url === proposed.url ? await readKeptKey() : null;
  }

  /** A keychain that does not open must not keep the owner from a model that needs no key. */
  async function forgetKey(): Promise<void> {
    try {
      await secrets.delete("model");
    } catch (error) {
      logger.warn("The key of a model that is no longer in use was not deleted", { error });
    }
  }

  /** Opens a source and has it embed; closes it where it does not. */
  async function openTried(proposed: ModelSource, apiKey: string | null) {
    const next = open(proposed, async () => apiKey);
    try {
      await next.embed(TRIAL, "query");
      const started = performance.now();
      await next.embed(TRIAL, "query");
      return { next, milliseconds: performance.now() - started };
    } catch (error) {
      await next.close();
      throw error;
    }
  }

  return {
    embedder,
    downloads,
    status() {
      const { state, model, message = null } = embedder.status();
      return {
        ...describeSource(source),
        source,
        state,
        model,
        message,
        download: downloads.current(),
        failedDownload: downloads.failed(),
      };
    },

    async test(proposed) {
      describeSource(proposed.source);
      const { next, milliseconds } = await openTried(proposed.source, await keyFor(proposed));
      const { dimensions } = next;
      await next.close();
      return { dimensions, milliseconds };
    },

    async choose(proposed, leavingConfirmed) {
      const { leavesMachine, warning } = describeSource(proposed.source);
      if (leavesMachine && !leavingConfirmed) {
        throw new RecollectError("invalid_argument", warning ?? "Text would leave this machine.", {
          field: "leavingConfirmed",
          hint: "Confirm it, or choose a model on this machine.",
        });
      }
      const apiKey = await keyFor(proposed);
      const { next } = await openTried(proposed.source, apiKey);
      try {
        if (apiKey === null) await forgetKey();
        else await secrets.set("model", apiKey);
        save(proposed.source);
      } catch (error) {
        await next.close();
        throw error;
      }
      source = proposed.source;
      await embedder.exchange(next);
      onChange();
    },

    async retry() {
      await embedder.exchange(open(source, readKeptKey));
      embedder.warmUp();
      onChange();
    },

    async removeDownloaded(repository) {
      const models = await downloads.list();
      const found = models.find((model) => model.complete && model.repository === repository);
      if (found !== undefined && source.kind === "folder" && source.folder === found.folder) {
        throw new RecollectError("conflict", `${repository} is in use.`, {
          hint: "Choose another model first.",
          details: { reason: "model_in_use", repository },
        });
      }
      await downloads.remove(repository);
    },

    async close() {
      downloads.cancel();
      await embedder.close();
    },
  };
}
