import type { UpdateService } from "../core/updates.ts";
import { createOnDemand, type OnDemandPart } from "../core/util/on-demand.ts";
import type { AppContext } from "./context.ts";
import type { Server } from "./open-server.ts";

/** Updates. Their code is loaded when the owner agreed to checks, or looks at them. */
export type UpdatesAccess = OnDemandPart<UpdateService>;

/** Starts to check for updates if the owner agreed to it. `close` must be called before the server stops. */
export async function openUpdates(context: AppContext, server: Server): Promise<UpdatesAccess> {
  const { options, clock, events, logger, settings } = context;
  const { updates: host, version, platform } = options;
  const load = async () => {
    const [{ Updates }, { sourceOfConfig, sourceOfHomepage }] = await Promise.all([
      import("../updates/updates.ts"),
      import("../updates/update-source.ts"),
    ]);
    const source = host.configFile === null ? sourceOfHomepage(host.homepage) : sourceOfConfig(host.configFile);
    return new Updates({
      ...host,
      version,
      source,
      obstacle: source === null ? "source" : host.obstacle,
      platform,
      arch: process.arch,
      settings: {
        get: () => settings.current().updates,
        set: (chosen) => void settings.update({ updates: chosen }),
      },
      stopWhenIdle: (signal) => server.serving.stopWhenIdle(signal),
      clock,
      logger,
      onChange: () => events.emit("updates.changed", null),
    });
  };
  const part = createOnDemand("updates", logger, load, (updates) => updates.close());
  if (settings.current().updates.agreed === true) await part.openAtStart();
  return part;
}
