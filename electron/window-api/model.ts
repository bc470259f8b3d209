import { setImmediate as nextTick } from "node:timers/promises";
import type {
  AreaHandlers,
  DownloadedModel,
  MethodInput,
  ModelOffer,
  ModelPreset,
  ModelStatus,
  ModelTrial,
} from "./contract.ts";

type Proposed = MethodInput<"model.test">;

/** The choice of the embedding model; `ModelChoice` implements it. */
export interface ModelDependencies {
  readonly model: {
    status(): Omit<ModelStatus, "paused">;
    test(proposed: Proposed): Promise<ModelTrial>;
    choose(proposed: Proposed, leavingConfirmed: boolean): Promise<void>;
    retry(): Promise<void>;
    removeDownloaded(repository: string): Promise<void>;
    readonly downloads: {
      start(repository: string): Promise<void>;
      cancel(): void;
      list(): Promise<readonly DownloadedModel[]>;
    };
  };
  readonly presets: readonly ModelPreset[];
  readonly offer: () => Promise<ModelOffer | null>;
  readonly indexer: { setPaused(paused: boolean): void; isPaused(): boolean };
}

export function createModelHandlers({ model, presets, offer, indexer }: ModelDependencies): AreaHandlers<"model"> {
  const status = (): ModelStatus => ({ ...model.status(), paused: indexer.isPaused() });
  return {
    "model.status": async () => status(),
    "model.test": (proposed) => model.test(proposed),
    "model.choose": ({ leavingConfirmed, ...proposed }) => model.choose(proposed, leavingConfirmed).then(status),
    "model.presets": async () =>
      presets.map(({ repository, name, bytes, dimensions, licence }) => ({
        repository,
        name,
        bytes,
        dimensions,
        licence,
      })),
    "model.offer": offer,
    "model.retry": () => model.retry().then(status),
    "model.setPaused": async ({ paused }) => {
      indexer.setPaused(paused);
      return status();
    },
    "model.download": async ({ repository }) => {
      // Fails here if the download cannot start; later failures are reported by the status.
      await Promise.race([model.downloads.start(repository), nextTick()]);
      return status();
    },
    "model.cancelDownload": async () => {
      model.downloads.cancel();
      return null;
    },
    "model.downloaded": () => model.downloads.list(),
    "model.removeDownloaded": async ({ repository }) => {
      await model.removeDownloaded(repository);
      return await model.downloads.list();
    },
  };
}
