import type { MapService } from "../core/map.ts";
import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { MapMethods, MapThreadData } from "./map-worker.ts";

interface MapThreadOptions extends MapThreadData {
  /** `map-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  /** The model whose vectors are compared. */
  readonly fingerprint: () => string;
  readonly logger: Logger;
}

/** Computes the map on a worker thread. After a failure, calls are rejected for a minute. */
export function createMapThread({ path, placesFile, fingerprint, ...options }: MapThreadOptions): MapService {
  const workerData: MapThreadData = { path, placesFile };
  const unavailable = () => new RecollectError("map_unavailable", {});
  const thread = new WorkerThread<MapMethods>({ ...options, workerData: () => workerData, name: "map", unavailable });
  return { read: () => thread.call("read", fingerprint()), close: async () => thread.terminate() };
}
