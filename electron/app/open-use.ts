import { Use } from "../use/use.ts";
import type { AppContext } from "./context.ts";
import type { Data } from "./open-data.ts";

/** Opens the records of which memories clients get and use. */
export function openUse({ settings, events, logger, shutdown }: AppContext, { store, model }: Data): Use {
  const use = new Use({
    store: store.use,
    memories: store.memories,
    embedder: model.embedder,
    isOn: () => settings.current().use,
    events,
    logger,
  });
  shutdown.add("use", () => use.close());
  events.on("settings.changed", () => {
    use.switched().catch((error: unknown) => logger.warn("The records of use stay.", { error: String(error) }));
  });
  return use;
}
