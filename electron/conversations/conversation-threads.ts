import type { Clock, Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { ReaderSystem } from "./readers/reader.ts";
import type { ConversationThreadData, ConversationThreadMethods } from "./thread-methods.ts";

interface ThreadOptions {
  /** `conversation-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly file: string;
  readonly system: ReaderSystem;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type ConversationThread = WorkerThread<ConversationThreadMethods>;

/** A transcript that needs more memory than this ends the thread, and the process continues. */
const MAX_HEAP_MIB = 1024;
const RESTART_DELAYS_MS = [0, 60_000];

/** @param name `scan` writes, `search` reads */
export function createConversationThread(name: "scan" | "search", options: ThreadOptions): ConversationThread {
  const { workerUrl, file, system, clock, logger } = options;
  return new WorkerThread<ConversationThreadMethods>({
    workerUrl,
    workerData: (): ConversationThreadData => ({
      file,
      system,
      now: clock.now(),
      isBackground: name === "scan",
    }),
    name: `conversations (${name})`,
    unavailable: () => new RecollectError("conversations_unavailable", {}),
    logger,
    restartDelaysMs: RESTART_DELAYS_MS,
    maximumHeapMiB: MAX_HEAP_MIB,
  });
}
