import { pathToFileURL } from "node:url";
import type { MapService } from "../core/map.ts";
import { createMapThread } from "../map/map-thread.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Opens the map of memories. Its thread starts when the map is read. */
export function openMap({ options, logger, shutdown }: AppContext, { model }: Data): MapService {
  const map = createMapThread({
    workerUrl: pathToFileURL(options.resources.mapWorker),
    path: options.files.memories,
    placesFile: options.files.map,
    fingerprint: () => model.embedder.fingerprint,
    logger,
  });
  shutdown.add("map", () => map.close());
  return map;
}
