/** The worker thread of the map: reads the database and computes positions and clusters (ADR 0052). */
import { parentPort, workerData } from "node:worker_threads";
import type { MemoryMap } from "../core/map.ts";
import { toStorageError } from "../sqlite/storage-error.ts";
import { serveThread, threadLogger } from "../threads/serve-thread.ts";
import { addClusters, readSample, toMap, updatePlaces } from "./compute-map.ts";
import { NO_PLACES, openPlacesFile } from "./places-file.ts";
import { readMemories } from "./read-memories.ts";

/** The worker's `workerData`. */
export interface MapThreadData {
  /** The memories' database. */
  readonly path: string;
  /** The file with the positions of memories. */
  readonly placesFile: string;
}

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
const { path, placesFile } = workerData as MapThreadData;
const logger = threadLogger(port);
const file = openPlacesFile(placesFile, { clock: { now: () => Date.now() }, logger });

const methods = {
  /** @param fingerprint of the model whose vectors are compared */
  read(fingerprint: string): MemoryMap {
    const before = file.content.fingerprint === fingerprint ? file.content : NO_PLACES;
    const sample = readMemories(path, fingerprint, (reader) => readSample(reader, before));
    const places = addClusters(sample, updatePlaces(sample, before, fingerprint));
    if (places !== before) store(places);
    return toMap(sample, places);
  },
};
export type MapMethods = typeof methods;

function store(places: typeof NO_PLACES): void {
  try {
    file.change(() => places);
  } catch (error) {
    logger.warn("The positions of the map could not be stored.", { error: String(error) });
  }
}

serveThread(port, { methods, close: () => undefined, toError: toStorageError });
