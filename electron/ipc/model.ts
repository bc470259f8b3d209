import type { Logger } from "../core/ports.ts";
import type { AreaHandlers, MethodInput, ModelStatus } from "./contract.ts";

type ModelSource = MethodInput<"model.choose">["source"];

/** The owner's choice of model, as search offers it. */
export interface ModelDependencies {
  readonly model: {
    status(): ModelStatus;
    choose(source: ModelSource, leavingConfirmed: boolean): Promise<void>;
    download(repository: string): Promise<ModelSource>;
    cancelDownload(): void;
    downloaded(): Promise<readonly ModelSource[]>;
  };
  readonly logger: Logger;
}

export function createModelHandlers({ model, logger }: ModelDependencies): AreaHandlers<"model"> {
  return {
    "model.status": async () => model.status(),
    "model.choose": async ({ source, leavingConfirmed }) => {
      await model.choose(source, leavingConfirmed);
      return model.status();
    },
    "model.download": async ({ repository }) => {
      const download = model.download(repository);
      // What is wrong with the request shows at once; a long download goes on behind the answer.
      await Promise.race([download, new Promise((resolve) => setTimeout(resolve, 1000))]);
      download.catch((error: unknown) => logger.warn("A model was not downloaded", { repository, error }));
      return null;
    },
    "model.cancelDownload": async () => {
      model.cancelDownload();
      return null;
    },
    "model.downloaded": () => model.downloaded(),
  };
}
