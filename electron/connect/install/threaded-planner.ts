import { statSync } from "node:fs";
import type { Logger } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import type { ConfigurationFile } from "./configuration-file.ts";
import type { ConnectionPlan } from "./plan.ts";
import { type FilePlace, type Planner, planner } from "./planner.ts";

/** A file below this size takes less time than starting the thread. */
const MIN_BYTES = 256 * 1024;
const IDLE_TIMEOUT_MS = 60_000;

interface ThreadedPlannerOptions {
  /** `connect-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
}

/** A planner that handles large files in a thread of its own, which ends when it is idle. */
export function createThreadedPlanner({
  workerUrl,
  logger,
}: ThreadedPlannerOptions): Planner & { close(): Promise<void> } {
  const thread = new WorkerThread<Planner>({
    workerUrl,
    workerData: () => null,
    name: "clients' files",
    unavailable: () => new RecollectError("client_files_unavailable", {}),
    logger,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
  });
  const isLarge = ({ path }: FilePlace) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= MIN_BYTES;
  const withBuffer = (plan: ConnectionPlan): ConnectionPlan => ({ ...plan, file: copied(plan.file) });
  return {
    readOurs: (place, mention) =>
      isLarge(place) ? thread.call("readOurs", place, mention) : planner.readOurs(place, mention),
    readAll: (place) => (isLarge(place) ? thread.call("readAll", place) : planner.readAll(place)),
    planPut: async (request, ...rest) =>
      isLarge(request) ? withBuffer(await thread.call("planPut", request, ...rest)) : planner.planPut(request, ...rest),
    planRemove: async (request) =>
      isLarge(request) ? withBuffer(await thread.call("planRemove", request)) : planner.planRemove(request),
    planReplace: async (request, ...rest) =>
      isLarge(request)
        ? withBuffer(await thread.call("planReplace", request, ...rest))
        : planner.planReplace(request, ...rest),
    planPutBack: async (request, ...rest) =>
      isLarge(request)
        ? withBuffer(await thread.call("planPutBack", request, ...rest))
        : planner.planPutBack(request, ...rest),
    write: (file, text, options) =>
      (file.bytes?.length ?? 0) >= MIN_BYTES
        ? thread.call("write", file, text, options)
        : planner.write(file, text, options),
    close: () => thread.close(),
  };
}

/** A file as a thread returns it: its buffer arrives as a plain array of bytes. */
function copied(file: ConfigurationFile): ConfigurationFile {
  const { bytes } = file;
  return bytes === null ? file : { ...file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
