import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { LanguageMethods } from "./language-worker.ts";

interface LanguageThreadOptions {
  /** `language-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
}

/** Identifies languages on a worker thread. After a failure, calls are rejected for a minute. */
export function createLanguageThread(options: LanguageThreadOptions): WorkerThread<LanguageMethods> {
  const unavailable = () => new RecollectError("languages_unavailable", {});
  return new WorkerThread({ ...options, workerData: () => null, name: "languages", unavailable });
}
