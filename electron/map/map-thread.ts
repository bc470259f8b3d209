import type { MapService } from "../core/map.ts";
import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { MapMethods } from "./map-worker.ts";

interface MapThreadOptions {
  /** `map-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  /** The memories' database. */
  readonly path: string;
  /** The file with the positions of memories. */
  readonly placesFile: string;
  /** The model whose vectors are compared. */
  readonly fingerprint: () => string;
  readonly logger: Logger;
}

/** The worker's `workerData`. */
export type MapThreadData = Pick<MapThreadOptions, "path" | "placesFile">;

/** Computes the map on a worker thread. After a failure, calls are rejected for a minute. */
export function createMapThread({ path, placesFile, fingerprint, ...options }: MapThreadOptions): MapService {
  const workerData: MapThreadData = { path, placesFile };
  const unavailable = () => new RecollectError("map_unavailable", {});
  const thread = new WorkerThread<MapMethods>({ ...options, workerData: () => workerData, name: "map", unavailable });
  return { read: () => thread.call("read", fingerprint()), close: async () => thread.terminate() };
}
